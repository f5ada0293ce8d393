import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { PaperRecord } from '../../../shared/contracts/record.ts';
import { toBibtex } from '../../../shared/evidence/export/bibtex.ts';
import { cslItems, toCslJson } from '../../../shared/evidence/export/csl.ts';
import { toRis } from '../../../shared/evidence/export/ris.ts';
import { plainText } from '../../../shared/evidence/export/text.ts';
import { libraryRecord } from '../../../shared/sources/library/record.ts';
import { readBack } from '../../shared/export/read-back.ts';

const FILE = resolve(process.env.PLUMBLINE_SHARED ?? '../shared', 'data/corpus/acl-978-full.jsonl.gz');
const there = existsSync(FILE);
if (!there) console.log(`skipped: ${FILE} is missing`);

describe.skipIf(!there)('exports of a real corpus', () => {
  const lines = there ? gunzipSync(readFileSync(FILE)).toString('utf8').trim().split('\n') : [];
  const records = lines
    .map((line) => libraryRecord(JSON.parse(line) as Record<string, unknown>))
    .filter((record): record is NonNullable<typeof record> => record !== null) as PaperRecord[];

  it('has something to export', () => {
    expect(records.length).toBeGreaterThan(900);
  });

  it('comes back from BibTeX with every entry, title and year', () => {
    const back = readBack(toBibtex(records), 'bib');
    const items = cslItems(records);
    expect(back.map((one) => one.id)).toEqual(items.map((one) => one.id));
    expect(back.map((one) => one.title)).toEqual(records.map((one) => plainText(one.title!)));
    expect(back.map((one) => one.issued?.['date-parts'][0]?.[0])).toEqual(
      items.map((one) => one.issued?.['date-parts'][0]?.[0]),
    );
    expect(back.map((one) => one.author?.length ?? 0)).toEqual(items.map((one) => one.author?.length ?? 0));
  });

  it('comes back from RIS and CSL-JSON with every entry and title', () => {
    expect(readBack(toRis(records), 'ris').map((one) => one.title)).toEqual(
      records.map((one) => plainText(one.title!)),
    );
    const items = JSON.parse(toCslJson(records)) as { id: string }[];
    expect(new Set(items.map((one) => one.id)).size).toBe(records.length);
  });
});
