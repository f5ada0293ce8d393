import type { RankableDoc } from './hybrid.ts';
import { compareText } from './order.ts';

/** Ids that a note names. */
const TOLD = 10;

/**
 * Reads records of any shape into rankable documents. A record without an id is left out, a second one with the same id
 * too (of the two the one that comes first by its texts stays, whatever the order of the input); `onNote` hears of it.
 */
export function readRecords(records: readonly unknown[], onNote: (note: string) => void): RankableDoc[] {
  const byId = new Map<string, RankableDoc>();
  for (const [position, record] of records.entries()) {
    const doc = readRecord(record);
    if (doc === null) {
      onNote(`record ${position + 1} has no id: left out`);
      continue;
    }
    const known = byId.get(doc.id);
    if (known === undefined) byId.set(doc.id, doc);
    else {
      onNote(`id ${doc.id} occurs more than once: ranked once`);
      if (compareText(sortKey(doc), sortKey(known)) < 0) byId.set(doc.id, doc);
    }
  }
  const docs = [...byId.values()].sort((a, b) => compareText(a.id, b.id));
  const silent = docs.filter((doc) => !doc.title && !doc.abstract).map((doc) => doc.id);
  if (silent.length > 0) {
    const some = silent.slice(0, TOLD).join(', ');
    onNote(
      `${silent.length} records have neither title nor abstract, their similarity is 0: ${some}${silent.length > TOLD ? ', \u2026' : ''}`,
    );
  }
  return docs;
}

function readRecord(record: unknown): RankableDoc | null {
  if (typeof record !== 'object' || record === null) return null;
  const fields = record as Record<string, unknown>;
  const id = typeof fields.id === 'number' ? String(fields.id) : asText(fields.id);
  if (id === '') return null;
  return {
    id,
    title: asText(fields.title),
    abstract: asText(fields.abstract) || asText(fields.text) || asText(fields.summary),
  };
}

function asText(value: unknown): string {
  if (Array.isArray(value)) return value.map(asText).filter(Boolean).join(' ');
  return typeof value === 'string' ? value.trim() : '';
}

/** Fuller records first, then by their texts. */
function sortKey(doc: RankableDoc): string {
  const text = `${doc.title ?? ''}\u0000${doc.abstract ?? ''}`;
  return `${String(10_000_000 - Math.min(text.length, 9_999_999)).padStart(8, '0')}${text}`;
}
