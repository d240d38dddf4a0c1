import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@libsql/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { acceptsWrites, type SupervisedSqld, superviseSqld } from '../../scripts/run/sqld-supervisor.ts';

let folder: string;
let supervised: SupervisedSqld;
let client: Client;
let pids: number[];
let errors: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tensu-supervisor-'));
  pids = [];
  errors = [];
  supervised = await superviseSqld({
    dbPath: join(folder, 'db'),
    onOutput: () => {},
    onSpawn: (pid) => pids.push(pid),
    onError: (message) => errors.push(message),
    probeEveryMs: 100,
    // Longer than a healthy server takes on a busy machine.
    wedgedAfterMs: 5000,
  });
  client = createClient({ url: supervised.url });
  await client.batch(['CREATE TABLE notes (text TEXT)', "INSERT INTO notes VALUES ('written')"], 'write');
});

afterEach(async () => {
  client.close();
  await supervised.stop();
  await rm(folder, { recursive: true, force: true });
});

it('starts the database server again when it is killed, on the same address and with everything written', async () => {
  process.kill(pids[0]!, 'SIGKILL');
  await expect.poll(read).toEqual(['written']);
  expect(pids).toHaveLength(2);
});

it('gives a new database a page cache that holds the changes of a whole month, over restarts', async () => {
  const cachePages = async () => (await client.execute('PRAGMA cache_size')).rows[0]?.cache_size;
  expect(await cachePages()).toBe(4000);
  process.kill(pids[0]!, 'SIGKILL');
  await expect.poll(() => cachePages().catch(() => undefined)).toBe(4000);
});

it('looks whether a write may begin without writing anything', async () => {
  const sizeOfLog = async () => (await stat(join(folder, 'db/dbs/default/data-wal'))).size;
  const before = await sizeOfLog();
  expect(await acceptsWrites(supervised.url, undefined, 5000)).toBe(true);
  expect(await sizeOfLog()).toBe(before);
  const writing = await client.transaction('write');
  await writing.execute("INSERT INTO notes VALUES ('not yet')");
  expect(await acceptsWrites(supervised.url, undefined, 200)).toBe(false);
  await writing.rollback();
  expect((await client.execute('SELECT name FROM sqlite_master')).rows.map(({ name }) => name)).toEqual(['notes']);
});

it('kills and restarts a server that stops accepting writes', async () => {
  process.kill(pids[0]!, 'SIGSTOP');
  await expect.poll(() => errors.join()).toContain('takes no more writes');
  await expect.poll(read).toEqual(['written']);
  expect(pids).toHaveLength(2);
});

async function read(): Promise<unknown[]> {
  const { rows } = await client.execute('SELECT text FROM notes').catch(() => ({ rows: [] }));
  return rows.map((row) => row.text);
}
