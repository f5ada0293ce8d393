import type { Embedder } from '../collate/embed/port.ts';
import { UsageError } from '../contracts/errors.ts';
import { anchorQuote, prepareText } from './anchor.ts';
import { repairCitations } from './cite.ts';
import { prepareSource, type SentenceEmbedder, sentenceEmbedder, supportSentence } from './support.ts';

/** What a filter prints, one JSON object a line. */
export interface ToolLines {
  readonly lines: readonly string[];
}

interface Line {
  readonly id: string;
  readonly text: string;
}

/**
 * `tools anchor`: one line out for every line in, `{"id","status","start","end","reason"}`.
 *
 * @param text the text quotes are looked up in
 * @param lines JSON lines `{"id","quote"}`; a bare JSON string is a quote, its id the line's number
 * @throws UsageError naming the line that is no such object
 */
export function anchorTool(text: string, lines: string): ToolLines {
  const prepared = prepareText(text);
  return jsonLines(readLines(lines, 'quote').map(({ id, text: quote }) => ({ id, ...anchorQuote(prepared, quote) })));
}

/**
 * `tools support`: one line out for every line in, `{"id","score","best":[{"start","end"}]}`, the score with 4 decimals.
 *
 * @param lines JSON lines `{"id","sentence"}`; a bare JSON string is a sentence
 * @throws UsageError naming the line that is no such object
 */
export function supportTool(
  text: string,
  lines: string,
  embedder: Embedder | SentenceEmbedder | null = null,
): ToolLines {
  const source = prepareSource(text, sentenceEmbedder(embedder));
  return jsonLines(
    readLines(lines, 'sentence').map(({ id, text: sentence }) => {
      const { score, best } = supportSentence(sentence, source);
      return { id, score: Math.round(score * 1e4) / 1e4, best };
    }),
  );
}

/**
 * `tools cite`: the repaired draft for stdout, and the report `{"removed","repaired","kept"}` as one line of JSON for stderr.
 *
 * @param known JSON: an array of ids or of objects with an id (or key), an object whose keys are ids, or JSON lines of them
 * @throws UsageError when no ids can be read from `known`
 */
export function citeTool(known: string, draft: string): { readonly draft: string; readonly report: string } {
  const { text, removed, repaired, kept } = repairCitations(draft, knownIds(known));
  return { draft: text, report: JSON.stringify({ removed, repaired, kept }) };
}

const NAMES: Readonly<Record<'quote' | 'sentence', readonly string[]>> = {
  quote: ['quote', 'text'],
  sentence: ['sentence', 'text', 'citance'],
};

function readLines(lines: string, what: 'quote' | 'sentence'): Line[] {
  const found: Line[] = [];
  lines
    .replace(/^\ufeff/, '')
    .split('\n')
    .forEach((line, i) => {
      if (line.trim() !== '') found.push(readLine(line, i + 1, what));
    });
  return found;
}

function readLine(line: string, number: number, what: 'quote' | 'sentence'): Line {
  const value = parse(line, `Line ${number}`);
  if (typeof value === 'string') return { id: String(number), text: value };
  const row = (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}) as Record<
    string,
    unknown
  >;
  const text = NAMES[what].map((name) => row[name]).find((field) => typeof field === 'string');
  if (typeof text !== 'string') {
    throw new UsageError(`Line ${number} has no "${what}": give one JSON object a line, {"id":"q1","${what}":"…"}.`);
  }
  const { id } = row;
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number') {
    throw new UsageError(`Line ${number} has an "id" that is neither text nor number: give {"id":"q1","${what}":"…"}.`);
  }
  return { id: id === undefined ? String(number) : String(id), text };
}

function parse(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${where} is not JSON (${(error as Error).message.slice(0, 120)}).`, { cause: error });
  }
}

/** Ids from an array, a map, or JSON lines. */
export function knownIds(json: string): string[] {
  const text = json.replace(/^\ufeff/, '').trim();
  if (text === '') throw new UsageError('The file of known ids is empty: give a JSON array of ids.');
  return idsOf(
    /^\{.*\}\s*\n\s*\{/s.test(text)
      ? text
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map((line, i) => parse(line, `Line ${i + 1} of the known ids`))
      : parse(text, 'The file of known ids'),
  );
}

function idsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((entry, i) => idOf(entry, i));
  if (typeof value === 'object' && value !== null) {
    for (const name of ['ids', 'known', 'records', 'papers', 'references']) {
      const inner = (value as Record<string, unknown>)[name];
      if (Array.isArray(inner)) return idsOf(inner);
    }
    return Object.keys(value);
  }
  throw new UsageError('The file of known ids holds neither an array nor an object: give a JSON array of ids.');
}

function idOf(entry: unknown, at: number): string[] {
  if (typeof entry === 'string' || typeof entry === 'number') return [String(entry)];
  const row = (entry ?? {}) as Record<string, unknown>;
  const id = row.id ?? row.key;
  if (typeof id !== 'string' && typeof id !== 'number') {
    throw new UsageError(`Entry ${at + 1} of the known ids has no id: give strings, or objects with an "id".`);
  }
  const others = Array.isArray(row.ids) ? row.ids.filter((other): other is string => typeof other === 'string') : [];
  return [String(id), ...others.filter((other) => other !== id)];
}

function jsonLines(rows: readonly object[]): ToolLines {
  return { lines: rows.map((row) => JSON.stringify(row)) };
}
