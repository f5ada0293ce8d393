import * as z from 'zod';
import type { RunHandle } from '../run/handle.ts';
import type { ModelReply } from './port.ts';

const Stored = z.object({
  model: z.string(),
  text: z.string(),
  stop: z.enum([
    'end_turn',
    'max_tokens',
    'stop_sequence',
    'tool_use',
    'pause_turn',
    'refusal',
    'model_context_window_exceeded',
    'unknown',
  ]),
  usage: z.object({
    input: z.number(),
    output: z.number(),
    cacheWrite: z.number(),
    cacheRead: z.number(),
    searches: z.number().optional(),
  }),
  batch: z.boolean(),
  /** The model that was asked, whose price counts. */
  asked: z.string(),
});

/** A reply as it is kept, with what settles its reservation should nobody have done so. */
export type StoredReply = ModelReply & { readonly batch: boolean; readonly asked: string };

/** Where a reply is kept: by the sha256 of its canonical request. */
export const replyPath = (hash: string): string => `replies/${hash}.json`;

/** The reply of a request that was answered before; a torn file counts as none. */
export async function readReply(run: RunHandle, hash: string): Promise<StoredReply | null> {
  const text = await run.readText(replyPath(hash));
  if (text === undefined) return null;
  try {
    const parsed = Stored.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Keeps a reply before anybody uses it. */
export async function writeReply(run: RunHandle, hash: string, reply: StoredReply): Promise<void> {
  await run.writeJson(replyPath(hash), reply);
}
