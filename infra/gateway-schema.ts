import { type JsonSchema, JsonSchemaVersion } from 'aws-cdk-lib/aws-apigateway';
import * as z from 'zod';

/** Words of JSON Schema that the gateway's draft 4 understands as we mean them. */
const KEPT = [
  'type',
  'enum',
  'required',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
] as const;

interface Node {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly additionalProperties?: boolean | Node;
  readonly [word: string]: unknown;
}

/**
 * A body's schema for the gateway: the outline that keeps nonsense away from the functions. Patterns, formats and what
 * belongs together stay with zod in the function; nothing that zod accepts is refused here.
 */
export function gatewayModel(schema: z.ZodType): JsonSchema {
  const node = z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-4',
    unrepresentable: 'any',
    reused: 'inline',
  }) as Node;
  return { ...outline(node), schema: JsonSchemaVersion.DRAFT4 };
}

function outline(node: Node): JsonSchema {
  const kept = Object.fromEntries(KEPT.filter((word) => node[word] !== undefined).map((word) => [word, node[word]]));
  return {
    ...kept,
    ...(node.properties
      ? {
          properties: Object.fromEntries(
            Object.entries(node.properties).map(([name, child]) => [name, outline(child)]),
          ),
        }
      : {}),
    ...(node.items ? { items: outline(node.items) } : {}),
    ...(node.anyOf ? { anyOf: node.anyOf.map(outline) } : {}),
    ...(node.additionalProperties === false ? { additionalProperties: false } : {}),
  } as JsonSchema;
}

/** Names of a query's parameters. */
export function queryNames(query: z.ZodType): string[] {
  return query instanceof z.ZodObject ? Object.keys(query.shape as object).sort() : [];
}
