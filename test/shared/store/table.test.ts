import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

  afterAll(async () => {
    await (await opened()).close();
    await rm(await folder, { recursive: true });
  });
});
