/** Why a text holds no usable JSON. */
export class NotJson extends Error {}

/**
 * The JSON object in a model's text: the whole text, or what stands in a fence or between other words. Of several objects
 * the first that `fits` is taken.
 *
 * @param fits whether a value is the answer that was asked for
 * @throws {NotJson} when there is none, or when a key stands twice in one object: which one counts would be a guess
 */
export function answerJson(text: string, fits: (value: unknown) => boolean): unknown {
  let first: { readonly value: unknown } | undefined;
  for (const { text: candidate, inside } of objectsIn(text)) {
    const value = parsed(candidate);
    if (value === undefined) continue;
    // A part of something unfinished is an answer only if it is the one that was asked for.
    if (inside && !fits(value.json)) continue;
    const repeated = repeatedKey(candidate);
    if (repeated !== null) throw new NotJson(`the key ${JSON.stringify(repeated)} stands twice in one object`);
    if (fits(value.json)) return value.json;
    first ??= { value: value.json };
  }
  if (first) return first.value;
  throw new NotJson(text.trim() === '' ? 'the answer is empty' : 'the answer holds no complete JSON object');
}

function parsed(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined; // the next candidate is tried; none left is an error of its own
    throw error;
  }
}

/** Outermost `{…}` of a text, in order, and those after a brace that is never closed; braces in strings do not count. */
function* objectsIn(text: string): Generator<{ readonly text: string; readonly inside: boolean }> {
  let at = text.indexOf('{');
  let inside = false;
  while (at !== -1) {
    const end = endOfObject(text, at);
    if (end === -1) {
      inside = true;
      at = text.indexOf('{', at + 1);
      continue;
    }
    yield { text: text.slice(at, end), inside };
    at = text.indexOf('{', end);
  }
}

function endOfObject(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const c = text[at];
    if (inString) {
      if (c === '\\') at++;
      else if (c === '"') inString = false;
    } else if (c === '"') inString = true;
    else if (c === '{') depth++;
    else if (c === '}' && --depth === 0) return at + 1;
  }
  return -1;
}

/** The first key that stands twice in one object of valid JSON, which JSON.parse passes over; null when there is none. */
function repeatedKey(json: string): string | null {
  const open: (Set<string> | null)[] = [];
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/gs)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (token.endsWith(':')) {
      const key = JSON.parse(token.slice(0, -1).trim()) as string;
      const keys = open.at(-1);
      if (keys?.has(key)) return key;
      keys?.add(key);
    }
  }
  return null;
}
