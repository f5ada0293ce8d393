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
 * Records of a file. A broken entry is left out and reported; the rest is used. A file that holds another of the formats
 * than its name says is read as that.
 * @throws {UsageError} when the file as a whole is none of them
 */
export function parseRecords(content: string, format: Format, name: string): ParsedFile {
  switch (format) {
    case 'jsonl':
      return isArray(content) ? json(content, name) : jsonl(content);
    case 'json':
      return json(content, name);
    default:
      return references(content, format);
  }
}

/** A list written over lines, which are no JSON one by one. */
const isArray = (content: string): boolean => /^\s*\[\s*(?:\n|\{[^\n]*,\s*\n)/.test(content);

function references(content: string, format: 'bibtex' | 'ris'): ParsedFile {
  const bibtex = () => entries(split(content, BIBTEX_ENTRY), bibtexEntry(content));
  const ris = () => entries(split(content, RIS_ENTRY), risEntry);
  const [named, other] = format === 'bibtex' ? [bibtex, ris] : [ris, bibtex];
  const found = named();
  if (found.entries > 0 || content.trim() === '') return found;
  const instead = other();
  if (instead.entries > 0) return instead;
  const what = format === 'bibtex' ? 'an entry of BibTeX (@article{…})' : 'an entry of RIS (TY  - JOUR)';
  return { records: [], problems: [{ line: 1, reason: `nothing in it is ${what}` }], entries: 1 };
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
    const lines = jsonl(content);
    if (lines.entries > 1 && lines.records.length > 0) return lines;
    throw new UsageError(
      `${name} is not JSON: ${cause instanceof Error ? cause.message : ''}. Give a CSL-JSON array.`,
      { cause },
    );
  }
  const { items = value } = (value ?? {}) as { items?: unknown };
  const list: unknown[] = Array.isArray(items) ? items : [value];
  const found = { records: [], problems: [], entries: list.length } as ParsedFile;
  const lines = linesOfObjects(content, items === value ? 1 : 2);
  for (const [at, item] of list.entries()) take(found, cslToRaw(item), lines[at] ?? 1);
  return found;
}

/** The lines on which the objects begin that lie in so many brackets. */
function linesOfObjects(content: string, depth: number): number[] {
  const found: number[] = [];
  let open = 0;
  let line = 1;
  for (const [token] of content.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]\n]/g)) {
    if (token === '\n') line++;
    else if (token === '}' || token === ']') open--;
    else if (token.length === 1) {
      if (token === '{' && open === depth) found.push(line);
      open++;
    }
  }
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

/** An entry as the parser takes it, and what only its source says. */
interface Dialect {
  readonly text: string;
  readonly more?: Readonly<Record<string, unknown>>;
}

const BIBTEX_ENTRY = /^\s*@(?!comment|preamble|string)\w+\s*[{(]/i;
/** Where a register of preprints stands: Zotero and arXiv write `eprint`, Mendeley `arxivId`, Google Scholar the journal. */
const EPRINT = /\b(?:arxivid|eprint)\s*=\s*[{"]+\s*([^{}"\s]+)|\barXiv:\s*(\d{4}\.\d{4,5})/i;

/** BibTeX: the `@string` definitions that an entry names, and those they name, go in front of it; round brackets become braces. */
function bibtexEntry(content: string): (entry: string) => Dialect {
  const known = [...content.matchAll(/^\s*@string\s*[{(]\s*([^\s=]+).*$/gim)].reverse();
  const wordsOf = (text: string) => text.toLowerCase().match(/[^\s,={}()"#]+/g) ?? [];
  return (entry) => {
    const body = entry.replace(/^(\s*@\w+\s*)\(([\s\S]*)\)\s*$/, '$1{$2}');
    const hit = EPRINT.exec(entry);
    const eprint = hit?.[1] ?? hit?.[2];
    const more = eprint === undefined ? {} : { eprint };
    if (known.length === 0) return { text: body, more };
    const words = new Set(wordsOf(entry));
    const wanted: string[] = [];
    // From the last back: a definition names only those in front of it.
    for (const [line, name] of known) {
      if (!words.has(name!.toLowerCase())) continue;
      wanted.unshift(`${line.trim()}\n`);
      for (const word of wordsOf(line)) words.add(word);
    }
    return { text: wanted.join('') + body, more };
  };
}

const RIS_ENTRY = /^TY {2}- /;
/**
 * RIS: a line without a tag goes on with the one before. The two versions of RIS name some fields differently, exports mix
 * them, and the parser takes one: title, authors, abstract, venue and year are looked for under every name, `PY` first.
 */
function risEntry(entry: string): Dialect {
  const text = entry.replace(/\n(?![A-Z][A-Z0-9] {2}-(?: |$))[ \t]*(?=\S)/gm, ' ');
  const all = (...tags: readonly string[]) =>
    tags.flatMap((tag) => [...text.matchAll(new RegExp(`^${tag} {2}- (.*\\S)`, 'gm'))].map((hit) => hit[1]!));
  const [title] = all('TI', 'T1', 'CT', 'BT');
  const [abstract] = all('AB', 'N2');
  const authors = all('AU', 'A1');
  const [year] = all('PY', 'Y1', 'DA').flatMap((date) => /(?<!\d)(?:1[4-9]\d\d|20\d\d)(?!\d)/.exec(date) ?? []);
  const [venue] = all('JO', 'JF', 'T2', 'BT', 'J2', 'JA').filter((name) => name !== title);
  const found = { title, abstract, authors: authors.length === 0 ? undefined : authors, year, venue };
  return { text, more: Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) };
}

function entries(
  list: readonly { readonly text: string; readonly line: number }[],
  read: (entry: string) => Dialect,
): ParsedFile {
  const found = { records: [], problems: [], entries: list.length } as ParsedFile;
  for (const { text: entry, line } of list) {
    try {
      const { text, more } = read(entry);
      const [item] = new Cite(text).data as unknown[];
      take(found, { ...(cslToRaw(item) as object), ...more }, line);
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
  const issued = csl.issued as { 'date-parts'?: unknown[][]; literal?: unknown; raw?: unknown } | undefined;
  // A citation key is no identity: only ids that carry a scheme are kept.
  const { id, ...rest } = csl;
  const year = csl.year ?? issued?.['date-parts']?.[0]?.[0] ?? issued?.literal ?? issued?.raw;
  return {
    ...rest,
    ...(typeof id === 'string' && id.includes(':') ? { id } : {}),
    ...(year === undefined ? {} : { year }),
    title: typeof csl.title === 'string' ? csl.title.replace(/<\/?(?:i|b|sub|sup|span)[^>]*>/g, '') : csl.title,
  };
}
