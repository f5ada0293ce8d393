import { normaliseId } from '../../contracts/ids.ts';

/** Resolves any spelling of any id of a paper to the paper's canonical id. */
export class Aliases {
  readonly #canonical = new Map<string, string>();

  /** @param papers canonical records, and with each whatever other ids its cluster came under */
  constructor(papers: readonly { readonly id: string; readonly ids: readonly string[] }[]) {
    const ordered = [...papers].sort((a, b) => (a.id < b.id ? -1 : 1));
    for (const { id } of ordered) this.#canonical.set(id, id);
    for (const { id, ids } of ordered) {
      for (const alias of ids) {
        for (const name of [alias, normaliseId(alias)]) {
          if (name !== null && !this.#canonical.has(name)) this.#canonical.set(name, id);
        }
      }
    }
  }

  /** The canonical id; for an id of no known paper its canonical spelling; null for what is no id. */
  resolve(id: unknown): string | null {
    if (typeof id !== 'string' || id.trim() === '') return null;
    const known = this.#canonical.get(id);
    if (known !== undefined) return known;
    const spelled = normaliseId(id);
    return spelled === null ? null : (this.#canonical.get(spelled) ?? spelled);
  }

  /** Whether the id names a paper that was given. */
  has(id: string): boolean {
    return this.#canonical.has(id);
  }
}
