import { rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { CreateTableCommand, DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import type { DynamoTable } from '../../shared/store/dynamo.ts';
import { TABLE_NAME, tableAt } from './table-client.ts';

/** How long a new table may take to become active; one that takes longer was left half made by a crash. */
const ACTIVE_WITHIN_MS = 5000;

/** The embedded table: dynalite on a loopback port, spoken to by the code that speaks to DynamoDB. */
export interface EmbeddedTable {
  readonly table: DynamoTable;
  /** Where it listens on this machine's loopback. */
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Opens the table kept in `folder` (in memory when undefined) and creates it on first use. One process per folder:
 * the caller holds the home's lock. A table that a crash left half made is made anew.
 * @throws Error when the table is not active in `activeWithinMs` milliseconds, twice.
 */
export async function openTable(folder?: string, activeWithinMs = ACTIVE_WITHIN_MS): Promise<EmbeddedTable> {
  const first = await serveTable(folder);
  if (await isActive(first.client, activeWithinMs)) return first;
  // No row is ever written to a table that was never active: making it anew loses nothing.
  await first.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  const second = await serveTable(folder);
  if (await isActive(second.client, activeWithinMs)) return second;
  await second.close();
  throw new Error(`The embedded table in ${folder ?? 'memory'} did not become active within ${activeWithinMs} ms.`);
}

/** Whether the table answers as active, asked until it does or its time is up. */
async function isActive(client: DynamoDBClient, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: TABLE_NAME }));
    if (Table?.TableStatus === 'ACTIVE') return true;
    await wait(5);
  }
  return false;
}

async function serveTable(folder?: string): Promise<EmbeddedTable & { client: DynamoDBClient }> {
  const server: Server = dynalite({ createTableMs: 0, ...(folder === undefined ? {} : { path: folder }) });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const { client, table } = tableAt(port);
  try {
    await client.send(
      new CreateTableCommand({
        TableName: TABLE_NAME,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [
          { AttributeName: 'pk', AttributeType: 'S' },
          { AttributeName: 'sk', AttributeType: 'S' },
        ],
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
      }),
    );
  } catch (error) {
    if (!(error instanceof Error && error.name === 'ResourceInUseException')) throw error;
  }
  return {
    client,
    table,
    port,
    close: async () => {
      client.destroy();
      await new Promise<void>((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
      });
    },
  };
}
