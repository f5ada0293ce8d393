import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AnthropicModels } from '../../../shared/models/anthropic.ts';
import { FIRST_RUNG } from '../../../shared/models/ladder.ts';
import { messageParams, wireSchema } from '../../../shared/models/messages.ts';
import { buildRequest } from '../../../shared/models/request.ts';
import { SETTINGS } from '../../../shared/models/settings.ts';
import { ROLE_CASES, type RoleCase } from './role-inputs.ts';

const port = new AnthropicModels({ apiKey: 'none' });
const requestOf = ({ name, tier, prompt, schemas }: RoleCase) =>
  buildRequest(port, { role: name, tier, prompt, schema: schemas.wire }, FIRST_RUNG).request;

/** The request without what documents say, texts by their lines: a prompt's change shows, a paper's does not. */
function redacted(one: RoleCase): unknown {
  const hide = (_key: string, value: unknown) => {
    if (typeof value === 'string' && value.includes('\n')) return value.split('\n');
    if (value === null || typeof value !== 'object' || !('type' in value) || value.type !== 'document') return value;
    return { ...value, source: '[the text of the document]' };
  };
  return JSON.parse(JSON.stringify(messageParams(requestOf(one)), hide));
}

/** UPDATE_GOLDEN=1 takes the requests as they are now; `npm run format` sets them as the others are set. */
function golden(name: string, now: unknown): unknown {
  const file = new URL(`golden/${name}.json`, import.meta.url);
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

describe('the request of', () => {
  it.each(ROLE_CASES.map((one) => [one.name, one] as const))(
    '%s is what it was when it was last looked at',
    (name, one) => {
      const now = redacted(one);
      expect(now).toEqual(golden(name, now));
    },
  );

  it.each(ROLE_CASES.map((one) => [one.name, one] as const))(
    '%s keeps outside text in document blocks',
    (_name, one) => {
      const request = requestOf(one);
      // A sub-question may be a critic's, and so hold words of a paper; problems name sentences of a draft.
      const asked = ['What is a bounded queue?', 'What does SQ1 ask?', 'is not supported', 'Queues never block'];
      for (const said of ['never blocks the reader', 'the pages stopped', ...asked]) {
        expect(request.system).not.toContain(said);
        expect(request.instruction).not.toContain(said);
      }
      expect(request.system).toMatch(/data/);
      expect(request.maxTokens).toBeLessThan(40_000);
    },
  );

  it('every role is there', () => {
    expect(ROLE_CASES.map((one) => one.name).sort()).toEqual(Object.keys(SETTINGS).sort());
  });
});

/** What structured outputs allow in one schema. */
function measure(schema: unknown): { optional: number; unions: number; open: number; depth: number } {
  const found = { optional: 0, unions: 0, open: 0, depth: 0 };
  const walk = (value: unknown, depth: number): void => {
    if (value === null || typeof value !== 'object') return;
    found.depth = Math.max(found.depth, depth);
    const one = value as Record<string, unknown>;
    if (one.type === 'object') {
      const names = Object.keys((one.properties ?? {}) as object);
      found.optional += names.length - ((one.required ?? []) as string[]).length;
      if (one.additionalProperties !== false || names.length === 0) found.open++;
    }
    if (Array.isArray(one.anyOf)) found.unions++;
    for (const member of Object.values(one)) walk(member, depth + 1);
  };
  walk(schema, 0);
  return found;
}

describe('the schemas of', () => {
  const schemas = ROLE_CASES.flatMap(({ name, schemas: { wire, simpler } }) => [
    [name, wire] as const,
    ...(simpler ? [[`${name}, simpler`, simpler] as const] : []),
  ]);
  it.each(schemas)(
    '%s are what structured outputs can take: closed, without options, few unions, no hidden bounds',
    (_name, schema) => {
      const json = wireSchema(schema);
      expect(measure(json)).toMatchObject({ optional: 0, open: 0 });
      expect(measure(json).unions).toBeLessThanOrEqual(8);
      // Bounds and patterns that the grammar does not know end up in descriptions.
      expect(JSON.stringify(json)).not.toMatch(/"description":"[^"]*\{/);
    },
  );
});
