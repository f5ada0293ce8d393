import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DynamoTable } from '../../../shared/store/dynamo.ts';
import { StoreUnavailable } from '../../../shared/store/errors.ts';
import { tableContract } from '../../support/store-contract.ts';
import { CREDENTIALS, REGION, startDynamo } from './servers.ts';

const server = await startDynamo();
if (server.why !== null) console.warn(`Skipped: the table on DynamoDB Local, because ${server.why}.`);

describe.skipIf(server.why !== null)('the table on DynamoDB Local', () => {
  const endpoint = server.why === null ? server.url : '';
  const client = new DynamoDBClient({ endpoint, region: REGION, credentials: CREDENTIALS });
  const table = new DynamoTable('plumbline', client);

  beforeAll(async () => {
    // As infra/data.ts makes it.
    await client.send(
      new CreateTableCommand({
        TableName: 'plumbline',
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
  });
  afterAll(() => {
    client.destroy();
    if (server.why === null) server.stop();
  });

  tableContract(() => table);

  it('names what a table that is not there comes to', async () => {
    const missing = new DynamoTable('nowhere', client).get({ pk: 'a', sk: 'b' });
    await expect(missing).rejects.toBeInstanceOf(StoreUnavailable);
  });
});
