import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Kind, Subfield } from '../../../shared/contracts/enums.ts';
import { MODES } from '../../../shared/contracts/run.ts';
import { alternates, BASE, ROUTED_SOURCES, type RoutedSource, route, routeScore } from '../../../shared/run/route.ts';

/** The seed's table and biases as the page prints them, read apart from the code's. */
const TABLE = `
theoretical    1.0 0.9 0.3 0.2 0.4
practical      0.4 0.5 0.9 0.9 0.9
sota           1.0 0.4 0.6 0.8 0.8
historical     0.5 1.0 0.4 0.1 0.2
comparative    0.6 0.5 0.8 0.9 0.9
practitioner   0.1 0.2 0.9 1.0 0.8
mechanism      0.9 0.7 0.5 0.3 0.7
open-problems  0.7 0.6 0.5 0.6 0.2`;
const BIASES = `
ml arxiv .1
ml community .1
systems github .2
theory scholarly .2
hci web .1
hci community .1
security arxiv .1
security community .1
compilers arxiv .1
compilers github .1
pl arxiv .1
pl github .1`;

const rows = TABLE.trim()
  .split('\n')
  .map((line) => line.split(/\s+/));
const biases = BIASES.trim()
  .split('\n')
  .map((line) => line.split(' '));

describe('the routing table', () => {
  test('has the eight kinds', () => {
    expect(rows.map((row) => row[0]).sort()).toEqual([...Kind.options].sort());
    expect(Object.keys(BASE)).toHaveLength(8);
  });

  const numbers = rows.flatMap(([kind, ...values]) =>
    values.map((value, at): [Kind, RoutedSource, number] => [kind as Kind, ROUTED_SOURCES[at]!, Number(value)]),
  );
  test.each(numbers)('%s, %s: %f', (kind, source, value) => {
    expect(routeScore(kind, 'db', source)).toBe(value);
  });

  const biased = Subfield.options.flatMap((subfield) =>
    ROUTED_SOURCES.map((source): [Subfield, RoutedSource, number] => [
      subfield,
      source,
      Number(biases.find(([field, column]) => field === subfield && column === source)?.[2] ?? 0),
    ]),
  );
  test.each(biased)('%s adds to %s: %f', (subfield, source, bias) => {
    for (const kind of Kind.options) {
      const base = BASE[kind][ROUTED_SOURCES.indexOf(source)]!;
      expect(routeScore(kind, subfield, source)).toBeCloseTo(Math.min(1, base + bias), 10);
    }
  });

  test('scores are clamped to 1 and have two decimals', () => {
    expect(routeScore('theoretical', 'ml', 'arxiv')).toBe(1);
    expect(routeScore('historical', 'theory', 'scholarly')).toBe(1);
    expect(routeScore('open-problems', 'ml', 'arxiv')).toBe(0.8);
    for (const kind of Kind.options) {
      for (const subfield of Subfield.options) {
        for (const { score } of route(kind, subfield, 'deep')) expect(score).toBe(Number(score.toFixed(2)));
      }
    }
  });
});

describe('route', () => {
  test('orders best first, ties by column, and selects three or five', () => {
    const lines = route('practical', 'db', 'standard');
    expect(lines.map((line) => line.source)).toEqual(['web', 'community', 'github', 'scholarly', 'arxiv']);
    expect(lines.map((line) => line.selected)).toEqual([true, true, true, false, false]);
    expect(route('practical', 'db', 'quick').filter((line) => line.selected)).toHaveLength(3);
    expect(route('practical', 'db', 'deep').filter((line) => line.selected)).toHaveLength(5);
  });

  test('selects among the sources that are there', () => {
    const lines = route('theoretical', 'theory', 'standard', ['scholarly', 'community']);
    expect(lines.filter((line) => line.selected).map((line) => line.source)).toEqual(['scholarly', 'community']);
  });

  test('an alternate is the best source not tried yet', () => {
    expect(alternates('theoretical', 'db', ['arxiv', 'scholarly', 'github'])).toEqual(['web', 'community']);
    expect(alternates('theoretical', 'db', ROUTED_SOURCES)).toEqual([]);
  });

  test('always lists all five, never rising', () => {
    const any = fc.check(
      fc.property(
        fc.constantFrom(...Kind.options),
        fc.constantFrom(...Subfield.options),
        fc.constantFrom(...(['quick', 'standard', 'deep'] as const)),
        (kind, subfield, depth) => {
          const lines = route(kind, subfield, depth);
          expect([...lines.map((line) => line.source)].sort()).toEqual([...ROUTED_SOURCES].sort());
          for (let at = 1; at < lines.length; at++) expect(lines[at]!.score).toBeLessThanOrEqual(lines[at - 1]!.score);
        },
      ),
    );
    expect(any).toMatchObject({ failed: false });
  });
});

test('the depth table', () => {
  expect(MODES.quick).toMatchObject({
    maxReplans: 0,
    readBudget: 0,
    citationDepth: 0,
    sourcesPerNode: 3,
    resultsPerResearcher: 8,
    tokens: 200_000,
  });
  expect(MODES.standard).toMatchObject({
    maxReplans: 1,
    readBudget: 10,
    citationDepth: 1,
    sourcesPerNode: 3,
    resultsPerResearcher: 10,
    dispatchCap: 15,
    tokens: 1_500_000,
  });
  expect(MODES.deep).toMatchObject({
    maxReplans: 3,
    readBudget: 30,
    citationDepth: 2,
    sourcesPerNode: 5,
    resultsPerResearcher: 15,
    dispatchCap: 20,
    tokens: 5_000_000,
  });
});
