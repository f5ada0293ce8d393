import type { EmbeddedCloud } from '../../../local/cloud/cloud.ts';
import { steered } from '../../support/fault-run.ts';
import { copyOf, Journal, type MemoryStores } from '../../support/faults.ts';
import { cloudOver } from '../../support/pipeline.ts';
import { goOn, type Parts, type Reference } from '../../support/sweep.ts';
import { type ClassReport, newReport, note } from './report.ts';

/** Where a run is cancelled: before there is a goal, before there is a plan, before it is taken up, in discovery. */
const ROLES = ['ambiguity', 'understand', 'decompose', 'finding'] as const;
/** A stop is written up; a resume makes that again, and nothing else. */
const WRITE_UP = /^(write|verify)\.\d$|^present$/;

/** Processes that die while a cancelled run is being written up: a resume goes on to what was never stopped. */
export async function stopped(
  stores: MemoryStores,
  expected: Reference,
  parts: Parts,
  sample: number | null,
  mine: (n: number) => boolean,
): Promise<ClassReport> {
  const report = newReport('crashes while a stop is written up');
  for (const role of ROLES) {
    const journal = new Journal();
    let from = 0;
    const cancel = async (answer: never, at: { run: { slug: string } }, nth: number) => {
      if (nth !== 1) return answer;
      from = journal.names.length;
      await cloud.service.cancel(at.run.slug);
      return answer;
    };
    const cloud: EmbeddedCloud = await cloudOver(journal.over(copyOf(stores)), { roles: steered({ [role]: cancel }) });
    const { slug } = await cloud.service.create(expected.asked);
    await cloud.ended(slug);
    const writes = journal.names.length - from;
    const count = Math.min(sample ?? writes, writes);
    const wanted = Array.from({ length: count }, (_, n) => from + 1 + Math.floor((n * writes) / count));
    for await (const { writes: done, stores: left } of journal.states(
      stores,
      wanted.filter((_, n) => mine(n)),
    )) {
      const verdict = await goOn(left, expected, `${role}, after ${done} ${journal.names[done - 1]}`, parts);
      note(report, { ...verdict, repeated: verdict.repeated.filter((id) => !WRITE_UP.test(id)) });
    }
  }
  return report;
}
