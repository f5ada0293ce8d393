import * as z from 'zod';

/** What `POST /libraries` of the embedded server takes: a path of its own machine, from the root. */
export const LibraryOrder = z.strictObject({ path: z.string().min(1).max(4096) });
