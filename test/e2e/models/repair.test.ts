import { afterEach, describe, expect, it } from 'vitest';
import { fileNameOf } from '../../../shared/contracts/ids.ts';
import { Synthesis } from '../../../shared/contracts/synthesis.ts';
import { StoredText } from '../../../shared/contracts/text.ts';
import { anchorQuote } from '../../../shared/evidence/anchor.ts';
import { listEvents } from '../../../shared/run/transcript.ts';
import { FLAW_WORDS } from '../../support/messages-server/flaws.ts';
import { type MessagesRequest, materialOf } from '../../support/messages-server/material.ts';
import { runToEnd, storesWith } from '../../support/pipeline.ts';
import { asked, closeServers, cloudAt, serve, textOf } from './bench.ts';
import { RECORDS } from './library.ts';

afterEach(closeServers);

const has = (request: MessagesRequest, property: string) =>
  property in (request.output_config?.format?.schema?.properties ?? {});
const isDraft = (request: MessagesRequest) => has(request, 'sections');
const isRepair = (request: MessagesRequest) => has(request, 'repairs');

const CASES = [
  ['drafts alone, which repair can mend', isDraft],
  [
    'drafts and repairs, so that nothing can be mended',
    (request: MessagesRequest) => isDraft(request) || isRepair(request),
  ],
  ['every answer of every role', () => true],
] as const;

describe('a model that spoils', () => {
  it.each(CASES)('%s gets no false word into the report', { timeout: 60_000 }, async (_what, spoils) => {
    const server = await serve({ spoils });
    const stores = await storesWith(RECORDS);
    const cloud = await cloudAt(stores, server.url);
    const slug = await runToEnd(cloud, asked());
    expect((await cloud.service.meta(slug)).status).toBe('complete');

    // Two drafts, then the parts with something wrong, each asked for by itself with what is wrong with it.
    const calls = server.calls.map((call) => call.request);
    expect(calls.filter(isDraft)).toHaveLength(2);
    const repairs = calls.filter(isRepair);
    expect(repairs.length).toBeGreaterThan(1);
    const parts = repairs.map((request) => materialOf(request).find(({ id }) => id === 'part')!);
    expect(new Set(parts.map(({ title }) => title)).size).toBe(parts.length);
    for (const { text } of parts) expect(text).toMatch(/^P1: /m);

    const synthesis = Synthesis.parse(JSON.parse(await textOf(cloud, slug, 'synthesis.json')));
    const known = new Set(RECORDS.map((record) => (record as { id: string }).id));
    expect(synthesis.references.filter((id) => !known.has(id))).toEqual([]);
    const sentences = [
      ...synthesis.answer,
      ...synthesis.sections.flatMap((section) => section.paragraphs.flat()),
      ...synthesis.tensions.flatMap((tension) => tension.sentences),
      ...synthesis.gaps,
      ...synthesis.top_findings,
    ];
    expect(synthesis.answer.length).toBeGreaterThan(0);
    expect(synthesis.tensions.length).toBeGreaterThan(0);
    for (const { sentences: said } of synthesis.tensions) expect(said.length).toBeGreaterThan(0);
    for (const sentence of sentences) {
      expect(sentence.cites.filter((id) => !known.has(id))).toEqual([]);
      // Words in quotation marks are in the text they are said to be from.
      const quoted = sentence.voice === 'quote' ? [sentence.text] : sentence.support.map(({ anchor }) => anchor.quote);
      for (const quote of quoted) {
        const texts = await Promise.all(sentence.cites.map((id) => storedText(id)));
        expect(texts.some((text) => anchorQuote(text, quote).start !== null)).toBe(true);
      }
      if (sentence.verdict === 'unsupported') expect(sentence.marks).toContain('unsupported');
    }
    const markdown = await textOf(cloud, slug, 'synthesis.md');
    for (const path of (await cloud.service.artifacts(slug)).filter((one) =>
      /^[^/]+\.(md|html|txt|bib|ris)$/.test(one),
    )) {
      expect([
        path,
        (await textOf(cloud, slug, path)).match(/invented|10\.9999|Nobodyson|99\.9 hedgehogs|made-up/g),
      ]).toEqual([path, null]);
    }
    // What nothing backs and nobody mended stays only with its mark.
    for (const line of markdown.split(/(?<=[.!?)*])\s/).filter((one) => /thirty thousand moons/.test(one))) {
      expect(line).toContain('not supported');
    }
    if (spoils === isDraft) expect(markdown).not.toMatch(FLAW_WORDS);
    const rows = await listEvents(stores.table, 'local', slug);
    expect(rows.filter((row) => row.event === 'charged' && row.role === 'repair')).toHaveLength(repairs.length);

    async function storedText(id: string): Promise<string> {
      const path = `texts/${fileNameOf(id)}.json`;
      const files = await cloud.service.artifacts(slug);
      if (files.includes(path)) return StoredText.parse(JSON.parse(await textOf(cloud, slug, path))).text;
      return (RECORDS.find((record) => (record as { id: string }).id === id) as { abstract: string }).abstract;
    }
  });
});
