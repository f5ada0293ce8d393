import type { Command } from 'commander';
import { type Connection, type ConnectOptions, connect } from './connect.ts';
import { endpointOf } from './endpoint.ts';

/** Connects for one command, and lets go whatever happens. */
export async function withConnection<T>(
  command: Command,
  use: (connection: Connection) => Promise<T>,
  options: ConnectOptions = {},
): Promise<T> {
  const connection = await connect(endpointOf(command), options);
  try {
    return await use(connection);
  } finally {
    await connection.close();
  }
}
