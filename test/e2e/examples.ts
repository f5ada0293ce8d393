import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedCloud } from '../../local/cloud/cloud.ts';
import { RunRequest } from '../../shared/contracts/run.ts';
import { FileBlobs } from '../../shared/store/files.ts';
import { MemoryTable } from '../../shared/store/memory.ts';
import { starterRecords } from '../local/library/records.ts';
import { checkRun, libraryEntries } from '../support/check-run.ts';
import { CLOCK, listeningLog } from '../support/pipeline.ts';

/** Rows of docs/examples.md that are run to their end here: a survey, a comparison, a history. */
const CHOSEN = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1, 3, 8];
/** Distinct papers that each section must cite. */
const LEAST_CITED = 3;

/** The first cell of each row of the table. */
const topics = readFileSync(new URL('../../docs/examples.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| topic '))
  .map((line) => line.split('|')[1]!.trim());
const library = libraryEntries(starterRecords(), (id) => id);
const folder = mkdtempSync(join(tmpdir(), 'plumbline-examples-'));
let failures = 0;
try {
  for (const row of CHOSEN) {
    const topic = topics[row - 1];
    if (topic === undefined) throw new Error(`docs/examples.md has no row ${row}`);
    const { log, errors } = listeningLog();
    const cloud = await EmbeddedCloud.open({
      table: new MemoryTable(),
      blobs: new FileBlobs(folder),
      clock: CLOCK,
      log,
    });
    const { slug } = await cloud.service.create(RunRequest.parse({ topic, offline: true, noInput: true }));
    await cloud.ended(slug);
    const view = await cloud.service.view(slug);
    const path = join(folder, 'runs', slug);
    const found = checkRun(path, library);
    const text = readFileSync(join(path, 'synthesis.md'), 'utf8');
    const wrong = [
      ...found.wrong,
      ...errors,
      ...(view.status === 'complete' ? [] : [`it ended ${view.status}: ${view.reason}`]),
      ...(found.thinnestSection >= LEAST_CITED
        ? []
        : [`a section cites ${found.thinnestSection} papers, fewer than ${LEAST_CITED}`]),
      ...(found.tensions >= 1 ? [] : ['no tension is discussed']),
      ...(/offline/.test(text) && /starter library/.test(text)
        ? []
        : ['it does not say that it was made offline from the starter library']),
      ...(text.length >= 2000 ? [] : [`it has ${text.length} characters`]),
    ];
    if (wrong.length > 0) failures++;
    console.log(
      `${wrong.length === 0 ? 'ok  ' : 'BAD '} ${topic}: ${found.references} references, ${found.quotes} quotes, ${found.papersRead} papers read, at least ${found.thinnestSection} cited a section, ${found.tensions} tension(s)`,
    );
    for (const line of wrong.slice(0, 5)) console.log(`       ${line}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
process.exit(failures === 0 ? 0 : 1);
