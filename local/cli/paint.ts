import pc from 'picocolors';

/** Whether a stream takes colours: a terminal that is not dumb, and NO_COLOR is not set. */
export function takesColour(
  stream: { readonly isTTY?: boolean },
  environment: NodeJS.ProcessEnv = process.env,
): boolean {
  return stream.isTTY === true && !environment.NO_COLOR && environment.TERM !== 'dumb';
}

/** Restrained colours on finished lines: signs carry the meaning, colour only underlines it. */
export function painter(enabled: boolean): (line: string) => string {
  if (!enabled) return (line) => line;
  const { green, cyan, red, yellow, bold, dim } = pc.createColors(true);
  return (line) => {
    if (/^ [ ] \d [a-z-]+$/.test(line) || /^ \d+:\d\d elapsed/.test(line)) return dim(line);
    return line
      .replace(/^plumbline/, bold)
      .replace(/\u2713/g, green)
      .replace(/\u25b8/g, cyan)
      .replace(/\u2717/g, red)
      .replace(/waits for [SQ\d, ]+|waits$/g, dim)
      .replace(/^! .*$/, yellow)
      .replace(/^(?:Top \d+ findings:|Not answered:|Next:)/, bold);
  };
}
