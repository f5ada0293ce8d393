import type { Embedder } from '../collate/embed/port.ts';
import { UsageError } from '../contracts/errors.ts';
import { jsonLine } from '../text/json-line.ts';
import { type Anchoring, anchorQuote, prepareText } from './anchor.ts';
import { repairCitations } from './cite.ts';
import {
  prepareSource,
  type SentenceEmbedder,
  type SupportResult,
  sentenceEmbedder,
  supportSentence,
} from './support.ts';

/**
 * `tools anchor` over one text: what answers a line `{"id","quote"}`; a bare JSON string is a quote, its id the line's
 * number.
 * @returns throws {UsageError} for a value that is no such object
 */
export function anchorTool(text: string): (value: unknown, number: number) => { id: string } & Anchoring {
  const prepared = prepareText(text);
  return (value, number) => {
    const { id, text: quote } = lineOf(value, number, 'quote');
    return { id, ...anchorQuote(prepared, quote) };
  };
}

/**
 * `tools support` over one text: what answers a line `{"id","sentence"}`, the score with 4 decimals.
 * @returns throws {UsageError} for a value that is no such object
 */
export function supportTool(
  text: string,
  embedder: Embedder | SentenceEmbedder | null = null,
): (value: unknown, number: number) => { id: string } & SupportResult {
  const source = prepareSource(text, sentenceEmbedder(embedder));
  return (value, number) => {
    const { id, text: sentence } = lineOf(value, number, 'sentence');
    const { score, best } = supportSentence(sentence, source);
    return { id, score: Math.round(score * 1e4) / 1e4, best };
  };
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

function lineOf(value: unknown, number: number, what: 'quote' | 'sentence'): { id: string; text: string } {
  if (typeof value === 'string') return { id: String(number), text: value };
  const row = (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}) as Record<
    string,
    unknown
  >;
  const text = NAMES[what].map((name) => row[name]).find((field) => typeof field === 'string');
  if (typeof text !== 'string') {
    throw new UsageError(`it has no "${what}"; give one JSON object a line, {"id":"q1","${what}":"…"}`);
  }
  const id = row.id ?? number;
  if (typeof id !== 'string' && typeof id !== 'number') {
    throw new UsageError(`its "id" is neither text nor number; give {"id":"q1","${what}":"…"}`);
  }
  return { id: String(id), text };
}

/** Ids from an array, a map, or JSON lines. */
export function knownIds(json: string): string[] {
  const text = json.replace(/^\ufeff/, '').trim();
  if (text === '') throw new UsageError('The file of known ids is empty: give a JSON array of ids.');
  return idsOf(known(text));
}

/** One JSON value, or one on each line. */
function known(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const lines = text.split(/\r\n?|\n/);
    const jsonLines = lines.length > 1 && /^\s*(?:\{.*\}|"[^"]*")\s*$/.test(lines[0]!);
    if (jsonLines) return lines.flatMap((line, i) => (line.trim() === '' ? [] : [knownLine(line, i + 1)]));
    const reason = (cause as Error).message.slice(0, 120);
    throw new UsageError(`The file of known ids is not JSON (${reason}): give a JSON array of ids.`, { cause });
  }
}

function knownLine(line: string, number: number): unknown {
  try {
    return jsonLine(line);
  } catch (error) {
    throw new UsageError(`Line ${number} of the known ids: ${(error as Error).message}.`, { cause: error });
  }
}

function idsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((entry, i) => idOf(entry, i));
  if (typeof value === 'object' && value !== null) {
    for (const name of ['ids', 'known', 'records', 'papers', 'references']) {
      const inner = (value as Record<string, unknown>)[name];
      if (Array.isArray(inner)) return idsOf(inner);
    }
    return isNamed(value) ? idOf(value, 0) : Object.keys(value);
  }
  throw new UsageError('The file of known ids holds neither an array nor an object: give a JSON array of ids.');
}

/** One record, not a map of them by id. */
function isNamed(value: object): boolean {
  return 'id' in value && (typeof value.id === 'string' || typeof value.id === 'number');
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
