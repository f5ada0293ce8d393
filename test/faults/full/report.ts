import { isClean, type Verdict } from '../../support/sweep.ts';

/** What one class of faults came to. */
export interface ClassReport {
  readonly name: string;
  /** Faults tried. */
  tried: number;
  /** Runs that ended with the artefacts and rows of the undisturbed run. */
  identical: number;
  /** Steps that had returned and were executed again. */
  repeated: number;
  /** Stored replies of models, or stored answers of sources, that were asked for again; null where none are made. */
  calls: number | null;
  /** Findings of the undisturbed run that are missing or different. */
  lost: number;
  readonly failures: string[];
}

export const newReport = (name: string): ClassReport => ({
  name,
  tried: 0,
  identical: 0,
  repeated: 0,
  calls: null,
  lost: 0,
  failures: [],
});

/** @param points boundaries that this one state of the stores stands for */
export function note(report: ClassReport, verdict: Verdict, points = 1): void {
  report.tried += points;
  if (verdict.identical && verdict.status === 'complete') report.identical += points;
  report.repeated += verdict.repeated.length;
  report.lost += verdict.differences.filter((name) => name.startsWith('findings/')).length;
  if (!isClean(verdict)) report.failures.push(JSON.stringify(verdict));
}

export const passed = (report: ClassReport): boolean =>
  report.failures.length === 0 && report.tried > 0 && report.identical === report.tried;

/** Sums reports of the same class from several workers. */
export function merged(reports: readonly ClassReport[]): ClassReport[] {
  const byName = new Map<string, ClassReport>();
  for (const one of reports) {
    const sum = byName.get(one.name) ?? newReport(one.name);
    sum.tried += one.tried;
    sum.identical += one.identical;
    sum.repeated += one.repeated;
    sum.lost += one.lost;
    sum.calls = one.calls === null ? sum.calls : (sum.calls ?? 0) + one.calls;
    sum.failures.push(...one.failures);
    byName.set(one.name, sum);
  }
  return [...byName.values()];
}

/** The table that the sweep prints. */
export function tableOf(reports: readonly ClassReport[]): string {
  const head = ['class', 'tried', 'identical', 'steps again', 'calls again', 'findings lost', ''];
  const rows = reports.map((one) => [
    one.name,
    String(one.tried),
    String(one.identical),
    String(one.repeated),
    one.calls === null ? '\u2013' : String(one.calls),
    String(one.lost),
    passed(one) ? 'ok' : 'FAILED',
  ]);
  const widths = head.map((cell, at) => Math.max(cell.length, ...rows.map((row) => row[at]!.length)));
  const line = (cells: readonly string[]) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join('  ');
  return [head, ...rows].map(line).join('\n');
}
