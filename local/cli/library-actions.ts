import type { Command } from 'commander';
import { type Manifest, readManifest } from '../../shared/sources/library/manifest.ts';
import { homeBlobs } from '../cloud/home-blobs.ts';
import { homeExists, homePath } from '../cloud/home-path.ts';
import { endpointOf } from './endpoint.ts';
import { plural } from './plural.ts';
import { checkLibrary, indexed, problemLines } from './run-action.ts';
import { typed } from './typed.ts';
import { withConnection } from './with-connection.ts';

const SHOWN = 5;

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

export async function add(path: string, json: boolean, command: Command): Promise<void> {
  await checkLibrary(path, endpointOf(command));
  await withConnection(
    command,
    async (connection) => {
      const manifest = await indexed(connection, path);
      if (json) return print(JSON.stringify(shown(manifest)));
      print(line(manifest));
      for (const problem of problemLines(manifest, SHOWN)) process.stderr.write(`${typed(problem)}\n`);
      print(typed(`Use it: plumbline run "<topic>" --library ${path}`));
    },
    { creates: true },
  );
}

/** Read from the home's files: no process is needed for it. */
export async function list(options: { readonly problems?: boolean; readonly json?: boolean }): Promise<void> {
  const home = homePath();
  const blobs = homeBlobs(home);
  const ids = [
    ...new Set((homeExists(home) ? await blobs.list('library/') : []).map((key) => key.split('/')[1]!)),
  ].sort();
  const found = await Promise.all(ids.map((id) => readManifest(blobs, '', id)));
  const manifests = found.filter((one): one is Manifest => one !== undefined);
  for (const manifest of manifests) {
    print(options.json ? JSON.stringify(shown(manifest)) : line(manifest));
    if (options.problems && !options.json)
      for (const problem of problemLines(manifest, Number.POSITIVE_INFINITY)) print(`  ${problem}`);
  }
  if (manifests.length === 0 && !options.json) {
    print(
      typed(
        'Nothing is indexed here yet. The starter library is, with the first run; yours: plumbline library add <path>',
      ),
    );
  }
}

function shown({ id, name, records, texts, files, problems }: Manifest) {
  return { id, name, records, texts: Object.keys(texts).length, files: Object.keys(files).length, problems };
}

function line(manifest: Manifest): string {
  const { id, name, records, texts, files, problems } = shown(manifest);
  const out = problems.filter(({ kept }) => !kept).length;
  const left = out === 0 ? '' : `, ${out} ${out === 1 ? 'entry' : 'entries'} left out`;
  return `${id.padEnd(12)}  ${name}: ${plural(records, 'paper')} (${texts} with full text) from ${plural(files, 'file')}${left}`;
}
