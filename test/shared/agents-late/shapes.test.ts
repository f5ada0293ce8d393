import { describe, expect, it } from 'vitest';
import { judgeContradictions } from '../../../shared/agents/contradictions/judge.ts';
import type { SynthesizeInput } from '../../../shared/agents/inputs.ts';
import { writeSynthesis } from '../../../shared/agents/synthesize/extract.ts';
import type { Shape } from '../../../shared/contracts/enums.ts';
import type { PaperNote } from '../../../shared/contracts/note.ts';
import { embedder, GOAL, node, planOf, readAll, synthesisInput } from './library.ts';

const papers = await readAll();
const contradictions = judgeContradictions({ goal: GOAL, plan: planOf(), papers, candidates: [] });
const full = synthesisInput(papers, { contradictions });

async function written(shape: Shape, more: Partial<SynthesizeInput> = {}, subjects: readonly string[] = []) {
  const goal = { ...GOAL, question_shape: shape, subjects: [...subjects] };
  return writeSynthesis({ ...full, ...more, goal }, { embedder });
}

/** Our sentences in front of the first quotation, as one text, and their parts. */
async function firstOf(...asked: Parameters<typeof written>) {
  const { answer } = await written(...asked);
  const parts = answer.slice(0, Math.max(1, answer.findIndex(({ voice }) => voice === 'quote') - 1));
  return { parts, text: parts.map(({ text }) => text).join(' ') };
}

describe('the first sentence of an answer', () => {
  it('is ours, and cites every work that it names, with a passage that backs it', async () => {
    const works = papers.map(({ note }) => [note.id, note.authors.map((author) => author.split(' ').at(-1)!)] as const);
    for (const shape of ['survey', 'comparative', 'sota', 'practitioner', 'historical', 'mechanism'] as const) {
      const { parts, text } = await firstOf(
        shape,
        {},
        shape === 'comparative' ? ['SizeWise', 'segmented recency'] : [],
      );
      expect(text).toMatch(/\.$/);
      for (const part of parts) {
        expect(part.voice).toBe('ours');
        for (const id of part.cites) expect(part.support.map(({ paper }) => paper)).toContain(id);
        for (const [id, [first]] of works)
          if (new RegExp(`${first}[^)]* \\(?\\d{4}`).test(part.text)) expect(part.cites, part.text).toContain(id);
      }
    }
  });

  it('of a survey names its lines of work with the works of each', async () => {
    const asks = (name: string) => `How does work on ${name} approach cache eviction, and what results does it report?`;
    const plan = planOf([
      node('SQ1', asks('segmented recency on probation'), 'theoretical'),
      node('SQ2', asks('learned eviction with a trained model'), 'theoretical'),
    ]);
    const { text } = await firstOf('survey', { plan });
    expect(text).toMatch(/take two lines: work on segmented recency on probation \([^)]*Quist and Reyes 1999/);
    expect(text).toMatch(/; and work on learned eviction with a trained model(?: \([^)]*Wolf 2021\))?\./);
  });

  it('of a comparison says who weighed both, and that none did when none did', async () => {
    const weighed = await firstOf('comparative', {}, ['SizeWise', 'learned eviction']);
    expect(weighed.text).toMatch(/weighed against each other in/);
    const apart = await firstOf('comparative', {}, ['whale songs', 'tidal engines']);
    expect(apart.text).toMatch(/^No work found weighs whale songs and tidal engines against each other/);
  });

  it('of the state of the art gives its date, newest work first', async () => {
    const { text } = await firstOf('sota');
    expect(text).toMatch(/newest works? found .* (?:is|are) (?:Wolf \(2021\)|of 2021)/);
    expect(text).toContain('the state of 2021, not of today');
  });

  it('of a practice tells the works that speak from use from those that do not', async () => {
    const { text } = await firstOf('practitioner');
    expect(text).toMatch(/reports? from use[,;]/);
    expect(text).not.toMatch(/from use, [^;]*Quist/);
    expect(text).toMatch(/; the other .* from experiments and models/);
  });

  it('of a history runs from the first to the last by year', async () => {
    const years = [...(await firstOf('historical')).text.matchAll(/(?:19|20)\d\d/g)].map(([year]) => Number(year));
    expect(years.length).toBeGreaterThanOrEqual(2);
    expect(years).toEqual([...years].sort((a, b) => a - b));
  });
});

describe('what follows it', () => {
  it('is dated, newest first, for the state of the art', async () => {
    const years = (await written('sota')).answer.flatMap((s) => /^(\d{4}):/.exec(s.text)?.[1] ?? []);
    expect(years[0]).toBe('2021');
    expect(years).toEqual([...years].sort().reverse());
  });

  it('is the mechanism stage by stage, each under its name, when the plan has stages', async () => {
    const plan = planOf([
      node('SQ1', 'Probation (recency lists): what happens at this stage of cache eviction, and how?', 'mechanism'),
      node('SQ2', 'Prediction: what happens at this stage of cache eviction, and how?', 'mechanism'),
    ]);
    const leads = (await written('mechanism', { plan })).answer.map(
      (s) => /^(Probation|Prediction):/.exec(s.text)?.[1],
    );
    expect(leads.filter((lead) => lead !== undefined)).toEqual(['Probation', 'Prediction']);
  });
});

describe('what could not be answered', () => {
  it('names a question that the works only come near', async () => {
    const plan = planOf([
      node('SQ1', 'Which eviction algorithms do web proxies use, and how do they work?', 'mechanism'),
      node('SQ2', 'Which treaties govern fishing quotas of whales?', 'open-problems'),
    ]);
    const { sections, unanswered } = await written('survey', { plan, papers: papers.map(withoutLimits) });
    expect(unanswered.map((item) => item.sq)).toContain('SQ2');
    expect(unanswered.map((item) => item.sq)).not.toContain('SQ1');
    expect(sections.some((section) => section.sq === 'SQ1')).toBe(true);
  });
});

function withoutLimits<T extends { readonly note: PaperNote }>(paper: T): T {
  return { ...paper, note: { ...paper.note, limitations: [] } };
}
