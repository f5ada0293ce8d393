import type { Outcome } from '../contracts/enums.ts';
import type { Table } from '../store/ports.ts';
import type { Parsed } from './outcome.ts';

/** How a provider did the last time it was asked. */
export interface LastOutcome {
  readonly outcome: Outcome;
  readonly note: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const keyOf = (provider: string) => ({ pk: `LIMIT#${provider}`, sk: 'STATUS' });

/** The last outcome of every provider, for `plumbline sources`. */
export class StatusBoard {
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  async record(provider: string, parsed: Parsed, now: number): Promise<void> {
    await this.#table.put(keyOf(provider), {
      outcome: parsed.outcome,
      note: (parsed.notes[0] ?? '').slice(0, 300),
      at: now,
    });
  }

  async last(provider: string): Promise<LastOutcome | null> {
    const row = await this.#table.get(keyOf(provider));
    if (!row || typeof row.at !== 'number') return null;
    return { outcome: row.outcome as Outcome, note: typeof row.note === 'string' ? row.note : '', at: row.at };
  }
}
