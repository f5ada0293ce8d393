import { describe, expect, it } from 'vitest';
import { AnswerRejected } from '../../../shared/agents/errors.ts';
import { dependence, isQuotable, tornWords, vocabularyOf } from '../../../shared/agents/reader/quotable.ts';
import { readerRole } from '../../../shared/agents/reader/role.ts';
import { sectionRoles } from '../../../shared/agents/reader/section-role.ts';
import { PaperNote } from '../../../shared/contracts/note.ts';
import { embedder, GOAL, NODES, read, recordOf, textOf, WORKS } from './library.ts';

const FULL = WORKS[0]!;
const ABSTRACT = WORKS[2]!;
const anchors = (note: PaperNote) => [
  ...note.claims.map((c) => c.anchor),
  ...note.method,
  ...note.evaluation,
  ...note.limitations,
  ...note.related_work,
  ...Object.values(note.table).flatMap((cell) => (cell === null ? [] : [cell.anchor])),
];

describe('what may be quoted', () => {
  it.each([
    'We present a segmented recency algorithm that keeps objects on probation until a second request arrives.',
    'On production traces the hit ratio rises from 31.5% to 38.2% at a cache size of 2 GB.',
  ])('takes a whole sentence of prose: %s', (sentence) => {
    expect(isQuotable(sentence)).toBe(true);
  });

  it.each([
    ['a caption', 'Figure 3 shows the two lists of the algorithm in detail and their sizes.'],
    ['a bibliography line', 'Smith, J. and Doe, A. In Proceedings of the Web Conference, pp. 1-12.'],
    ['a heading', 'The Segmented Recency Algorithm and Its Variants in Proxies'],
    ['a torn line', 'the model seamlessly in tegrates with a standard cache of the proxy.'],
    ['a broken word', 'The algo- rithm keeps objects on probation until the second request arrives.'],
    ['a formula', 'Let p(x) = Σ w_i f_i(x) ≤ 1 and q = 0 for all x ∈ X in the set.'],
    ['capitals', 'THIS PAPER IS PART OF THE PROCEEDINGS OF A LARGE MEETING.'],
    ['a question', 'Which eviction algorithm should a proxy use for large objects then?'],
    ['an address', 'The code of the proxy cache is available at https://example.org/cache for everybody.'],
    ['a heading’s number', '4.3 Admission and eviction We tried to raise the limits that were imposed on the cache.'],
    ['a stop inside a phrase', 'The popularity of a. common object can be as high as that of five others.'],
    ['a stop off its word', 'The difference between the two caches is significant at the given p-value .'],
    ['a glued word', 'Experiments on Chineseto-English requests show that the cache serves them well.'],
    ['the announcement of an end', 'We conclude by examining factors that make the eviction of objects hard.'],
    ['unbalanced brackets', 'The cache (which is kept in memory is never written back to the disk.'],
    ['invisible characters', 'The cache keeps \u202eobjects on probation until a second request arrives.'],
  ])('refuses %s', (_, sentence) => {
    expect(isQuotable(sentence)).toBe(false);
  });
});

describe('what leans on its surroundings', () => {
  it.each([
    'In small networks it falls back to the rate of a plain list.',
    'The accuracy of the two approaches differs on the second half of the trace.',
    'All of them require a second request before an object is protected.',
    'As will be discussed later, the probation list is not kept on disk.',
    'In that work, the authors only kept a single list of objects in memory.',
  ])('%s', (sentence) => {
    expect(dependence(sentence)).toBeGreaterThanOrEqual(0.3);
  });

  it('is not a sentence that names what it speaks of', () => {
    expect(dependence('SizeWise admits an object with a probability that falls with its size.')).toBe(0);
  });
});

describe('words torn or glued by a conversion', () => {
  const vocabulary = vocabularyOf(
    `sentiment ${'sentiment '.repeat(8)} sen timent subjective subjective subjective tweets tweets tweets stronger which first model show show we we we`,
  );
  it.each([
    'A robust sen timent detector for short messages.',
    'It distinguishes the subjectivetweets of a user.',
    'A method whichfirst finds the messages.',
    'Weshow that a model is better.',
    'It uses astronger model.',
  ])('%s', (sentence) => {
    expect(tornWords(sentence, vocabulary)).toBeGreaterThan(0);
  });

  it('are not whole words of their kind', () => {
    expect(tornWords('No strategy is best everywhere, whenever it is framework or database.', vocabulary)).toBe(0);
  });
});

describe('sections', () => {
  it('are told by name, numbered ones by their place', () => {
    expect(
      sectionRoles(['1 Introduction', '2 The Algorithm', '3 Experiments', '4 Conclusions', 'Acknowledgments']),
    ).toEqual(['introduction', 'method', 'evaluation', 'conclusion', 'back']);
    expect(sectionRoles(['1.', '2.', '3.', 'References'])).toEqual(['introduction', 'body', 'conclusion', 'back']);
  });
});

describe('the extractive reader', () => {
  it('takes nothing that is not in the text at its offsets', async () => {
    for (const work of WORKS) {
      const { note, text } = await read(work);
      expect(PaperNote.parse(note)).toEqual(note);
      for (const anchor of anchors(note)) expect(text.text.slice(anchor.start, anchor.end)).toBe(anchor.quote);
    }
  });

  it('reads each part where it stands', async () => {
    const { note } = await read(FULL);
    expect(note.access).toBe('full');
    expect(note.claims.map((c) => c.anchor.quote).join(' ')).toContain('31.5% to 38.2%');
    expect(note.method.map((a) => a.quote)).toContain(
      'Our algorithm consists of two recency lists, one for objects on probation and one for protected objects.',
    );
    expect(note.evaluation.map((a) => a.section)).toContain('Experiments');
    expect(note.limitations.map((a) => a.quote)).toContain('Our algorithm does not consider the size of objects.');
    expect(note.limitations.map((a) => a.quote).join(' ')).not.toContain('current recency lists cannot');
    expect(
      anchors(note)
        .map((a) => a.quote)
        .join(' '),
    ).not.toMatch(/thank the operators|Proceedings|Figure 3/);
  });

  it('fills the cells with spans of the paper', async () => {
    const { note } = await read(FULL);
    expect(note.table.method?.text).toBe('a segmented recency algorithm');
    expect(note.table.result?.text).toMatch(/38\.2%|6\.7 points/);
  });

  it('answers sub-questions with what speaks to them', async () => {
    const { note } = await read(ABSTRACT);
    const bySq = (id: string) =>
      note.claims
        .filter((c) => c.sq.includes(id))
        .map((c) => c.anchor.quote)
        .join(' ');
    expect(bySq('SQ2')).toContain('4.1 points');
    expect(note.concerns.join(' ')).toContain('Only the abstract');
  });

  it('says so when there is nothing to read, and makes nothing up', async () => {
    for (const abstract of ['', 'Too short.', '%PDF-1.4 ÿþ ¶¶ 0 0 0']) {
      const { note } = await read({ ...ABSTRACT, abstract });
      expect(anchors(note)).toEqual([]);
      expect(note.tldr).toBe('');
      expect(note.concerns.length).toBeGreaterThan(0);
    }
  });

  it('gives the same note for the same text', async () => {
    expect(await read(FULL)).toEqual(await read(FULL));
  });
});

describe('the reader with a model', () => {
  const input = { goal: GOAL, paper: recordOf(ABSTRACT), text: textOf(ABSTRACT), nodes: NODES };
  const empty = {
    tldr: 't',
    claims: [],
    method_quotes: [],
    evaluation_quotes: [],
    limitation_quotes: [],
    related_work_quotes: [],
    concerns: [],
    table: { method: null, data: null, measure: null, result: null },
  };

  it('keeps quotes that are in the text and counts those that are not', () => {
    const note = readerRole.accept(
      {
        ...empty,
        claims: [
          {
            statement: 'It helps by 4.1 points.',
            quote: 'It improves the object hit ratio by 4.1 points on three production traces',
            sub_questions: ['SQ2', 'SQ9'],
          },
          {
            statement: 'It helps by 9 points.',
            quote: 'It improves the object hit ratio by 9.1 points',
            sub_questions: ['SQ2'],
          },
        ],
        limitation_quotes: [
          'The model cannot follow sudden changes of popularity',
          'The model can follow sudden changes of popularity',
        ],
      },
      input,
    );
    expect(note.claims.map((c) => [c.id, c.sq])).toEqual([['c1', ['SQ2']]]);
    expect(note.limitations).toHaveLength(1);
    expect(note.dropped_quotes).toBe(2);
  });

  it('is asked again when no quote can be found', () => {
    const wrong = {
      ...empty,
      claims: [{ statement: 's', quote: 'A sentence the paper does not have at all.', sub_questions: [] }],
    };
    expect(() => readerRole.accept(wrong, input)).toThrow(AnswerRejected);
  });

  it('gets the paper in a document block only', () => {
    const prompt = readerRole.prompt(input);
    expect(prompt.documents.map((d) => d.text).join('')).toContain('sudden changes');
    expect(prompt.instruction + prompt.system).not.toContain('sudden changes');
  });

  it('and without one agree on the facts of the record', async () => {
    const note = await readerRole.extract(input, { embedder });
    expect(note).toMatchObject({ id: ABSTRACT.id, preprint: true, access: 'abstract', text_sha256: input.text.sha256 });
  });
});
