/** An attribute value of a row: plain JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type Row = Readonly<Record<string, Json>>;

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** A condition on the stored item; all parts must hold. Single-item only. */
export interface Condition {
  /** The item must exist (true) or must not (false). */
  readonly exists?: boolean;
  /** Attribute equals value; `null` also matches a missing attribute. */
  readonly equals?: Readonly<Record<string, Json>>;
  /** Attribute (number or string) at least this. */
  readonly atLeast?: Readonly<Record<string, number | string>>;
  /** Attribute at most this, or missing. */
  readonly atMost?: Readonly<Record<string, number | string>>;
  /** A key of a map attribute must not be there yet: `{ open: 'call-7' }`. */
  readonly absentIn?: Readonly<Record<string, string>>;
  /** A key of a map attribute must be there. */
  readonly presentIn?: Readonly<Record<string, string>>;
}

/** One atomic change of one item. */
export interface Change {
  readonly set?: Row;
  /** Numbers are added; a missing attribute counts as 0. */
  readonly add?: Readonly<Record<string, number>>;
  readonly remove?: readonly string[];
  /** Sets a key inside a map attribute (the map must exist): `{ open: { key: 'call-7', value: 1200 } }`. */
  readonly setIn?: Readonly<Record<string, { readonly key: string; readonly value: Json }>>;
  readonly removeIn?: Readonly<Record<string, string>>;
}

export interface Query {
  readonly pk: string;
  /** Sort keys that begin with this. */
  readonly prefix?: string;
  /** Exclusive lower bound of the sort key. */
  readonly after?: string;
  readonly descending?: boolean;
  readonly limit?: number;
}

/**
 * The single table. Every write is one item and may carry a condition; a condition that does not hold gives
 * `ConditionFailed`, never a partial write. Reads are strongly consistent.
 */
export interface Table {
  get(key: Key): Promise<Row | undefined>;
  put(key: Key, row: Row, condition?: Condition): Promise<void>;
  /** Creates the item when it is missing (unless the condition forbids) and returns it as it is afterwards. */
  update(key: Key, change: Change, condition?: Condition): Promise<Row>;
  delete(key: Key, condition?: Condition): Promise<void>;
  /** Rows in sort-key order, each with its `pk` and `sk`. */
  query(query: Query): Promise<(Row & Key)[]>;
}

/** Objects by key, `/`-separated. A put is atomic: a reader sees the old object or the new one, never a torn one. */
export interface Blobs {
  get(key: string): Promise<Uint8Array | undefined>;
  put(key: string, body: Uint8Array | string, contentType?: string): Promise<void>;
  /** Size in bytes; undefined when it is not there. */
  size(key: string): Promise<number | undefined>;
  /** Keys that begin with the prefix, sorted. */
  list(prefix: string): Promise<string[]>;
  delete(key: string): Promise<void>;
  /** Deletes every version of every object below the prefix, where the store keeps versions. */
  purge?(prefix: string): Promise<void>;
}
