/** A JSON object of unknown shape. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The value as an object, or undefined: arrays and null are no objects here. */
export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

/** The value as a list: a missing one is empty, a single one is a list of one (XML and DBLP write both). */
export function asList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

/** The objects of a list, everything else left out. */
export function objectsOf(value: unknown): JsonObject[] {
  const found: JsonObject[] = [];
  for (const item of asList(value)) {
    const object = asObject(item);
    if (object) found.push(object);
  }
  return found;
}

/** A non-blank string, or null. Numbers are spelled out: some sources write ids either way. */
export function asText(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return null;
  return value.trim() === '' ? null : value;
}

/** A finite number, also from its decimal spelling; null otherwise. */
export function asNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || !/^\s*-?\d+(\.\d+)?\s*$/.test(value)) return null;
  return Number(value);
}

/** A whole number of at least 0; null otherwise. */
export function asCount(value: unknown): number | null {
  const number = asNumber(value);
  return number !== null && number >= 0 && Number.isSafeInteger(Math.trunc(number)) ? Math.trunc(number) : null;
}

/** Walks keys of nested objects; undefined as soon as one is missing. */
export function at(value: unknown, ...keys: readonly string[]): unknown {
  let current: unknown = value;
  for (const key of keys) {
    const object = asObject(current);
    if (!object || !Object.hasOwn(object, key)) return undefined;
    current = object[key];
  }
  return current;
}
