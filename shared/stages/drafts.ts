import * as z from 'zod';
import type { RunHandle } from '../run/handle.ts';

/** Drafts of the writer, and what the verifier found wrong with each. */
export const draftPath = (n: number): string => `drafts/synthesis-${n}.json`;
export const problemsPath = (draft: number): string => `drafts/problems-${draft}.json`;

export const readProblems = (run: RunHandle, draft: number): Promise<string[]> =>
  run.readJson(problemsPath(draft), z.array(z.string()));
