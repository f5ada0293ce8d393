import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { EmbeddedCloud } from '../../../local/cloud/cloud.ts';
import { Synthesis } from '../../../shared/contracts/synthesis.ts';
import { readBack } from '../../shared/export/read-back.ts';
import { all, readHtml } from '../../shared/report/read-html.ts';
import { cloudOver, request, runToEnd, storesWith } from '../../support/pipeline.ts';

const FILE = resolve(process.env.PLUMBLINE_SHARED ?? '../shared', 'data/corpus/acl-978-full.jsonl.gz');
const there = existsSync(FILE);
if (!there) console.log(`skipped: ${FILE} is missing`);

const TOPICS = ['statistical machine translation word reordering', 'named entity recognition', 'dependency parsing'];
interface Row {
  readonly id: string;
  readonly abstract?: string | null;
  readonly sections?: readonly { readonly text: string }[];
}

const decoder = new TextDecoder();
const squeeze = (text: string) => text.replace(/\s+/g, ' ');

async function file(cloud: EmbeddedCloud, slug: string, path: string): Promise<string> {
  return decoder.decode(await cloud.service.artifact(slug, path));
}

describe.skipIf(!there)('runs on a real corpus', async () => {
  const records = there
    ? gunzipSync(readFileSync(FILE))
        .toString('utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Row)
    : [];
  const known = new Set(records.map((record) => record.id));
  // A work that was cited without being read is quoted from its abstract, so every text of the library counts.
  const texts = records.map(({ abstract, sections }) =>
    squeeze([abstract ?? '', ...(sections ?? []).map((one) => one.text)].join(' ')),
  );
  const cloud = await cloudOver(await storesWith(records));

  for (const depth of ['standard', 'deep'] as const) {
    for (const topic of TOPICS) {
      it(`${topic}, ${depth}: references of the library only, quotes verbatim, a verdict a sentence, exports that parse`, async () => {
        const slug = await runToEnd(cloud, request(topic, { depth }));
        const synthesis = Synthesis.parse(JSON.parse(await file(cloud, slug, 'synthesis.json')));
        expect(synthesis.references.length).toBeGreaterThan(2);
        expect(synthesis.references.filter((id) => !known.has(id))).toEqual([]);

        const page = readHtml(await file(cloud, slug, 'report.html'));
        const quotes = all(page, 'mark').map((one) => squeeze(one.textContent).trim());
        expect(quotes.length).toBeGreaterThan(5);
        expect(quotes.filter((quote) => !texts.some((text) => text.includes(quote)))).toEqual([]);
        expect(all(page, '#references .refs > li')).toHaveLength(synthesis.references.length);

        const sentences = [...synthesis.answer, ...synthesis.sections.flatMap((one) => one.paragraphs.flat())];
        const cited = sentences.filter((sentence) => sentence.cites.length > 0);
        expect(cited.filter((sentence) => sentence.verdict === 'not-needed')).toEqual([]);

        for (const [path, format] of [
          ['references.bib', 'bib'],
          ['references.ris', 'ris'],
          ['references.json', 'csl'],
        ] as const) {
          expect(readBack(await file(cloud, slug, path), format)).toHaveLength(synthesis.references.length);
        }
      }, 120_000);
    }
  }
});
