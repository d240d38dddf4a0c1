import { randomBytes } from 'node:crypto';
import type { Client } from '@libsql/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IsolateInspector } from '../../scripts/bench/isolate-memory.ts';
import { freePort } from '../../scripts/run/ports.ts';
import { type Stack, startStack } from '../support/stack.ts';

/** Held at once: a part for the bucket of 8 MB, a chunk and what is encrypted of it of 1 MB each, and the pieces between. */
const MOST_BUFFERS_MB = 14;
let stack: Stack;
let inspectorPort: number;

beforeAll(async () => {
  inspectorPort = await freePort();
  stack = await startStack({ inspectorPort, prepare: insertTexts });
});
afterAll(() => stack?.close());

/** Very many short rows, each of which the server sends by itself, and long ones that no compression makes much smaller. */
async function insertTexts(client: Client): Promise<void> {
  const insert = (values: string[]) =>
    client.execute({ sql: 'INSERT INTO texts (text) SELECT value FROM json_each(?)', args: [JSON.stringify(values)] });
  await client.execute('CREATE TABLE texts (id INTEGER PRIMARY KEY, text TEXT NOT NULL)');
  for (let n = 0; n < 30; n += 1) {
    await insert(Array.from({ length: 2000 }, () => randomBytes(40).toString('hex')));
    await insert(Array.from({ length: 10 }, () => randomBytes(75_000).toString('base64')));
  }
}

test('a backup holds as much memory as its parts need, whatever the number and the length of the rows', async () => {
  const isolate = await IsolateInspector.connect(inspectorPort, 'tensu-api', () => stack.fetch('/api/v1/me'));
  await isolate.collectGarbage();
  const { result, most } = await isolate.watch(() => stack.deliver([{ type: 'backup' }]));
  isolate.close();
  expect(result.explicitAcks).toHaveLength(1);
  expect(most.buffers).toBeLessThan(MOST_BUFFERS_MB);
});

test('a dump that breaks off leaves no backup, and is tried again', async () => {
  const files = await stack.files();
  const before = (await files.list({ prefix: 'backups/' })).objects.length;
  stack.proxy.cutDumps(10_000_000);
  expect((await stack.deliver([{ type: 'backup' }])).retryMessages).toHaveLength(1);
  expect((await files.list({ prefix: 'backups/' })).objects).toHaveLength(before);
  stack.proxy.heal();
  expect((await stack.deliver([{ type: 'backup' }])).explicitAcks).toHaveLength(1);
});
