import fc from 'fast-check';

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** Values that a schema allows, and often one of its examples; a pattern that cannot be generated from gives any text. */
export function valuesOf(schema: JsonSchema, resolve: (ref: string) => JsonSchema): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return valuesOf(resolve(schema.$ref), resolve);
  if (schema.examples) {
    const { examples, ...rest } = schema;
    return fc.oneof({ arbitrary: fc.constantFrom(...examples), weight: 5 }, valuesOf(rest, resolve));
  }
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valuesOf(one, resolve)));
  switch (schema.type) {
    case 'object':
      return objects(schema, resolve);
    case 'array':
      return fc.array(schema.items ? valuesOf(schema.items, resolve) : fc.jsonValue(), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, 3),
      });
    case 'integer':
    case 'number':
      return fc.integer({ min: schema.minimum ?? -1000, max: Math.min(schema.maximum ?? 1e9, 2 ** 31 - 1) });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return texts(schema);
    default:
      return fc.jsonValue();
  }
}

function objects(schema: JsonSchema, resolve: (ref: string) => JsonSchema): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, one]) => [name, valuesOf(one, resolve)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...(schema.required ?? [])] });
}

function texts({ pattern, minLength = 0, maxLength = 40 }: JsonSchema): fc.Arbitrary<string> {
  const any = fc.string({ minLength, maxLength: Math.min(maxLength, 24) });
  if (pattern === undefined) return any;
  try {
    return fc.stringMatching(new RegExp(pattern));
  } catch {
    return any;
  }
}
