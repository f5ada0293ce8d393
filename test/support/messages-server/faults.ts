import { seeded } from './random.ts';

/** What can go wrong with a call. */
export const FAULTS = [
  'rate-limit',
  'rate-limit-later',
  'overloaded',
  'server-error',
  'stall',
  'drop',
  'drop-midway',
  'stream-error',
  'refusal',
  'truncation',
  'malformed',
  'wrong-schema',
  'empty',
  'paused',
  'unknown-stop',
  'invented-ids',
] as const;
/** Faults that are asked for by name alone: a key that is not accepted is no matter of chance, the rest are rare. */
export type Fault =
  | (typeof FAULTS)[number]
  | 'unauthorised'
  | 'too-large'
  | 'window'
  | 'tool'
  | 'cut-clean'
  | 'stall-midway'
  | 'garbled'
  | 'page';

/** Wrappings that a good answer may come in. */
export const COSTUMES = ['plain', 'thinking', 'redacted', 'pieces', 'fenced', 'surrounded', 'duplicate-keys'] as const;
export type Costume = (typeof COSTUMES)[number];

export interface FaultPlan {
  /** Share of calls that fail. */
  readonly rate: number;
  readonly faults: readonly Fault[];
  readonly seed: string;
}

/** The fault of the nth call with this body; null: a good answer. The same calls fail in every run. */
export function faultOf(plan: FaultPlan, body: string, nth: number): Fault | null {
  const random = seeded(`${plan.seed}\n${nth}\n${body}`);
  if (random() >= plan.rate) return null;
  return plan.faults[Math.floor(random() * plan.faults.length)] ?? null;
}

/** How a good answer is wrapped: mostly as it should be. */
export function costumeOf(plan: FaultPlan, body: string): Costume {
  const random = seeded(`${plan.seed}\ncostume\n${body}`);
  if (plan.rate === 0 || random() < 0.6) return random() < 0.5 ? 'thinking' : 'plain';
  return random() < 0.5 ? 'fenced' : 'surrounded';
}

/** Replaces every id of an answer by one that no request ever held. */
export function inventIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inventIds);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (/^(id|paper)$/.test(key) && typeof member === 'string') return [key, 'doi:10.9999/invented.1'];
      if (/^(cites|ids|papers)$/.test(key) && Array.isArray(member) && member.every((one) => typeof one === 'string')) {
        return [key, [...member, 'doi:10.9999/invented.2']];
      }
      return [key, inventIds(member)];
    }),
  );
}
