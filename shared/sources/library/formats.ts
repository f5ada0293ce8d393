import { Cite } from '@citation-js/core';
import '@citation-js/plugin-bibtex';
import '@citation-js/plugin-ris';
import { UsageError } from '../../contracts/errors.ts';
import type { LibraryRecord } from '../../contracts/record.ts';
import { libraryRecord } from './record.ts';

/** An entry that could not be used: where, and why. */
export interface Problem {
  /** Line in the file, from 1; the entry's first. */
  readonly line: number;
  readonly reason: string;
}

export interface ParsedFile {
  readonly records: LibraryRecord[];
  readonly problems: Problem[];
  /** Entries seen, usable or not. */
  readonly entries: number;
}

export type Format = 'jsonl' | 'json' | 'bibtex' | 'ris';

/** The format a file name promises, without its `.gz`; null when it is none that holds records. */
export function formatOf(name: string): Format | null {
  const ending = /\.([a-z]+)(?:\.gz)?$/i.exec(name)?.[1]?.toLowerCase();
  if (ending === 'jsonl' || ending === 'ndjson') return 'jsonl';
  if (ending === 'json') return 'json';
  if (ending === 'bib' || ending === 'bibtex') return 'bibtex';
  if (ending === 'ris') return 'ris';
  return null;
}

/**
 * Records of a file. A broken entry is left out and reported; the rest is used.
 * @throws {UsageError} when the file as a whole is not what its name promises
 */
export function parseRecords(content: string, format: Format, name: string): ParsedFile {
  switch (format) {
    case 'jsonl':
      return jsonl(content);
    case 'json':
      return json(content, name);
    case 'bibtex':
      return entries(split(content, /^\s*@(?!comment|preamble|string)\w+\s*[{(]/i), definitions(content));
    case 'ris':
      return entries(split(content, /^TY {2}- /));
  }
}

function take(found: ParsedFile, raw: unknown, line: number): void {
  const record = raw !== null && typeof raw === 'object' ? libraryRecord(raw as Record<string, unknown>) : null;
  if (record) found.records.push(record);
  else found.problems.push({ line, reason: raw !== null && typeof raw === 'object' ? 'no title' : 'not an object' });
}

function jsonl(content: string): ParsedFile {
  const found = { records: [], problems: [], entries: 0 } as {
    records: LibraryRecord[];
    problems: Problem[];
    entries: number;
  };
  for (const [at, line] of content.split('\n').entries()) {
    if (line.trim() === '') continue;
    found.entries++;
    try {
      take(found, JSON.parse(line), at + 1);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      found.problems.push({ line: at + 1, reason: 'not JSON' });
    }
  }
  return found;
}

function json(content: string, name: string): ParsedFile {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (cause) {
    throw new UsageError(
      `${name} is not JSON: ${cause instanceof Error ? cause.message : ''}. Give a CSL-JSON array.`,
      { cause },
    );
  }
  const { items = value } = (value ?? {}) as { items?: unknown };
  const list: unknown[] = Array.isArray(items) ? items : [value];
  const found = { records: [], problems: [], entries: list.length } as ParsedFile;
  for (const [at, item] of list.entries()) take(found, cslToRaw(item), at + 1);
  return found;
}

/** Entries with the line they begin at: one broken entry must not cost the others. */
function split(content: string, start: RegExp): { text: string; line: number }[] {
  const found: { text: string; line: number }[] = [];
  for (const [at, line] of content.split('\n').entries()) {
    if (start.test(line)) found.push({ text: line, line: at + 1 });
    else if (found.length > 0) found[found.length - 1]!.text += `\n${line}`;
  }
  return found;
}

/** What goes in front of an entry: the `@string` definitions it names, and those they name. */
function definitions(content: string): (entry: string) => string {
  const known = [...content.matchAll(/^\s*@string\s*[{(]\s*([^\s=]+).*$/gim)].reverse();
  const wordsOf = (text: string) => text.toLowerCase().match(/[^\s,={}()"#]+/g) ?? [];
  return (entry) => {
    if (known.length === 0) return '';
    const words = new Set(wordsOf(entry));
    const wanted: string[] = [];
    // From the last back: a definition names only those in front of it.
    for (const [line, name] of known) {
      if (!words.has(name!.toLowerCase())) continue;
      wanted.unshift(`${line.trim()}\n`);
      for (const word of wordsOf(line)) words.add(word);
    }
    return wanted.join('');
  };
}

function entries(
  list: readonly { text: string; line: number }[],
  inFront: (entry: string) => string = () => '',
): ParsedFile {
  const found = { records: [], problems: [], entries: list.length } as ParsedFile;
  for (const { text, line } of list) {
    try {
      const [item] = new Cite(`${inFront(text)}${text}`).data as unknown[];
      take(found, cslToRaw(item), line);
    } catch (error) {
      const reason = error instanceof Error ? error.message.split('\n')[0]! : String(error);
      found.problems.push({ line, reason: `not readable (${reason.slice(0, 120)})` });
    }
  }
  return found;
}

function cslToRaw(item: unknown): unknown {
  if (item === null || typeof item !== 'object') return item;
  const csl = item as Record<string, unknown>;
  const parts = (csl.issued as { 'date-parts'?: unknown[][] } | undefined)?.['date-parts']?.[0];
  // A citation key is no identity: only ids that carry a scheme are kept.
  const { id, ...rest } = csl;
  const year = csl.year ?? parts?.[0];
  return {
    ...rest,
    ...(typeof id === 'string' && id.includes(':') ? { id } : {}),
    ...(year === undefined ? {} : { year }),
    title: typeof csl.title === 'string' ? csl.title.replace(/<\/?(?:i|b|sub|sup|span)[^>]*>/g, '') : csl.title,
  };
}
