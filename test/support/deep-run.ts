import type { DomainMap } from '../../shared/contracts/analysis.ts';
import { RECORDS, TOPIC } from '../e2e/models/library.ts';
import { embedder, type FaultRun, MISSING } from './fault-run.ts';
import { request, storesWith } from './pipeline.ts';
import { type Steer, SteeredRoles } from './steered-roles.ts';

/** Where the papers are from: each round of search finds those of one place. */
const PLACES = ['North', 'South', 'West'] as const;
/** Papers of each place: two waves of readers, and in the end more than may be read before the last replan. */
const PER_PLACE = 10;

/** The same papers once for each place: other ids, and the place in what is searched. */
export function fromPlaces(places: readonly string[], records: readonly object[] = RECORDS): object[] {
  return places.flatMap((place, n) =>
    records.map((record) => {
      const { id, title, url, abstract } = record as Record<'id' | 'title' | 'url' | 'abstract', string>;
      const renumber = (text: string) => text.replace(/(\d{4})\.0/, `$1.${n + 4}`);
      const rename = (text: string) => `${place} ${text}`;
      return {
        ...record,
        id: renumber(id),
        url: renumber(url),
        title: rename(title),
        abstract: rename(abstract),
        sections: [],
      };
    }),
  );
}

const roundOf = (step: string): number => Number(/\d+/.exec(step)?.[0] ?? 1);

/** Eight sub-questions in three layers, five of them ready at once: more than a tick takes. */
const layered: Steer = () => ({
  nodes: LAYERS.map(([id, what, ...depends_on]) => ({
    id,
    question: `What is known about ${what} in stream processors under overload?`,
    rationale: 'A layer of the plan.',
    kind: 'theoretical',
    depends_on,
  })),
});
const LAYERS = [
  ['SQ1', 'bounded queues'],
  ['SQ2', 'back pressure'],
  ['SQ3', 'load shedding'],
  ['SQ4', 'adaptive batching'],
  ['SQ5', 'tail latency'],
  ['SQ6', 'the trade-off of queues and shedding', 'SQ1', 'SQ3'],
  ['SQ7', 'the memory of partitions', 'SQ5'],
  ['SQ8', 'open problems', 'SQ6', 'SQ7'],
] as const;

const perPlace: Steer = (_answer, at) => ({
  query: `${PLACES[Math.min(PLACES.length, roundOf(at.step)) - 1]} stream processors under overload`,
});

/** Misses two perspectives in the first round, one in the second; after that there are papers left to read. */
const insatiable: Steer = (answer: DomainMap, at) => {
  const round = roundOf(at.step);
  const names = [['cost', 'energy'], ['fairness']][round - 1] ?? [];
  return {
    ...answer,
    missing_perspectives: names.map((name, n) => ({
      ...MISSING,
      name,
      question: `What is known about ${name} of bounded queues in stream processors under overload?`,
      depends_on: [`SQ${n + 1}`],
    })),
  };
};

/**
 * The deep run that faults fall on: eight sub-questions in three layers, three rounds of search of which two are replans
 * that widen, waves of readers in each, and a third replan that reads what was left.
 */
export async function deepRun(): Promise<FaultRun> {
  return {
    stores: await storesWith(fromPlaces(PLACES, RECORDS.slice(0, PER_PLACE))),
    asked: request(TOPIC, { depth: 'deep' }),
    parts: {
      embedder,
      roles: new SteeredRoles(embedder, { decompose: layered, formulate: perPlace, domain: insatiable }),
    },
  };
}
