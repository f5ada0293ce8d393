import { describe, expect, it } from 'vitest';
import { systemsOf } from '../../../shared/agents/contradictions/named.ts';
import { headingOf } from '../../../shared/agents/decompose/headings.ts';
import { facetsOf } from '../../../shared/agents/decompose/templates.ts';
import { unreadPaper } from '../../../shared/agents/reader/abstract-note.ts';
import { writeSynthesis } from '../../../shared/agents/synthesize/extract.ts';
import { topicalityOf } from '../../../shared/agents/topicality.ts';
import { loadStaticEmbedder } from '../../../shared/collate/embed/static.ts';
import { Shape } from '../../../shared/contracts/enums.ts';
import { blankRecord } from '../../../shared/contracts/record.ts';
import { GOAL, synthesisInput } from './library.ts';

const embedder = loadStaticEmbedder();

const ABOUT = [
  ['Bread Starters', 'Sourdough bread rises by wild yeast and lactic acid bacteria in a starter of flour and water.'],
  ['Proofing Bread', 'We measure how sourdough bread rises under cold proofing, and how yeast and bacteria grow.'],
  ['Rye', 'Rye sourdough needs acid, since its enzymes would break down the starch while the bread bakes.'],
] as const;
/** Each has one word of the topic. */
const CHANCE = [
  [
    'Sorting Bread Queues',
    'A bakery serves its customers in order; the queue for bread is modelled as a Markov chain.',
  ],
  ['Acid Transactions', 'Databases give acid transactions; we measure what isolation costs in throughput.'],
  ['Cold Starts', 'Serverless functions start cold; pooling of containers cuts the latency of the first call.'],
  ['Rising Load', 'When load is rising, schedulers shed requests; we compare four policies on a trace.'],
  ['Wild Pointers', 'Wild pointers corrupt memory; a sanitiser finds them at run time at a cost of 73 percent.'],
] as const;
const fill = Array.from(
  { length: 8 },
  (_, at) => [`Compiler Passes ${at}`, `Pass ${at} of a compiler moves loads out of loops.`] as const,
);

const records = (texts: readonly (readonly [string, string])[]) =>
  texts.map(([title, abstract], at) => ({ ...blankRecord(`doi:10.1000/x${at}`, 'library'), title, abstract }));
const papersOf = (texts: readonly (readonly [string, string])[]) =>
  records(texts).flatMap((record) => unreadPaper({ ...record, url: 'https://example.org/x' }) ?? []);
const goal = { ...GOAL, topic: 'How does sourdough bread rise?' };

describe('whether what was found is about the topic', () => {
  it('is told from works that share single words by chance', async () => {
    const on = await topicalityOf(goal, records([...ABOUT, ...CHANCE, ...fill]), { embedder });
    const off = await topicalityOf(goal, records([...CHANCE, ...fill]), { embedder });
    expect([on.verdict, off.verdict]).toEqual(['covered', 'none']);
    expect(off.missing).toContain('sourdough');
  });

  it('is doubted, not denied, on a handful of works, and not asked of words that only ask', async () => {
    expect((await topicalityOf(goal, records(CHANCE), { embedder })).verdict).toBe('thin');
    const general = { ...goal, topic: 'System design problems' };
    expect((await topicalityOf(general, records([...CHANCE, ...fill]), { embedder })).verdict).toBe('covered');
  });

  it('knows an abbreviation by the works that write it out', async () => {
    const written = ABOUT.map(([title, text]) => [title, text.replace(/sourdough/gi, 'wild yeast dough')] as const);
    const short = { ...goal, topic: 'WYD bread' };
    const found = await topicalityOf(short, records([...written, ...CHANCE, ...fill]), { embedder });
    expect(found.nearest.every(({ words }) => words.includes('WYD'))).toBe(true);
  });
});

describe('a synthesis of works that are about something else', () => {
  it('says so first and quotes nothing', async () => {
    const input = { ...synthesisInput([]), goal, records: records([...CHANCE, ...fill]) };
    const told = await writeSynthesis(input, { embedder });
    expect(told.answer[0]!.text).toMatch(/^None of the 13 works found in the library is about the question asked/);
    expect(told.unanswered[0]!.sq).toBeNull();
    expect([...told.answer, ...told.top_findings].every(({ voice }) => voice === 'ours')).toBe(true);
    expect([told.sections, told.table, told.tensions]).toEqual([[], [], []]);
  });
});

describe('the system of a work', () => {
  it('is what it made, not what it builds on nor a data set named behind a comma', () => {
    const system = (text: string) => {
      const [paper] = papersOf([['Coverage as a Chain', text]]);
      return systemsOf([paper!]).get(paper!.note.id) ?? null;
    };
    expect(
      system('AFL spends most of its time on few paths. AFLFast assigns energy by schedules; AFLFast is fast.'),
    ).toBe('AFLFast');
    expect(system('We beat a strong system, QuizSet being the exception, by nine points on QuizSet.')).toBeNull();
  });
});

describe('the heading of a section', () => {
  it('leaves out what every question of its template repeats', () => {
    const outline = {
      topic: 'bread',
      families: ['wild yeast (starters)', 'baker’s yeast'],
      subjects: ['rye', 'wheat'],
      scope: '',
      axes: ['performance', 'cost', 'crumb'],
      asked: '',
    };
    const stages = [[], ['mixing', 'proofing (cold)', 'baking']];
    const asked = Shape.options.flatMap((shape) =>
      stages.flatMap((stage) =>
        [true, false].flatMap((isQuestion) =>
          [outline.subjects, []].flatMap((subjects) =>
            facetsOf(shape, { ...outline, subjects, stages: stage, isQuestion }).map(({ question }) => question),
          ),
        ),
      ),
    );
    for (const question of asked) expect(headingOf(question)).not.toMatch(/\?$|bread/);
    expect(headingOf('How does work on wild yeast (starters) approach bread, and what results does it report?')).toBe(
      'Wild yeast',
    );
    expect(
      headingOf(
        'Under which other names is this studied: which main classes of approaches to bread are distinguished?',
      ),
    ).toBe('Classes of approaches and what they assume, under other names');
    expect(headingOf('What does the crumb tell?')).toBe('What does the crumb tell?');
  });
});
