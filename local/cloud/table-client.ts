import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoTable } from '../../shared/store/dynamo.ts';

export const TABLE_NAME = 'plumbline';

/** The embedded table as a client of its port sees it: another thread of the process that serves it has a client of its own. */
export function tableAt(port: number): { readonly client: DynamoDBClient; readonly table: DynamoTable } {
  const client = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 3,
  });
  return { client, table: new DynamoTable(TABLE_NAME, client) };
}
