/** A line of the benchmark's table; null where nothing is known. */
export interface BenchRow {
  readonly set: string;
  readonly metric: string;
  readonly ours: number;
  readonly baseline: number | null;
  readonly target: number | null;
}
