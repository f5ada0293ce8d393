import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildDigest } from '../../../shared/schedule/digest/build.ts';
import {
  type Digest,
  type DigestPaper,
  hasNews,
  NOTHING_KNOWN,
  type Snapshot,
} from '../../../shared/schedule/digest/digest.ts';
import { digestHtml } from '../../../shared/schedule/digest/html.ts';
import { makeDue } from '../../../shared/schedule/digest/make.ts';
import { digestMarkdown } from '../../../shared/schedule/digest/markdown.ts';
import { sendNotices } from '../../../shared/schedule/notice.ts';
import { makeWorld, type World } from '../api/fakes.ts';
import { type Found, finish, paper } from './finished.ts';

const ID = 'weekly';
const FLASH = paper('arxiv:2205.14135', 'FlashAttention: Fast and Memory-Efficient Exact Attention with IO-Awareness', {
  authors: ['Tri Dao', 'Daniel Y. Fu', 'Stefano Ermon', 'Atri Rudra', 'Christopher Ré'],
  year: 2022,
});
const FLASH_PUBLISHED = paper('doi:10.5555/3600270.3601459', FLASH.title!, {
  authors: [...FLASH.authors],
  year: 2022,
  venue: 'Advances in Neural Information Processing Systems',
  doi: '10.5555/3600270.3601459',
});
const LINFORMER = paper('arxiv:2006.04768', 'Linformer: Self-Attention with Linear Complexity');
const MAMBA = paper('arxiv:2312.00752', 'Mamba: Linear-Time Sequence Modeling with Selective State Spaces');
const QUESTION = 'Which approaches to efficient attention exist?';

async function world(): Promise<World> {
  const made = makeWorld();
  await made.service('a').schedules.create({ name: ID, expression: 'rate(7 days)', request: { topic: 'attention' } });
  return made;
}

/** One scheduled run from its start to its digest. */
async function week(made: World, found: Found): Promise<Digest | undefined> {
  made.time += 7 * 86_400_000;
  const { slug } = await made.service('a').schedules.fire(ID, new Date(made.time), 'clock');
  await finish(made, 'a', slug!, found);
  return (await makeDue(made.runtime, 'a', ID))[0];
}

describe('a second digest', () => {
  it('repeats no paper of the first, not even as its publication', async () => {
    const made = await world();
    const first = await week(made, { papers: [FLASH, LINFORMER] });
    const second = await week(made, { papers: [FLASH_PUBLISHED, MAMBA, LINFORMER] });
    expect(first?.papers.map(({ id }) => id)).toEqual([FLASH.id, LINFORMER.id]);
    expect(second).toMatchObject({ number: 2, known: 2 });
    expect(second?.papers.map(({ id }) => id)).toEqual([MAMBA.id]);
  });

  it('knows a paper again by any of its ids', async () => {
    const made = await world();
    await week(made, { papers: [paper('openalex:W1', 'An old title', { ids: ['openalex:W1', 'doi:10.1/x'] })] });
    const renamed = paper('doi:10.1/x', 'A quite different title after review', { authors: ['Somebody Else'] });
    expect((await week(made, { papers: [renamed] }))?.papers).toEqual([]);
  });

  it('tells which answers changed and why, and passes over another wording', async () => {
    const made = await world();
    const other = 'What do benchmarks measure?';
    await week(made, {
      papers: [FLASH, LINFORMER],
      answers: [
        { question: QUESTION, summary: 'Two of them.', evidence: [FLASH, LINFORMER] },
        { question: other, summary: 'Speed.', evidence: [LINFORMER] },
      ],
    });
    const second = await week(made, {
      papers: [FLASH_PUBLISHED, MAMBA, LINFORMER],
      answers: [
        { question: QUESTION, summary: 'Three of them.', evidence: [FLASH_PUBLISHED, MAMBA] },
        { question: other, summary: 'They measure speed.', evidence: [LINFORMER] },
      ],
    });
    expect(second?.answers).toEqual([
      {
        question: QUESTION,
        change: 'changed',
        before: 'Two of them.',
        after: 'Three of them.',
        why: [`Now rests on “${MAMBA.title}”, which is new.`, `No longer rests on “${LINFORMER.title}”.`],
      },
    ]);
  });

  it('tells of an answer that was lost, and why; once', async () => {
    const made = await world();
    const answered = { papers: [FLASH], answers: [{ question: QUESTION, summary: 'Yes.', evidence: [FLASH] }] };
    const lost = {
      papers: [FLASH],
      answers: [{ question: QUESTION, summary: null, evidence: [], reason: 'arxiv: blocked' }],
    };
    await week(made, answered);
    expect((await week(made, lost))?.answers).toMatchObject([
      { change: 'lost', before: 'Yes.', why: ['arxiv: blocked'] },
    ]);
    expect((await week(made, lost))?.answers).toEqual([]);
  });

  it('tells a tension once, whichever version of its papers it names', async () => {
    const made = await world();
    const claim = 'exact attention is faster than approximate attention';
    await week(made, { papers: [FLASH, LINFORMER], tensions: [{ claim, a: FLASH, b: LINFORMER }] });
    const second = await week(made, {
      papers: [FLASH_PUBLISHED, LINFORMER, MAMBA],
      tensions: [
        { claim, a: LINFORMER, b: FLASH_PUBLISHED },
        { claim: 'state spaces replace attention', a: MAMBA, b: LINFORMER },
      ],
    });
    expect(second?.tensions.map((one) => one.claim)).toEqual(['state spaces replace attention']);
  });

  it('tells when a known paper was retracted since', async () => {
    const made = await world();
    await week(made, { papers: [FLASH] });
    const second = await week(made, { papers: [{ ...FLASH_PUBLISHED, retracted: true }] });
    expect(second?.papers).toEqual([]);
    expect(second?.retracted.map(({ id }) => id)).toEqual([FLASH.id]);
    expect((await week(made, { papers: [{ ...FLASH, retracted: true }] }))?.retracted).toEqual([]);
  });

  it('says so when there is nothing new', async () => {
    const made = await world();
    await week(made, { papers: [FLASH] });
    const second = await week(made, { papers: [FLASH] });
    expect(hasNews(second!)).toBe(false);
    expect(digestMarkdown(second!)).toContain('Nothing new since the last digest; 1 known paper turned up again.');
  });
});

describe('digests', () => {
  it('are made once, in order, and are listed newest first', async () => {
    const made = await world();
    await week(made, { papers: [FLASH] });
    await week(made, { papers: [LINFORMER] });
    expect(await makeDue(made.runtime, 'a', ID)).toEqual([]);
    const { schedules } = made.service('a');
    const page = await schedules.digests(ID, { limit: 1 });
    expect(page).toMatchObject({ digests: [{ number: 2, papers: 1 }], next: 2 });
    expect(await schedules.digests(ID, { limit: 1, before: 2 })).toMatchObject({
      digests: [{ number: 1 }],
      next: null,
    });
    expect(await schedules.digestText(ID, 1, 'markdown')).toContain('FlashAttention');
    expect(await schedules.digestText(ID, 1, 'html')).toContain('<!doctype html>');
  });

  it('are one when two make them at the same moment', async () => {
    const made = await world();
    made.time += 7 * 86_400_000;
    const { slug } = await made.service('a').schedules.fire(ID, new Date(made.time), 'clock');
    await finish(made, 'a', slug!, { papers: [FLASH] });
    const made2 = await Promise.all([makeDue(made.runtime, 'a', ID), makeDue(made.runtime, 'a', ID)]);
    expect(made2.flat()).toHaveLength(1);
    expect((await made.service('a').schedules.digests(ID)).digests).toHaveLength(1);
  });

  it('of a failed run do not exist, and its papers stay new', async () => {
    const made = await world();
    made.time += 7 * 86_400_000;
    const { slug } = await made.service('a').schedules.fire(ID, new Date(made.time), 'clock');
    made.executions.end('a', slug!);
    await made.service('a').cancel(slug!);
    expect(await makeDue(made.runtime, 'a', ID)).toEqual([]);
    expect((await week(made, { papers: [FLASH] }))?.number).toBe(1);
  });

  it('stay when their run is deleted', async () => {
    const made = await world();
    const first = await week(made, { papers: [FLASH] });
    await made.service('a').remove(first!.slug);
    expect((await made.service('a').schedules.digest(ID, 1)).papers).toHaveLength(1);
    expect((await week(made, { papers: [FLASH] }))?.papers).toEqual([]);
  });

  it('go with their schedule', async () => {
    const made = await world();
    await week(made, { papers: [FLASH] });
    await made.service('a').schedules.remove(ID);
    expect(await made.blobs.list('a/schedules/')).toEqual([]);
  });

  it('say that a run ended early', async () => {
    const made = await world();
    const digest = await week(made, { papers: [FLASH], status: 'partial', reason: 'budget' });
    expect(digestMarkdown(digest!)).toContain('The run ended early (budget)');
  });

  it('show text from outside as text', async () => {
    const made = await world();
    const evil = paper('arxiv:1', '<img src=x onerror=alert(1)> [x](javascript:alert(1)) **b**', {
      url: 'javascript:alert(1)',
    });
    const digest = await week(made, { papers: [evil] });
    const page = digestHtml(digest!);
    expect(page).not.toContain('<img');
    expect(page).not.toContain('href="javascript');
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;');
    const markdown = digestMarkdown(digest!);
    expect(markdown).not.toMatch(/(?<!\\)\[x\]\(/);
    expect(markdown).not.toContain('<img');
  });
});

describe('notices', () => {
  it('go out once for each digest with news, with a link', async () => {
    const made = await world();
    const sent: string[] = [];
    const notifier = {
      notify: async (_owner: string, subject: string, text: string) => void sent.push(`${subject}\n${text}`),
    };
    const links = { link: async (key: string) => ({ url: `https://x/${key}`, expires: '2026-03-08T10:15:00.000Z' }) };
    await week(made, { papers: [FLASH] });
    await week(made, { papers: [FLASH] });
    expect(await sendNotices(made.runtime, notifier, links, 'a', ID)).toEqual([1]);
    expect(await sendNotices(made.runtime, notifier, links, 'a', ID)).toEqual([]);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatch(
      /^Plumbline: weekly, digest 1\nThe first digest: 1 paper.*FlashAttention.*https:\/\/x\/a\/schedules\/weekly\//s,
    );
  });

  it('are sent again when sending failed', async () => {
    const made = await world();
    await week(made, { papers: [FLASH] });
    const failing = { notify: async () => Promise.reject(new Error('no topic')) };
    await expect(sendNotices(made.runtime, failing, null, 'a', ID)).rejects.toThrow('no topic');
    const sent: string[] = [];
    const notifier = { notify: async (_owner: string, subject: string) => void sent.push(subject) };
    expect(await sendNotices(made.runtime, notifier, null, 'a', ID)).toEqual([1]);
  });
});

describe('over any weeks', () => {
  it('every paper is told of once', () => {
    const pool: DigestPaper[] = Array.from({ length: 12 }, (_, n) => ({
      id: `doi:10.1/${n}`,
      ids: [`doi:10.1/${n}`, `arxiv:2401.0000${n % 10}${n > 9 ? 'x' : ''}`].slice(0, n > 9 ? 1 : 2),
      title: [
        'graph',
        'sequence',
        'image',
        'proof',
        'cache',
        'query',
        'type',
        'kernel',
        'socket',
        'cipher',
        'robot',
        'speech',
      ][n]!.repeat(3),
      authors: [`Author ${'abcdefghijkl'[n]}`],
      year: 2000 + n,
      venue: null,
      url: null,
      preprint: false,
      retracted: false,
      questions: [],
    }));
    fc.assert(
      fc.property(fc.array(fc.subarray(pool), { minLength: 1, maxLength: 6 }), (weeks) => {
        let known = NOTHING_KNOWN;
        const told: string[] = [];
        for (const [at, papers] of weeks.entries()) {
          const snapshot: Snapshot = { papers, answers: [], tensions: [] };
          const head = {
            schedule: 's',
            name: 's',
            number: at + 1,
            slug: 's',
            topic: 't',
            time: 't',
            status: 'complete' as const,
            reason: null,
          };
          const built = buildDigest(head, known, snapshot);
          known = built.known;
          told.push(...built.digest.papers.map(({ id }) => id));
          expect(built.digest.papers.length + built.digest.known).toBe(papers.length);
        }
        expect(told).toHaveLength(new Set(told).size);
        expect(new Set(told)).toEqual(new Set(weeks.flat().map(({ id }) => id)));
      }),
      { numRuns: 60 },
    );
  });
});
