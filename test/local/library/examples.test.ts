import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shapeOf } from '../../../shared/agents/understand/shape.ts';
import { Bm25Index } from '../../../shared/collate/rank/bm25.ts';
import { Shape } from '../../../shared/contracts/enums.ts';
import { plainTitle, starterRecords } from './records.ts';

const records = starterRecords();

/** The rows of the table in docs/examples.md. */
function examples(): { topic: string; shape: string; where: string[]; why: string }[] {
  const text = readFileSync(new URL('../../../docs/examples.md', import.meta.url), 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(1).map((row) => {
    const [topic, shape, where, why] = row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
    return { topic: topic!, shape: shape!, where: where!.split(', '), why: why! };
  });
}

describe('the topics of docs/examples.md', () => {
  it('are ten and cover every shape', () => {
    expect(examples()).toHaveLength(10);
    const covered = new Set(examples().map((example) => example.shape));
    expect(Shape.options.filter((shape) => !covered.has(shape))).toEqual([]);
  });

  it('are understood in the shape that is written beside them', () => {
    const wrong = examples().filter(({ topic, shape }) => shapeOf(topic) !== shape);
    expect(wrong.map(({ topic }) => topic)).toEqual([]);
  });

  it('find most of their evidence where the table says', () => {
    const index = new Bm25Index();
    for (const { id, title, abstract } of records) index.add(id, { title, abstract });
    const topicOf = new Map(records.map((record) => [record.id, record.topic]));
    const thin = examples().flatMap(({ topic, where }) => {
      const best = index.search(topic, 12).filter(({ id }) => where.includes(topicOf.get(id) ?? ''));
      return best.length > 6 ? [] : [`${topic}: ${best.length} of 12`];
    });
    expect(thin).toEqual([]);
  });

  it('mention only titles of the library', () => {
    const titles = records.map((record) => plainTitle(record.title));
    const unknown = examples().flatMap(({ why }) =>
      [...why.matchAll(/\*([^*]+)\*/g)]
        .map((hit) => plainTitle(hit[1]!))
        .filter((name) => !titles.some((t) => t.startsWith(name))),
    );
    expect(unknown).toEqual([]);
  });
});
