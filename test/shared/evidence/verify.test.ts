import { describe, expect, it } from 'vitest';
import { isPreprint } from '../../../shared/contracts/preprint.ts';
import { type Sentence, Synthesis } from '../../../shared/contracts/synthesis.ts';
import { verifySynthesis } from '../../../shared/evidence/verify.ts';
import { record, storedText } from './read-paper.ts';

const A = 'doi:10.1000/a';
const B = 'arxiv:2401.00002';
const TEXT_A =
  'Adaptive eviction reduces tail latency by 23% on the Zipf trace. It needs 2 MB of metadata on every node.';
const TEXT_B = 'Static eviction has a lower tail latency on scans. We measured it on three machines.';
const TEXTS = new Map([
  [A, storedText(A, 'Adaptive eviction', TEXT_A)],
  [B, storedText(B, 'Static eviction', TEXT_B, 'abstract')],
]);
const KNOWN = new Map([
  [A, record(A, { doi: '10.1000/a', venue: 'OSDI' })],
  [B, record(B, { arxivId: '2401.00002' })],
]);

const ours = (text: string, cites: string[], changes: Partial<Sentence> = {}): Sentence => ({
  text,
  voice: 'ours',
  cites,
  support: [],
  verdict: 'not-needed',
  marks: [],
  ...changes,
});
const synthesis = (changes: Partial<Synthesis>): Synthesis => ({
  topic: 'Caches',
  writer: 'test',
  partial: null,
  answer: [],
  top_findings: [],
  unanswered: [],
  sections: [],
  table: [],
  tensions: [],
  gaps: [],
  reading_list: [],
  references: [],
  ...changes,
});
const answer = (...sentences: Sentence[]) => verifySynthesis(synthesis({ answer: sentences }), TEXTS, KNOWN);

describe('verifySynthesis', () => {
  it('gives every cited sentence a verdict, its best passage and its marks', () => {
    const {
      synthesis: result,
      problems,
      counts,
    } = answer(
      ours('Adaptive eviction cuts tail latency by 23% on the Zipf trace.', [A]),
      ours('Static eviction has a lower tail latency on scans.', [B]),
      ours('Two questions follow.', []),
    );
    expect(problems).toEqual([]);
    expect(result.answer.map((s) => s.verdict)).toEqual(['supported', 'supported', 'not-needed']);
    expect(result.answer[0]!.marks).toEqual(['single-source']);
    expect(result.answer[1]!.marks).toEqual(['single-source', 'preprint', 'abstract-only']);
    const [support] = result.answer[0]!.support;
    expect(TEXT_A.slice(support!.anchor.start, support!.anchor.end)).toBe(support!.anchor.quote);
    expect(result.references).toEqual([A, B]);
    expect(counts).toMatchObject({ sentences: 3, cited: 2, supported: 2, unsupported: 0 });
    expect(Synthesis.parse(result)).toEqual(result);
  });

  it('takes a title for what a work is about, and for nothing else', () => {
    const text = 'The attention kernel keeps blocks on chip and recomputes them in the backward pass.';
    const texts = new Map([[A, storedText(A, 'Memory-efficient exact attention with tiling', text)]]);
    const verdict = (said: string) =>
      verifySynthesis(synthesis({ answer: [ours(said, [A])] }), texts, KNOWN).synthesis.answer[0]!.verdict;
    expect(verdict('Work on memory-efficient exact attention.')).toBe('weak');
    expect(verdict('Memory-efficient exact attention saves 75 percent of the energy.')).toBe('unsupported');
    expect(verdict('Garbage collection of distributed objects is cheap.')).toBe('unsupported');
    const asks = new Map([[A, storedText(A, 'Is memory-efficient exact attention with tiling worth it?', text)]]);
    const asked = verifySynthesis(
      synthesis({ answer: [ours('Memory-efficient exact attention with tiling is worth it.', [A])] }),
      asks,
      KNOWN,
    );
    expect(asked.synthesis.answer[0]!.verdict).toBe('unsupported');
  });

  it('drops unknown citations, in the list and in the wording, and keeps the known ones', () => {
    const { synthesis: result, problems } = answer(
      ours('Adaptive eviction needs 2 MB of metadata on every node [Ghost2020].', [A, 'doi:10.1000/ghost']),
    );
    expect(result.answer[0]!.cites).toEqual([A]);
    expect(result.answer[0]!.text).toBe('Adaptive eviction needs 2 MB of metadata on every node [citation removed].');
    expect(result.answer[0]!.marks).toContain('unknown-citation');
    expect(problems.join('\n')).toContain('doi:10.1000/ghost');
    expect(problems.join('\n')).toContain('Ghost2020');
  });

  it('lets nothing stand that is named without being cited, in sentences, remarks and reasons', () => {
    const { synthesis: result, problems } = verifySynthesis(
      synthesis({
        answer: [ours('Adaptive eviction needs 2 MB of metadata on every node (doi:10.9999/ghost).', [A])],
        unanswered: [{ sq: null, text: 'Scans, see Ghost et al. (2020).' }],
        reading_list: [{ paper: A, reason: 'Better than https://ghost.example/paper.' }],
      }),
      TEXTS,
      KNOWN,
    );
    expect(JSON.stringify(result)).not.toMatch(/ghost/i);
    expect(result.answer[0]).toMatchObject({ verdict: 'supported', cites: [A] });
    expect(result.answer[0]!.marks).toContain('unknown-citation');
    expect(problems).toHaveLength(3);
  });

  it('keeps the mark of a citation that was taken out before', () => {
    const before = ours('Adaptive eviction needs 2 MB of metadata on every node.', [A], {
      marks: ['unknown-citation'],
    });
    const { synthesis: result, problems } = answer(before, { ...before, cites: [] });
    expect(result.answer.map((s) => s.verdict)).toEqual(['supported', 'unsupported']);
    for (const { marks } of result.answer) expect(marks).toContain('unknown-citation');
    expect(problems.join()).toContain('cite only ids you were given');
  });

  it('takes a quotation without a source for none', () => {
    const { synthesis: result } = answer(ours('They say "a cache that is always right costs nothing".', []));
    expect(result.answer[0]!.verdict).toBe('unsupported');
  });

  it('marks what no passage backs', () => {
    const { synthesis: result, problems } = answer(
      ours('Adaptive eviction reduces tail latency by 48% on the Zipf trace.', [A]),
    );
    expect(result.answer[0]).toMatchObject({ verdict: 'unsupported', marks: ['single-source', 'unsupported'] });
    expect(problems).toHaveLength(1);
  });

  it('wants quotes word for word', () => {
    const quote = (text: string) => ours(text, [A], { voice: 'quote' });
    const { synthesis: result, counts } = answer(
      quote('“It needs 2 MB of metadata on every node.”'),
      quote('“It needs 3 MB of metadata on every node.”'),
      ours('They say “it needs no metadata on every node at all” of it.', [A]),
    );
    expect(result.answer.map((s) => s.verdict)).toEqual(['supported', 'unsupported', 'unsupported']);
    expect(counts.dropped_quotes).toBe(2);
  });

  it('moves anchors with wrong offsets and drops anchors with wrong quotes', () => {
    const anchor = { quote: 'needs 2 MB of metadata', start: 0, end: 22, section: null };
    const { synthesis: result, problems } = answer(
      ours('It needs 2 MB of metadata on every node.', [A], {
        support: [
          { paper: A, anchor, score: 0.9 },
          { paper: A, anchor: { ...anchor, quote: 'needs 9 MB of metadata' }, score: 0.9 },
        ],
      }),
    );
    for (const { anchor: found } of result.answer[0]!.support)
      expect(TEXT_A.slice(found.start, found.end)).toBe(found.quote);
    expect(result.answer[0]!.support.some((s) => s.anchor.quote === anchor.quote)).toBe(true);
    expect(problems.join('\n')).toContain('needs 9 MB of metadata');
  });

  it('empties cells without an anchor and drops rows and reading items of unknown records', () => {
    const cell = (quote: string) => ({ text: quote, anchor: { quote, start: 0, end: 1, section: null } });
    const row = { method: cell('Adaptive eviction'), data: cell('the Uniform trace'), measure: null, result: null };
    const { synthesis: result, counts } = verifySynthesis(
      synthesis({
        table: [
          { paper: A, ...row },
          { paper: 'doi:10.1000/ghost', ...row },
        ],
        reading_list: [
          { paper: A, reason: 'central' },
          { paper: 'doi:10.1000/ghost', reason: 'none' },
        ],
      }),
      TEXTS,
      KNOWN,
    );
    expect(result.table).toHaveLength(1);
    expect(result.table[0]!.method!.anchor).toMatchObject({ start: 0, end: 17 });
    expect(result.table[0]!.data).toBeNull();
    expect(result.reading_list).toHaveLength(1);
    expect(counts).toMatchObject({ dropped_cells: 1, unknown_citations: 2 });
  });

  it('wants every contradiction discussed and no other', () => {
    const { synthesis: result, problems } = verifySynthesis(
      synthesis({
        tensions: [
          { id: 'C1', sentences: [ours('Static eviction has a lower tail latency on scans.', [B])] },
          { id: 'C9', sentences: [] },
        ],
      }),
      TEXTS,
      KNOWN,
      { contradictions: ['C1', 'C2'] },
    );
    expect(result.tensions.map((t) => t.id)).toEqual(['C1']);
    expect(problems.some((p) => p.startsWith('Contradiction C2'))).toBe(true);
    expect(problems.some((p) => p.includes('C9'))).toBe(true);
  });
});

describe('isPreprint', () => {
  it.each([
    [record('arxiv:2401.00002', { arxivId: '2401.00002' }), true],
    [record('doi:10.48550/arxiv.2401.00002', { doi: '10.48550/arxiv.2401.00002' }), true],
    [record('arxiv:2401.00002', { venue: 'arXiv.org' }), true],
    [record('doi:10.1000/a', { ids: ['doi:10.1000/a', 'arxiv:2401.00002'] }), false],
    [record('arxiv:2401.00002', { venue: 'ICSE' }), false],
    [record('lib:0123456789'), false],
  ])('%#', (paper, expected) => {
    expect(isPreprint(paper)).toBe(expected);
  });
});
