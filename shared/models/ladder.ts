import * as z from 'zod';
import type { RoleName } from '../agents/role.ts';
import type { RunHandle } from '../run/handle.ts';
import { keys } from '../store/keys.ts';
import type { Row } from '../store/ports.ts';
import type { ModelReply, StopReason } from './port.ts';

/** Where a role's call stands: the schema it is asked by, and what it is told. */
export interface Rung {
  /** 0 as designed, 1 once more with the reason, 2 by the simpler schema. */
  readonly step: 0 | 1 | 2;
  /** What was wrong with the answer before. */
  readonly reason: string | null;
  /** Factor on the output's room: grows when an answer was cut. */
  readonly room: number;
  /** Share of the documents' room: shrinks when the window was too small. */
  readonly share: number;
}

export const FIRST_RUNG: Rung = { step: 0, reason: null, room: 1, share: 1 };

/** Why an answer cannot be used, in a word for the transcript and a sentence for the model. */
export interface Fault {
  readonly status: 'truncated' | 'refused' | 'empty' | 'not-json' | 'schema' | 'rejected' | 'stopped' | 'too-long';
  readonly reason: string;
}

/** @returns the next rung; null when only the extractive twin is left */
export function nextRung(rung: Rung, fault: Fault, hasSimpler: boolean): Rung | null {
  if (fault.status === 'refused') return null;
  const room = fault.status === 'truncated' ? rung.room * 2 : rung.room;
  const share = fault.status === 'too-long' ? rung.share / 2 : rung.share;
  const more = { reason: fault.reason, room, share };
  if (rung.step === 0) return { step: 1, ...more };
  if (rung.step === 1 && hasSimpler) return { step: 2, ...more };
  return null;
}

/**
 * What the stop reason says about an answer, before anybody reads it; null when it may be read. A refusal is one even
 * where its text would parse.
 */
export function stopFault({ stop, text }: ModelReply): Fault | null {
  const said: Record<StopReason, Fault | null> = {
    end_turn: null,
    stop_sequence: null,
    max_tokens: {
      status: 'truncated',
      reason: 'The answer was longer than there was room for and was cut. Be shorter.',
    },
    refusal: { status: 'refused', reason: 'the model declined to answer' },
    pause_turn: { status: 'stopped', reason: 'The turn was paused before the answer was complete.' },
    tool_use: { status: 'stopped', reason: 'A tool was called, but there is none. Answer with the JSON alone.' },
    model_context_window_exceeded: { status: 'too-long', reason: 'The documents did not fit; fewer are given now.' },
    unknown: { status: 'stopped', reason: 'The answer ended for a reason that is not known.' },
  };
  const fault = said[stop];
  if (fault !== null) return fault;
  return text.trim() === '' ? { status: 'empty', reason: 'The answer was empty.' } : null;
}

/** `LADDER#<step>`: what does not follow from stored replies. Replies themselves say which rungs were tried. */
const LadderRow = z.object({
  /** The counts below belong to this attempt: the state machine counts anew in each. */
  attempt: z.number(),
  /** Times the step gave up for now because a model was not to be had. */
  waits: z.number(),
  /** Times it left a further rung to the next invocation. */
  turns: z.number(),
  /** Batches under way, by request hash. */
  batches: z.record(
    z.string(),
    z.object({
      id: z.string(),
      polls: z.number(),
      /** What it is for, should it have to be called off. */
      of: z.object({
        stage: z.number(),
        role: z.custom<RoleName>(),
        model: z.string(),
        input: z.number(),
        output: z.number(),
      }),
    }),
  ),
});
export type LadderRow = z.infer<typeof LadderRow>;

/** Fewer than the state machine's retries of `ModelThrottled` and its like: the twin answers before the step fails. */
export const MOST_WAITS = 6;
/** As many as the state machine's retries of `ModelAnswerInvalid`. */
export const MOST_TURNS = 4;

export type UnderWay = LadderRow['batches'][string];

export async function readLadder(run: RunHandle, step: string): Promise<LadderRow> {
  const found = await run.runtime.table.get(keys.ladder(run.owner, run.slug, step));
  const row = found ? LadderRow.parse(found) : { attempt: run.attempt, waits: 0, turns: 0, batches: {} };
  return row.attempt === run.attempt ? row : { ...row, attempt: run.attempt, waits: 0, turns: 0 };
}

/** The step is claimed by one invocation: nobody else writes this row. */
export async function writeLadder(run: RunHandle, step: string, row: LadderRow): Promise<void> {
  await run.fenced(keys.ladder(run.owner, run.slug, step), { set: { ...row } as unknown as Row });
}
