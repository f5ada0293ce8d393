import type { Command } from 'commander';

/** The endpoint given to any command. */
export function endpointOf(command: Command): string | undefined {
  return command.optsWithGlobals<{ endpoint?: string }>().endpoint ?? process.env.PLUMBLINE_ENDPOINT;
}
