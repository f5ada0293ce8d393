import { describe, expect, it } from 'vitest';
import type { Source } from '../../../shared/agents/synthesize/sources.ts';
import { comparisonTable } from '../../../shared/agents/synthesize/table.ts';
import type { Cell } from '../../../shared/contracts/note.ts';
import { columnsOf } from '../../../shared/present/table-columns.ts';

const cell = (text: string): Cell => ({ text, anchor: { quote: text, start: 0, end: text.length, section: null } });
const work = (id: string, result: string | null, measure: string | null = null): Source =>
  ({
    id,
    retracted: false,
    note: {
      table: {
        method: null,
        data: null,
        measure: measure === null ? null : cell(measure),
        result: result === null ? null : cell(result),
      },
    },
  }) as unknown as Source;

const rows = (...sources: Source[]) => comparisonTable(sources, () => true).map((row) => row.paper);

describe('the comparison', () => {
  it('holds results on the axis that most works share', () => {
    const works = [
      work('a', 'training is 3 times faster', 'speed-up'),
      work('b', 'reaches 28.4 BLEU after three days', 'BLEU'),
      work('c', 'latency falls by 20 percent'),
      work('d', null, 'latency'),
    ];
    expect(rows(...works)).toEqual(['a', 'c']);
  });

  it('takes a measure of its own when two works name it', () => {
    expect(rows(work('a', '12 of 40', 'stall count'), work('b', '9 of 40', 'Stall count'))).toEqual(['a', 'b']);
  });

  it('is none below two comparable rows, without figures, or off the topic', () => {
    expect(rows(work('a', '3 times faster'), work('b', '28.4 BLEU'))).toEqual([]);
    expect(rows(work('a', 'much faster'), work('b', 'far slower'))).toEqual([]);
    expect(comparisonTable([work('a', '3 s, faster'), work('b', '4 s, slower')], ({ id }) => id === 'a')).toEqual([]);
  });

  it('shows no column that nearly all rows leave empty', () => {
    const row = (data: Cell) => ({ paper: 'a', method: null, data, measure: cell('F1'), result: null });
    expect(columnsOf([row(cell('PTB')), row(null), row(null)])).toEqual(['measure', 'result']);
    expect(columnsOf([row(cell('PTB')), row(null)])).toEqual(['data', 'measure', 'result']);
  });
});
