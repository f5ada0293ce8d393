import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { gatewayModel, queryNames } from '../../infra/gateway-schema.ts';
import { ROUTES } from '../../shared/api/routes.ts';

/** Words that API Gateway's draft 4 does not take, or reads otherwise. */
const FOREIGN = [
  'pattern',
  'format',
  'const',
  '$ref',
  '$defs',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'propertyNames',
  'default',
  '$schema',
];

describe('the gateway model of a body', () => {
  it('keeps outline, bounds and strictness, and leaves patterns to the function', () => {
    const schema = z.strictObject({
      name: z.string().min(1).max(10).regex(/^a/),
      when: z.iso.datetime().optional(),
      size: z.number().int().min(2).max(5).nullable().default(null),
      kinds: z.array(z.enum(['a', 'b'])).max(2),
    });
    expect(gatewayModel(schema)).toEqual({
      schema: 'http://json-schema.org/draft-04/schema#',
      type: 'object',
      required: ['name', 'kinds'],
      additionalProperties: false,
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 10 },
        when: { type: 'string' },
        size: { anyOf: [{ type: 'integer', minimum: 2, maximum: 5 }, { type: 'null' }] },
        kinds: { type: 'array', maxItems: 2, items: { type: 'string', enum: ['a', 'b'] } },
      },
    });
  });

  it.each(ROUTES.filter(({ body }) => body !== null).map((route) => [route.id, route] as const))(
    'of %s uses no word that the gateway does not know',
    (_, route) => {
      const words = new Set<string>();
      JSON.stringify(gatewayModel(route.body!), (key, value: unknown) => {
        words.add(key);
        return value;
      });
      words.delete('schema');
      expect(FOREIGN.filter((word) => words.has(word))).toEqual([]);
      expect(words).toContain('properties');
    },
  );

  it('names the parameters of a query in order', () => {
    expect(queryNames(z.strictObject({ limit: z.string(), after: z.string().optional() }))).toEqual(['after', 'limit']);
    expect(queryNames(z.strictObject({}))).toEqual([]);
  });
});
