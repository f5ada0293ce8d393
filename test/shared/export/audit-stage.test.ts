import { describe, expect, it } from 'vitest';
import { PlumblineError } from '../../../shared/contracts/errors.ts';
import type { PaperRecord } from '../../../shared/contracts/record.ts';
import type { Goal } from '../../../shared/contracts/run.ts';
import type { Sentence, Synthesis } from '../../../shared/contracts/synthesis.ts';
import type { Lookup } from '../../../shared/evidence/audit.ts';
import { referenceLine, worksOf } from '../../../shared/present/reference.ts';
import { auditBibliography, withAudit } from '../../../shared/stages/audit.ts';
import type { StepContext } from '../../../shared/stages/context.ts';
import { record } from './records.ts';

class Busy extends PlumblineError {
  override readonly retryable = true;
}

const works = [
  record('arxiv:2101.00001', { title: 'Bounded queues', authors: ['Ada Lovelace'] }),
  record('doi:10.1/b', { title: 'Unbounded queues', doi: '10.1/b' }),
];

/** A step whose registers answer as told, and what it wrote. */
function stepWith(lookup: ((ids: readonly string[]) => Map<string, readonly Lookup[]>) | null, stored?: string) {
  const files = new Map<string, string>(stored === undefined ? [] : [['audit.json', stored]]);
  let asked = 0;
  const live = {
    lookup: async (ids: readonly string[]) => {
      asked++;
      return lookup!(ids);
    },
  };
  const step = {
    remainingMs: () => 100_000,
    runtime: { clock: { wall: () => 0 }, live: lookup === null ? null : live },
    run: {
      slug: 'queues-2026-11-30',
      readText: async (path: string) => files.get(path),
      writeJson: async (path: string, value: unknown) => void files.set(path, JSON.stringify(value)),
    },
  };
  return { step: step as unknown as StepContext, files, asked: () => asked };
}

const ONLINE = { offline: false } as Goal;
const OFFLINE = { offline: true } as Goal;

describe('the audit of the bibliography', () => {
  it('leaves every work unchecked offline, says why, and asks nobody', async () => {
    const { step, asked } = stepWith(() => new Map());
    const audit = await auditBibliography(step, OFFLINE, works);
    expect(audit.asked).toBe(false);
    expect(audit.note).toContain('offline');
    expect(audit.entries.map((one) => one.status)).toEqual(['unchecked', 'unchecked']);
    expect(asked()).toBe(0);
  });

  it('tells checked, retracted, published, not found and unchecked apart', async () => {
    const statusOf = async (found: PaperRecord | null | undefined, published: string | null = null) => {
      const provider = 'openalex';
      const said: Lookup[] =
        found === undefined
          ? []
          : [
              found === null
                ? { provider, outcome: 'not_found' }
                : { provider, outcome: 'found', record: found, published },
            ];
      const answers = new Map([[works[0]!.id, said]]);
      return (await auditBibliography(stepWith(() => answers).step, ONLINE, [works[0]!])).entries[0]!.status;
    };
    expect(await statusOf(works[0]!)).toBe('resolved');
    expect(await statusOf({ ...works[0]!, retracted: true })).toBe('retracted');
    expect(await statusOf(works[0]!, 'doi:10.1/x')).toBe('has_published_version');
    expect(await statusOf({ ...works[0]!, title: 'On the mating of snails in winter' })).toBe('mismatch');
    expect(await statusOf(null)).toBe('not_found');
    expect(await statusOf(undefined)).toBe('unchecked');
  });

  it('leaves works unchecked with the reason when the registers are busy, and lets other errors out', async () => {
    const busy = stepWith(() => {
      throw new Busy('crossref is busy');
    });
    const audit = await auditBibliography(busy.step, ONLINE, works);
    expect(audit.entries.map((one) => one.status)).toEqual(['unchecked', 'unchecked']);
    expect(audit.entries[0]!.reasons[0]).toContain('crossref is busy');
    const broken = stepWith(() => {
      throw new TypeError('a bug');
    });
    await expect(auditBibliography(broken.step, ONLINE, works)).rejects.toThrow('a bug');
  });

  it('does not ask again for the same works, and asks for others', async () => {
    const first = stepWith(() => new Map());
    await auditBibliography(first.step, ONLINE, works);
    const again = stepWith(() => new Map(), first.files.get('audit.json'));
    await auditBibliography(again.step, ONLINE, works);
    expect(again.asked()).toBe(0);
    await auditBibliography(again.step, ONLINE, [works[1]!]);
    expect(again.asked()).toBe(1);
  });

  it('makes a torn file again', async () => {
    const { step, asked } = stepWith(() => new Map(), '{"asked":');
    expect((await auditBibliography(step, ONLINE, works)).entries).toHaveLength(works.length);
    expect(asked()).toBe(1);
  });
});

describe('what the audit found is said where the work is cited', () => {
  it('marks records and sentences of a work that was retracted, and only those', async () => {
    const answers = new Map<string, readonly Lookup[]>([
      [works[1]!.id, [{ provider: 'crossref', outcome: 'found', record: { ...works[1]!, retracted: true } }]],
    ]);
    const audit = await auditBibliography(stepWith(() => answers).step, ONLINE, works);
    const sentence = (cites: string[]): Sentence => ({
      text: 'Queues are long.',
      voice: 'ours',
      cites,
      support: [],
      verdict: 'supported',
      marks: ['single-source', 'offline'],
    });
    const synthesis = {
      answer: [sentence([works[0]!.id]), sentence([works[1]!.id])],
      top_findings: [],
      sections: [],
      tensions: [],
      gaps: [],
    } as unknown as Synthesis;
    const told = withAudit(audit, works, synthesis);
    expect(told.records.map(({ retracted }) => retracted)).toEqual([false, true]);
    expect(told.synthesis.answer.map(({ marks }) => marks)).toEqual([
      ['single-source', 'offline'],
      ['single-source', 'retracted', 'offline'],
    ]);
    expect(withAudit(audit, told.records, told.synthesis)).toEqual(told);
    const [line] = worksOf(told.records, []).values();
    expect(referenceLine(line!)).not.toContain('retracted');
    const bad = worksOf(told.records, []).get(works[1]!.id)!;
    expect(referenceLine(bad, audit.entries[1])).toMatch(/\*\*retracted\*\*: crossref has a retraction notice$/);
  });
});
