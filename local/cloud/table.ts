import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import { DynamoTable } from '../../shared/store/dynamo.ts';

const NAME = 'plumbline';

/** The embedded table: dynalite on a loopback port, spoken to by the code that speaks to DynamoDB. */
export interface EmbeddedTable {
  readonly table: DynamoTable;
  close(): Promise<void>;
}

/**
 * Opens the table kept in `folder` (in memory when undefined) and creates it on first use. One process per folder:
 * the caller holds the home's lock.
 */
export async function openTable(folder?: string): Promise<EmbeddedTable> {
  const server: Server = dynalite({ createTableMs: 0, ...(folder === undefined ? {} : { path: folder }) });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const client = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 3,
  });
  try {
    await client.send(
      new CreateTableCommand({
        TableName: NAME,
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
    table: new DynamoTable(NAME, client),
    close: async () => {
      client.destroy();
      await new Promise<void>((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
      });
    },
  };
}
