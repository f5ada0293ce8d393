import { fileURLToPath } from 'node:url';

/** Id of the library that comes with the project. */
export const STARTER = 'starter';

/** Folder of the starter library: one JSONL file a topic. */
export const starterPath = (): string => fileURLToPath(new URL('./data', import.meta.url));
