/** What a verification counted. */
export interface VerifyCounts {
  sentences: number;
  cited: number;
  supported: number;
  weak: number;
  unsupported: number;
  /** Citations of ids the run does not know, removed. */
  unknown_citations: number;
  quotes: number;
  /** Quotes that are not in their text, removed. */
  dropped_quotes: number;
  dropped_cells: number;
  contradictions_missing: number;
}

export function noCounts(): VerifyCounts {
  return {
    sentences: 0,
    cited: 0,
    supported: 0,
    weak: 0,
    unsupported: 0,
    unknown_citations: 0,
    quotes: 0,
    dropped_quotes: 0,
    dropped_cells: 0,
    contradictions_missing: 0,
  };
}

/** Problems for the writer's second try: more than this many help nobody. */
const MAX_PROBLEMS = 60;

/** Collects problems, each as one sentence that says what is wrong, where, and what to do. */
export class Problems {
  readonly #found = new Set<string>();

  add(problem: string): void {
    this.#found.add(problem);
  }

  list(): string[] {
    const all = [...this.#found];
    if (all.length <= MAX_PROBLEMS) return all;
    return [...all.slice(0, MAX_PROBLEMS), `${all.length - MAX_PROBLEMS} more problems of these kinds were found.`];
  }
}

/** A text short enough to be named in a problem. */
export function named(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  return `"${flat.length <= 90 ? flat : `${flat.slice(0, 87)}…`}"`;
}
