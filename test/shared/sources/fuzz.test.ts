import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ParsedAnswer, parseProvider } from '../../../shared/sources/parse.ts';
import { PROVIDERS } from '../../../shared/sources/provider.ts';
import { parseAnthropicSearch } from '../../../shared/sources/providers/anthropic.ts';
import { SYNTHETIC } from '../../support/synthetic-sources.ts';

const now = Date.parse('2026-06-15T12:00:00Z');
const bytes = (text: string) => new TextEncoder().encode(text);
const request = {
  provider: '',
  method: 'GET',
  url: new URL('http://x/search/repositories'),
  headers: {},
  body: '{"ids":["DOI:10.5555/fair.2024"]}',
};

async function sample(provider: string): Promise<Uint8Array> {
  const { body } = await SYNTHETIC[provider]!(request);
  return typeof body === 'string' ? bytes(body) : body;
}

function check(provider: string, body: Uint8Array, status: number | null, contentType: string | null) {
  const result = parseProvider(provider, body, { status, contentType, now });
  ParsedAnswer.parse(result);
  if (result.outcome === 'none') expect(result.papers.length + result.posts.length).toBe(0);
  if (result.outcome === 'hits') expect(result.papers.length + result.posts.length).toBeGreaterThan(0);
  for (const paper of result.papers) expect(paper.title).not.toBe('');
}

const statuses = fc.constantFrom(null, 200, 200, 200, 304, 400, 403, 404, 429, 500, 503);
const types = fc.constantFrom(
  null,
  'application/json',
  'text/html; charset=utf-8',
  'application/atom+xml',
  'text/plain; charset=nonsense',
  'application/json; charset=utf-16le',
);

describe('parsers meet any bytes with a typed outcome', () => {
  it('cut off and bit-flipped answers', async () => {
    for (const provider of PROVIDERS) {
      const whole = await sample(provider);
      await fc.assert(
        fc.property(
          fc.nat(whole.length),
          fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 6 }),
          statuses,
          types,
          (end, flips, status, type) => {
            const body = whole.slice(0, end);
            for (const [at, value] of flips) if (at < body.length) body[at] = value;
            check(provider, body, status, type);
          },
        ),
        { numRuns: 60, seed: 17 },
      );
    }
  }, 60_000);

  it('right JSON with values of the wrong type', async () => {
    for (const provider of PROVIDERS) {
      const text = new TextDecoder().decode(await sample(provider));
      if (!text.startsWith('{') && !text.startsWith('[')) continue;
      const leaves = fc.oneof(
        fc.constant(null),
        fc.integer(),
        fc.string(),
        fc.constant([]),
        fc.constant({}),
        fc.constant([[null]]),
        fc.boolean(),
        fc.constant([{}]),
        fc.double(),
      );
      await fc.assert(
        fc.property(fc.array(leaves, { minLength: 1, maxLength: 9 }), fc.nat(12), (values, step) => {
          let count = 0;
          const wrong = JSON.stringify(JSON.parse(text), (key, value: unknown) =>
            key !== '' && count++ % 13 === step ? values[count % values.length] : value,
          );
          check(provider, bytes(wrong), 200, 'application/json');
        }),
        { numRuns: 40, seed: 17 },
      );
    }
  }, 60_000);

  it('arbitrary bytes, JSON and texts', async () => {
    await fc.assert(
      fc.property(
        fc.constantFrom(...PROVIDERS),
        fc.oneof(
          fc.uint8Array({ maxLength: 400 }),
          fc.json().map(bytes),
          fc.string().map(bytes),
          fc.string().map((text) => bytes(`<?xml version="1.0"?><feed>${text}</feed>`)),
        ),
        statuses,
        types,
        check,
      ),
      { numRuns: 600, seed: 17 },
    );
    await fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 300 }),
          fc.json().map(bytes),
          fc.json().map((json) => bytes(`event: x\ndata: ${json}\n\n`)),
        ),
        (body) => {
          ParsedAnswer.parse(parseAnthropicSearch({ status: 200, contentType: null, headers: {}, body }, { now }));
        },
      ),
      { numRuns: 300, seed: 17 },
    );
  });

  it('JSON of another service is a failure, never an empty answer', () => {
    for (const provider of PROVIDERS) {
      for (const text of ['{}', 'null', '17', '"x"', '{"ok":true,"items_of_another":[]}']) {
        const result = parseProvider(provider, bytes(text), { status: 200, contentType: 'application/json', now });
        expect([provider, text, result.outcome]).toEqual([provider, text, 'error']);
      }
    }
  });

  it('deep nesting, in JSON and in XML', () => {
    const deepJson = bytes(`${'{"result":['.repeat(50_000)}1${']}'.repeat(50_000)}`);
    const deepXml = bytes(`<?xml version="1.0"?><feed>${'<entry>'.repeat(30_000)}${'</entry>'.repeat(30_000)}</feed>`);
    const thread = bytes(`${'{"id":1,"type":"comment","children":['.repeat(5000)}${']}'.repeat(5000)}`);
    for (const provider of PROVIDERS) {
      check(provider, deepJson, 200, 'application/json');
      check(provider, deepXml, 200, 'application/xml');
      check(provider, thread, 200, 'application/json');
    }
  }, 60_000);

  it('fifty megabytes, packed bombs and entities that multiply', () => {
    const huge = Buffer.alloc(50_000_000, '{"hits":[],"x":"');
    const bomb = gzipSync(Buffer.alloc(50_000_000, 32));
    const laughs = bytes(
      '<?xml version="1.0"?><!DOCTYPE feed [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><feed><title>&b;</title></feed>',
    );
    for (const provider of PROVIDERS) {
      check(provider, huge, 200, 'application/json');
      check(provider, laughs, 200, 'application/xml');
    }
    check('arxiv', bomb, 200, 'application/xml');
    check('brave', bomb, 200, 'application/json');
  }, 60_000);

  it('texts made to be slow for patterns', () => {
    const nasty = [
      '<'.repeat(300_000),
      '<!--'.repeat(80_000),
      '&'.repeat(300_000),
      '<a '.repeat(100_000),
      ' '.repeat(300_000),
      `<p${' '.repeat(300_000)}`,
      '.'.repeat(300_000),
      'in 1 '.repeat(60_000),
      '(((('.repeat(70_000),
    ];
    for (const text of nasty) {
      const quoted = JSON.stringify(text);
      check(
        'crossref',
        bytes(`{"status":"ok","message":{"DOI":"10.5555/x","title":[${quoted}],"abstract":${quoted}}}`),
        200,
        'application/json',
      );
      check(
        'hackernews',
        bytes(`{"hits":[{"objectID":"1","title":${quoted},"story_text":${quoted}}],"nbHits":1}`),
        200,
        'application/json',
      );
      check('openalex', bytes(`{"error":${quoted},"message":${quoted}}`), null, 'application/json');
      check('dblp', bytes(text), null, null);
      check(
        'semanticscholar',
        bytes(
          `{"data":[{"paperId":"x","title":"T","externalIds":{"DOI":${JSON.stringify(`10.5555/${text}`)},"ArXiv":${quoted}}}]}`,
        ),
        200,
        'application/json',
      );
    }
  }, 60_000);
});
