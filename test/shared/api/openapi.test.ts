import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../../shared/api/routes.ts';
import { DOCUMENT, OPERATIONS } from '../../support/api-fuzz.ts';
import { OPENAPI_FILE, openApiYaml } from '../../support/openapi.ts';

function refsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn);
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, one]) => (name === '$ref' ? [String(one)] : refsIn(one)));
}

describe('docs/openapi.yaml', () => {
  it('is what the routes say; `node test/support/openapi.ts` writes it', async () => {
    expect(await readFile(OPENAPI_FILE, 'utf8')).toBe(await openApiYaml());
  });

  it('has every route once, with its scope, and ids that are unique', () => {
    const documented = OPERATIONS.map(({ method, path }) => `${method} ${path}`);
    for (const { method, path } of ROUTES) expect(documented).toContain(`${method} ${path}`);
    const ids = OPERATIONS.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(ROUTES.length + 2);
  });

  it('refers only to what it has', () => {
    for (const ref of refsIn(DOCUMENT)) {
      const [, , section, name] = ref.split('/');
      expect(DOCUMENT.components[section!]?.[name!], ref).toBeDefined();
    }
  });

  it('names every parameter of a path', () => {
    for (const { path, operation } of OPERATIONS) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((hit) => hit[1]);
      const given = (operation.parameters ?? []).filter((one) => one.in === 'path').map((one) => one.name);
      expect(given).toEqual(named);
    }
  });
});
