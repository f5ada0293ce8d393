import { PlumblineError } from '../../shared/contracts/errors.ts';

const GONE = new Set(['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED']);
let gone = false;

/** The output goes to a file or a device that does not take it: what runs is stored, what is printed is lost. */
class OutputUnwritable extends PlumblineError {
  constructor(cause: NodeJS.ErrnoException) {
    const why = cause.code === 'ENOSPC' ? 'there is no room left where it goes' : cause.message;
    super(`What this command prints cannot be written: ${why}.\nWhat runs is stored; send the output elsewhere.`, {
      cause,
    });
  }
}

/**
 * Whoever reads the output may leave first (`| head`, a closed terminal). That is no failure: what runs is stored, and
 * what is printed is printed into nothing.
 */
export function guardOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (!GONE.has(error.code ?? '')) throw new OutputUnwritable(error);
      if (stream === process.stdout) gone = true;
    });
  }
}

/** Resolves when everything printed so far has left: a pipe takes it later than `write` returns, and `exit` does not wait. */
export async function outputWritten(): Promise<void> {
  // A stream that is gone calls back with its error, which `guardOutput` has heard of: there is nothing left to wait for.
  const left = (stream: NodeJS.WriteStream) => new Promise<void>((resolve) => stream.write('', () => resolve()));
  await Promise.all([left(process.stdout), left(process.stderr)]);
}

/** Whether nobody reads the standard output any more: what only prints can end. */
export const outputGone = (): boolean => gone;
