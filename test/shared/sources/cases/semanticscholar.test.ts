import { describe, expect, it } from 'vitest';
import { Breaker } from '../../../../shared/sources/breaker.ts';
import { isWanted } from '../../../../shared/sources/same-title.ts';
import { MemoryTable } from '../../../../shared/store/memory.ts';
import { FakeTime } from '../../../support/fake-time.ts';
import { parse } from './support.ts';

const sha = (letter: string) => letter.repeat(40);

describe('Semantic Scholar, what went wrong for others', () => {
  it('s2-01: no hits come without data', () => {
    const result = parse('semanticscholar', { total: 0, offset: 0 });
    expect([result.outcome, result.total, result.papers.length]).toEqual(['none', 0, 0]);
  });

  it('s2-02: both ways of saying no match are none', () => {
    expect(parse('semanticscholar', { error: 'Title match not found' }, { status: 404 }).outcome).toBe('none');
    expect(parse('semanticscholar', { error: 'Title match not found' }, { status: null }).outcome).toBe('none');
    expect(parse('semanticscholar', { data: [] }).outcome).toBe('none');
  });

  it('s2-03: another paper under a short title is not accepted', () => {
    const wanted = { title: 'Falling stones', authors: ['Ines Faller'], year: 2020 };
    const found = {
      title: 'A numerical account of falling stones near Lake Como by drone imaging',
      authors: ['Q. Other'],
      year: 2020,
    };
    expect(isWanted(wanted, found)).toBe(false);
    expect(isWanted(wanted, { title: 'Falling Stones', authors: ['Q. Other'], year: 2020 })).toBe(false);
    expect(isWanted(wanted, { title: 'Falling stones.', authors: ['Faller, I.'], year: 2021 })).toBe(true);
  });

  it('s2-04: a 429 without Retry-After waits 1, 2, 4, 8 s and then gives up with a note', async () => {
    for (const body of [
      { message: 'Too Many Requests' },
      { message: 'Please use an API key for higher limits', code: '429' },
    ]) {
      const result = parse('semanticscholar', body, { status: 429 });
      expect(result.outcome).toBe('throttled');
      expect(result.retry).toEqual({ kind: 'burst', waitMs: null });
      expect(parse('semanticscholar', body, { status: null }).outcome).toBe('throttled');
    }
    const time = new FakeTime();
    const breaker = new Breaker(new MemoryTable(), time, () => 0);
    const waits: number[] = [];
    for (let i = 0; i < 4; i++) {
      const wait = await breaker.trip('semanticscholar', 'throttled', { kind: 'burst', waitMs: null }, 'refused');
      waits.push(wait);
      void time.sleep(wait);
      await time.run();
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000]);
  });

  it('s2-05: trying again ends with the time of the source, not after minutes (see the caller’s tests)', () => {
    const hopeless = parse(
      'semanticscholar',
      { message: 'Too Many Requests' },
      { status: 429, headers: { 'retry-after': '600' } },
    );
    expect(hopeless.retry?.waitMs).toBe(600_000);
  });

  it('s2-07: holes in a batch are no papers and shift nothing', () => {
    const result = parse('semanticscholar', [
      { paperId: sha('a'), title: 'First' },
      null,
      { paperId: sha('c'), title: 'Third' },
    ]);
    expect(result.papers.map((paper) => paper.title)).toEqual(['First', 'Third']);
    expect(result.notes.join()).toContain('1 of 3');
  });

  it('s2-08: beyond the window is not nothing', () => {
    const message = 'Requested data for this limit and/or offset is not available';
    for (const status of [400, null])
      expect(parse('semanticscholar', { error: message }, { status }).outcome).toBe('window_exceeded');
    const page = parse('semanticscholar', {
      total: 9_000_000,
      offset: 900,
      next: 1000,
      data: [{ paperId: sha('d'), title: 'Last' }],
    });
    expect(page.next).toBeNull();
  });

  it('s2-09: an empty open-access address is absent', () => {
    const [paper] = parse('semanticscholar', {
      data: [{ paperId: sha('e'), title: 'T', openAccessPdf: { url: '', status: null } }],
    }).papers;
    expect(paper!.openAccessUrl).toBeNull();
  });

  it('s2-10: references without an id are told apart by their titles', () => {
    const result = parse('semanticscholar', {
      data: [
        { citedPaper: { paperId: null, title: 'Memo on bees' } },
        { citedPaper: { paperId: null, title: 'Memo on wasps' } },
        { citedPaper: { paperId: null, title: 'Memo on  BEES' } },
      ],
    });
    expect(result.papers.map((paper) => paper.title)).toEqual(['Memo on bees', 'Memo on wasps']);
    expect(new Set(result.papers.map((paper) => paper.id)).size).toBe(2);
    expect(JSON.stringify(result.papers)).not.toContain('s2:null');
  });

  it('s2-12: repeats inside one answer go, by id and by DOI', () => {
    const row = (id: string, doi?: string) => ({
      citingPaper: { paperId: sha(id), title: `Paper ${id}`, externalIds: doi ? { DOI: doi } : {} },
    });
    const result = parse('semanticscholar', {
      data: [row('a', '10.5555/One'), row('a'), row('b', '10.5555/ONE'), row('c')],
    });
    expect(result.papers.map((paper) => paper.title)).toEqual(['Paper a', 'Paper c']);
  });

  it('s2-13: an elided list of references is unknown, not empty', () => {
    for (const data of [[], null]) {
      const result = parse('semanticscholar', {
        citingPaperInfo: { openAccessPdf: { disclaimer: 'elided by the publisher' } },
        data,
      });
      expect(result.outcome).toBe('partial');
      expect(result.notes.join()).toMatch(/unknown, not empty/);
    }
  });

  it('cleans ids: DOI in any case and with rubbish behind it', () => {
    const [paper] = parse('semanticscholar', {
      data: [
        {
          paperId: sha('f'),
          title: 'T',
          externalIds: { DOI: '10.5555/S0001, EDN: QWERTY', ArXiv: '1605.08000', ACL: 'P99-1001', DBLP: 'conf/x/Y99' },
        },
      ],
    }).papers;
    expect(paper!.ids).toEqual([
      'doi:10.5555/s0001',
      'arxiv:1605.08000',
      'acl:P99-1001',
      'dblp:conf/x/Y99',
      `s2:${sha('f')}`,
    ]);
  });
});
