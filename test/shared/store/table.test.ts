import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import { afterAll, describe, expect, it } from 'vitest';
import { type EmbeddedTable, openTable } from '../../../local/cloud/table.ts';
import { MemoryTable } from '../../../shared/store/memory.ts';
import { tableContract } from '../../support/store-contract.ts';

describe('memory table', () => {
  const table = new MemoryTable();
  tableContract(() => table);
});

describe('embedded table', () => {
  let open: Promise<EmbeddedTable> | undefined;
  const folder = mkdtemp(join(tmpdir(), 'plumbline-table-'));
  const opened = () => {
    open ??= folder.then((path) => openTable(path));
    return open;
  };
  tableContract(async () => (await opened()).table);

  it('keeps its rows when it is closed and opened again', async () => {
    const key = { pk: 'RUN#local#kept', sk: 'META' };
    await (await opened()).table.put(key, { kept: true });
    await (await opened()).close();
    open = openTable(await folder);
    expect(await (await opened()).table.get(key)).toEqual({ kept: true });
  });

  it('is made anew when a crash left it half made', async () => {
    const path = await mkdtemp(join(tmpdir(), 'plumbline-table-'));
    const server = dynalite({ createTableMs: 3_600_000, path });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const client = new DynamoDBClient({ endpoint: `http://127.0.0.1:${port}`, region: 'local', credentials });
    await client.send(
      new CreateTableCommand({
        TableName: 'plumbline',
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      }),
    );
    client.destroy();
    await new Promise((resolve) => {
      server.close(resolve);
    });
    const again = await openTable(path, 50);
    await again.table.put({ pk: 'RUN#local#new', sk: 'META' }, { kept: true });
    expect(await again.table.get({ pk: 'RUN#local#new', sk: 'META' })).toEqual({ kept: true });
    await again.close();
    await rm(path, { recursive: true });
  });

  afterAll(async () => {
    await (await opened()).close();
    await rm(await folder, { recursive: true });
  });
});
