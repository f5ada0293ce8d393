import { readFile, writeFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import { openApiDocument } from '../../shared/api/openapi.ts';

/** `docs/openapi.yaml` as it should be now. */
export async function openApiYaml(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const head = '# Made from the routes and their schemas by `node test/support/openapi.ts`. Do not edit.\n';
  return (
    head +
    stringify(JSON.parse(JSON.stringify(openApiDocument(version))), { aliasDuplicateObjects: false, lineWidth: 120 })
  );
}

export const OPENAPI_FILE = new URL('../../docs/openapi.yaml', import.meta.url);

if (import.meta.main) await writeFile(OPENAPI_FILE, await openApiYaml());
