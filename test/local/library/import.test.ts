import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesOf } from '../../../local/library/files.ts';
import { importLibrary, readLibrary } from '../../../local/library/import.ts';
import { UsageError } from '../../../shared/contracts/errors.ts';
import { MemoryBlobs } from '../../../shared/store/memory.ts';
import { column, makePdf } from '../../shared/evidence/make-pdf.ts';

let folder: string;
let blobs: Counting;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-library-'));
  blobs = new Counting();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

class Counting extends MemoryBlobs {
  readonly written: string[] = [];
  override async put(key: string, body: Uint8Array | string): Promise<void> {
    this.written.push(key);
    await super.put(key, body);
  }
}

const ABSTRACT =
  'A sentence that is long enough to be an abstract of something that somebody has written down. '.repeat(2);

async function records(
  id: string,
): Promise<{ title: string; abstract: string | null; year: number | null; venue: string | null }[]> {
  const bytes = await blobs.get(`library/${id}/records.jsonl`);
  return new TextDecoder()
    .decode(bytes)
    .trim()
    .split('\n')
    .map(
      (line) =>
        JSON.parse(line) as { title: string; abstract: string | null; year: number | null; venue: string | null },
    );
}

describe('one file', () => {
  it('reads around a byte order mark, Windows line ends, repeated ids and broken lines, and names their lines', async () => {
    const lines = [
      JSON.stringify({ id: 'arxiv:2001.00001', title: 'First', abstract: ABSTRACT }),
      'not json',
      JSON.stringify({ id: 'arxiv:2001.00001', title: 'The same again', abstract: ABSTRACT }),
      '',
      JSON.stringify({ year: 2001 }),
      JSON.stringify({ title: 'Second', abstract: ABSTRACT }),
    ];
    const path = join(folder, 'mine.jsonl');
    await writeFile(path, `\uFEFF${lines.join('\r\n')}\r\n`);
    const manifest = await importLibrary(blobs, path);
    expect(manifest.problems).toEqual([
      { file: 'mine.jsonl', line: 2, reason: 'not JSON' },
      { file: 'mine.jsonl', line: 5, reason: 'no title' },
    ]);
    expect((await records(manifest.id)).map(({ title }) => title)).toEqual(['First', 'Second']);
  });

  it('reads BibTeX and RIS with Windows line ends, and UTF-16', async () => {
    const bib = join(folder, 'a.bib');
    await writeFile(bib, `@article{a,\r\n title={Raft refloated},\r\n year={2015}\r\n}\r\n@misc{b, year={2001}}\r\n`);
    const first = await importLibrary(blobs, bib);
    expect(first.problems).toEqual([{ file: 'a.bib', line: 5, reason: 'no title' }]);
    const ris = join(folder, 'b.ris');
    await writeFile(
      ris,
      Buffer.from('\uFEFFTY  - JOUR\r\nTI  - Paxos made live\r\nPY  - 2007\r\nER  - \r\n', 'utf16le'),
    );
    expect(await records((await importLibrary(blobs, ris)).id)).toMatchObject([
      { title: 'Paxos made live', year: 2007 },
    ]);
  });

  it('reads what was written before UTF-8, and UTF-16 of either order', async () => {
    const bib = join(folder, 'old.bib');
    await writeFile(bib, Buffer.from('@article{a, title={Über Warteschlangen}, author={Müller, Jörg}}\n', 'latin1'));
    expect((await records((await importLibrary(blobs, bib)).id)).map(({ title }) => title)).toEqual([
      'Über Warteschlangen',
    ]);
    const big = join(folder, 'big-endian.bib');
    await writeFile(big, Buffer.from('\uFEFF@article{a, title={Naïve Bayes}}\n', 'utf16le').swap16());
    expect((await records((await importLibrary(blobs, big)).id)).map(({ title }) => title)).toEqual(['Naïve Bayes']);
  });

  it.each(['null', '5', '"x"', '[]', '[null]', '{"items": 5}', '{"items": null}', '{"items": []}'])(
    'JSON that is no library, %s, is said to be none',
    async (text) => {
      const path = join(folder, 'odd.json');
      await writeFile(path, text);
      await expect(importLibrary(blobs, path)).rejects.toBeInstanceOf(UsageError);
    },
  );

  it('an entry knows the strings it names, and those they name', async () => {
    const bib = join(folder, 'strings.bib');
    await writeFile(
      bib,
      '@string{acm = "ACM"}\n@STRING{ Toplas = acm # " TOPLAS"}\n@string{other = "Other"}\n' +
        '@article{a, title={On Types}, journal=TOPLAS}\n@article{b, title={On Names}, journal = other # " Journal"}\n',
    );
    const read = await records((await importLibrary(blobs, bib)).id);
    expect(read.map(({ venue }) => venue)).toEqual(['ACM TOPLAS', 'Other Journal']);
  });

  it('stores nothing of a file that has nothing', async () => {
    const path = join(folder, 'none.jsonl');
    await writeFile(path, '{"year": 2001}\n');
    await expect(importLibrary(blobs, path)).rejects.toThrow(/0 of 1 entries can be used \(first: line 1, no title\)/);
    await expect(importLibrary(blobs, path)).rejects.toBeInstanceOf(UsageError);
    expect(blobs.written).toEqual([]);
  });
});

describe('a folder of documents', () => {
  const pdf = () =>
    makePdf([
      [
        { text: 'Leaderless consensus under contention', x: 72, y: 60, size: 18, bold: true },
        { text: 'Abstract', x: 72, y: 100, size: 12, bold: true },
        ...column(
          ['A sentence that is long enough to be an abstract of something that', 'somebody has written down.'],
          72,
          120,
        ),
        { text: '1 Results', x: 72, y: 170, size: 12, bold: true },
        ...column(
          ['Without conflicts the median latency is 40 ms, and with half of the', 'commands in conflict it is 95 ms.'],
          72,
          190,
        ),
      ],
    ]);

  async function fill(): Promise<void> {
    await mkdir(join(folder, 'sub'));
    await mkdir(join(folder, '.git'));
    await writeFile(join(folder, '.git', 'notes.md'), '# Not mine');
    await writeFile(join(folder, 'notes.md'), `# Notes on elections\n\n${ABSTRACT}\n\n## Results\n\nIt took 180 ms.\n`);
    await writeFile(
      join(folder, 'sub', 'page.html'),
      `<!doctype html><title>Quorums</title><article><h1>Quorums</h1><p>${ABSTRACT}</p><h2>Numbers</h2><p>58 ms.</p></article>`,
    );
    await writeFile(join(folder, 'plain.txt'), `Consensus in practice\n\n${ABSTRACT}\n`);
    await writeFile(join(folder, 'broken.pdf'), 'no PDF');
    await writeFile(join(folder, 'broken.bib'), Buffer.from([0, 1, 2]));
    await writeFile(join(folder, 'paper.pdf'), pdf());
  }

  it('takes PDF, HTML, Markdown and text, with title, abstract and sections; what is broken is reported', async () => {
    await fill();
    const manifest = await importLibrary(blobs, folder);
    const found = await records(manifest.id);
    expect(found.map(({ title }) => title)).toEqual([
      'Notes on elections',
      'Leaderless consensus under contention',
      'Consensus in practice',
      'Quorums',
    ]);
    for (const { abstract } of found) expect(abstract).toContain('long enough to be an abstract');
    expect(manifest.problems.map(({ file }) => file)).toEqual(['broken.bib', 'broken.pdf']);
    expect(Object.keys(manifest.texts)).toHaveLength(4);
    expect(Object.keys(manifest.files)).not.toContain('.git/notes.md');
  });

  it('refuses a folder with too many documents, or of anything, before it reads them', async () => {
    await mkdir(join(folder, 'inner'));
    for (const name of ['a.md', 'b.txt', 'inner/c.md', 'inner/d.bin']) await writeFile(join(folder, name), 'x');
    await expect(filesOf(folder, { documents: 2, entries: 9 })).rejects.toThrow(/has 3 documents; the most are 2/);
    await expect(filesOf(folder, { documents: 9, entries: 3 })).rejects.toThrow(/over 3 files/);
    expect((await filesOf(folder)).map(({ name }) => name)).toEqual(['a.md', 'b.txt', 'inner/c.md']);
  });

  it('follows links into files and folders, once, and reports one that leads nowhere', async () => {
    await mkdir(join(folder, 'in', 'deep'), { recursive: true });
    await mkdir(join(folder, 'elsewhere'));
    await writeFile(join(folder, 'elsewhere', 'note.md'), `# A linked note\n\n${ABSTRACT}\n`);
    await symlink('..', join(folder, 'in', 'deep', 'up'));
    await symlink('.', join(folder, 'in', 'self'));
    await symlink(join(folder, 'elsewhere'), join(folder, 'in', 'linked'));
    await symlink(join(folder, 'elsewhere', 'note.md'), join(folder, 'in', 'deep', 'copy.md'));
    await symlink('nowhere.pdf', join(folder, 'in', 'lost.pdf'));
    const library = join(folder, 'in');
    const { files, problems, records: count } = await importLibrary(blobs, library);
    expect(Object.keys(files)).toEqual(['deep/copy.md', 'linked/note.md', 'lost.pdf']);
    expect(problems).toMatchObject([{ file: 'lost.pdf', reason: expect.stringContaining('ENOENT') }]);
    expect(count).toBe(1);
    // It is looked for again: it may have come.
    await writeFile(join(library, 'nowhere.pdf'), pdf());
    expect((await importLibrary(blobs, library)).problems).toEqual([]);
  });

  it('says what of a document was not read, and keeps the rest', async () => {
    const long = Array.from({ length: 130 }, (_, page) =>
      column([`Queues on page ${page}`, ABSTRACT.slice(0, 90)], 72, 100),
    );
    await writeFile(join(folder, 'long.pdf'), makePdf(long));
    const said: string[] = [];
    await readLibrary(folder, (line) => said.push(line));
    const { problems, records: count } = await importLibrary(blobs, folder);
    expect(problems).toMatchObject([{ file: 'long.pdf', kept: true, reason: expect.stringContaining('of 130 pages') }]);
    expect(count).toBe(1);
    expect(said).toEqual([expect.stringMatching(/^Reading .*: 0 of 1 files$/)]);
  });

  it('reads again only what has changed, and forgets what has gone', async () => {
    await fill();
    const before = await importLibrary(blobs, folder);
    blobs.written.length = 0;
    expect(await importLibrary(blobs, folder)).toEqual(before);
    expect(blobs.written).toEqual([]);

    await writeFile(join(folder, 'plain.txt'), `Consensus in theory\n\n${ABSTRACT}\n`);
    await rm(join(folder, 'notes.md'));
    const after = await importLibrary(blobs, folder);
    expect(blobs.written.filter((key) => key.includes('/parsed/'))).toHaveLength(1);
    expect((await records(after.id)).map(({ title }) => title)).toEqual([
      'Leaderless consensus under contention',
      'Consensus in theory',
      'Quorums',
    ]);
    expect(await blobs.list(`library/${after.id}/parsed/`)).toHaveLength(Object.keys(after.files).length);
  });
});
