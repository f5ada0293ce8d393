import * as z from 'zod';
import { count } from './requests.ts';

/** What `POST /libraries` of the embedded server takes: a path of its own machine, from the root. */
export const LibraryOrder = z.strictObject({
  path: z
    .string()
    .min(1)
    .max(4096)
    .meta({ examples: ['/data/papers', '/data/refs.bib'] }),
});

/** What the stream of a run's events takes: the row after which it begins. */
export const StreamQuery = z.strictObject({ after: count(0, 9_999_999_999, 0) });
