import type * as z from 'zod';
import type { Scope } from './scopes.ts';
import type { Service } from './service.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What a route answers. An object is sent as JSON; text and bytes need their type. Bytes: embedded server only. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request after its parts were checked. */
export interface Input<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The media type chosen from what the route offers and the client accepts. */
  readonly accept: string;
  readonly idempotencyKey: string | null;
}

/** One success in the document: its media types, each with its schema; null is free text or bytes. */
export interface Success {
  readonly description: string;
  readonly content: Readonly<Record<string, z.ZodType | null>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One operation: everything that the handler, the server, the client's tests and the document need to know of it. */
export interface Route<P = unknown, Q = unknown, B = unknown> {
  /** Operation id, and the name of its handler's file. */
  readonly id: string;
  readonly method: Method;
  /** `/runs/{slug}`. */
  readonly path: string;
  readonly summary: string;
  readonly scope: Scope;
  readonly params: z.ZodType<P>;
  readonly query: z.ZodType<Q>;
  /** null: a body is not read. */
  readonly body: z.ZodType<B> | null;
  /** The body may be left out. */
  readonly bodyOptional?: boolean;
  readonly success: Readonly<Record<number, Success>>;
  /** Statuses beyond those every route may answer. */
  readonly problems: readonly number[];
  /** Media types offered, the default first; the client chooses by `Accept`. */
  readonly offers: readonly string[];
  readonly idempotent?: boolean;
  run(service: Service, input: Input<P, Q, B>): Promise<Reply>;
}

/** Infers a route's types from its schemas. */
export function route<P, Q, B>(definition: Route<P, Q, B>): Route<P, Q, B> {
  return definition;
}

// biome-ignore lint/suspicious/noExplicitAny: a table of routes with inputs of their own
export type AnyRoute = Route<any, any, any>;

export const JSON_TYPE = 'application/json';

/** `200` with a JSON body. */
export const ok = (body: unknown): Reply => ({ status: 200, body });
export const json = (description: string, schema: z.ZodType): Success => ({
  description,
  content: { [JSON_TYPE]: schema },
});
