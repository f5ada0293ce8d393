const GONE = new Set(['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED']);
let gone = false;

/**
 * Whoever reads the output may leave first (`| head`, a closed terminal). That is no failure: what runs is stored, and
 * what is printed is printed into nothing.
 */
export function guardOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (!GONE.has(error.code ?? '')) throw error;
      if (stream === process.stdout) gone = true;
    });
  }
}

/** Whether nobody reads the standard output any more: what only prints can end. */
export const outputGone = (): boolean => gone;
