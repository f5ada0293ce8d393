import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ArtefactInvalid } from '../../../shared/contracts/errors.ts';
import { parseFindingMd, renderFindingMd } from '../../../shared/present/finding-md.ts';
import { parsePaperNoteMd, renderPaperNoteMd } from '../../../shared/present/paper-note-md.ts';
import { finding, findingPaper, HOSTILE, note } from './sample.ts';

const SUMMARY = {
  summary: 'One paper bounds the queue.',
  key_results: [{ text: 'Bounded.', ids: ['arxiv:2101.00001'] }],
};
const words = fc.string({ unit: 'binary', maxLength: 60 }).filter((s) => s.isWellFormed());

describe('finding files', () => {
  it("keep the seed's fields first and in its order", () => {
    const file = renderFindingMd(finding(), SUMMARY);
    const top = [...file.slice(0, file.indexOf('\n---\n', 4)).matchAll(/^(\w+):/gm)].map((m) => m[1]);
    expect(top.slice(0, 8)).toEqual([
      'sub_question_id',
      'researcher',
      'researcher_run_id',
      'query_used',
      'results_count',
      'status',
      'papers',
      'notes',
    ]);
    const fields = [...file.matchAll(/^(?: {2}- | {4})(\w+):/gm)].map((m) => m[1]).slice(0, 8);
    expect(fields).toEqual(['id', 'title', 'authors', 'year', 'abstract', 'url', 'cites', 'relevance_self_score']);
    expect(file).toContain('notes: |\n');
    expect(file).toContain('# Findings: SQ2 (library researcher)\n\n## Summary\n');
  });

  it('come back as they were, whatever the words in them', () => {
    fc.assert(
      fc.property(words, words, words, (title, notes, query) => {
        const before = finding({
          query_used: query,
          notes,
          papers: [findingPaper('lib:0123456789', { title, abstract: notes })],
        });
        expect(parseFindingMd(renderFindingMd(before, { summary: title, key_results: [] }))).toEqual(before);
      }),
      { numRuns: 300 },
    );
  });

  it('are refused at every point where a write may have stopped', () => {
    const file = renderFindingMd(finding(), SUMMARY);
    const headings = file.indexOf('## Key results') + '## Key results'.length;
    for (let cut = 0; cut < headings; cut += 7) {
      expect(() => parseFindingMd(file.slice(0, cut), 'findings/x.md')).toThrow(ArtefactInvalid);
    }
  });

  it('keep hostile text out of the body as markup', () => {
    const file = renderFindingMd(finding(), { summary: HOSTILE, key_results: [{ text: HOSTILE, ids: [] }] });
    const body = file.slice(file.indexOf('# Findings'));
    expect(body).not.toMatch(/<script|[^\\]\]\(|\u202e|\u200b/);
  });
});

describe('paper notes', () => {
  it('come back as they were, whatever the words in them', () => {
    fc.assert(
      fc.property(words, fc.string({ unit: 'binary', minLength: 1, maxLength: 80 }), words, (title, quote, tldr) => {
        const anchor = { quote, start: 3, end: 3 + quote.length, section: title };
        const before = note({
          title,
          tldr,
          claims: [{ id: 'c1', statement: tldr, anchor, sq: ['SQ1'] }],
          limitations: [anchor],
        });
        expect(parsePaperNoteMd(renderPaperNoteMd(before))).toEqual(before);
      }),
      { numRuns: 300 },
    );
  });

  it('are refused at every point where a write may have stopped', () => {
    const file = renderPaperNoteMd(note());
    for (let cut = 0; cut < file.length - 4; cut += 11) {
      expect(() => parsePaperNoteMd(file.slice(0, cut), 'papers/x.md')).toThrow(ArtefactInvalid);
    }
    expect(() => parsePaperNoteMd('', 'papers/x.md')).toThrow(/papers\/x\.md.*empty/);
  });

  it('show every section, quote and offset to a reader', () => {
    const file = renderPaperNoteMd(note());
    expect(file).toContain('**c1** for SQ1: “A bounded queue never blocks the reader.” (Abstract, 20–60)');
    expect(file).toContain('## Limitations\n\n- none found');
  });
});
