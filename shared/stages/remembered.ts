/**
 * A parser that remembers what the last files were parsed to: the steps of a run read the same files again and again, and
 * what is worked out of a parsed file is kept with it. Known by their text, since a file may have changed. Nobody may change
 * what is returned.
 *
 * @param most files that are remembered; the one that was read first goes first
 */
export function remembered<T extends object>(
  most: number,
  parse: (file: string, path: string) => T,
): (file: string, path: string) => T {
  const known = new Map<string, T>();
  return (file, path) => {
    const found = known.get(file);
    if (found) return found;
    const made = parse(file, path);
    if (known.size >= most) known.delete(known.keys().next().value!);
    known.set(file, made);
    return made;
  };
}
