import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@libsql/client';
import { expect, test } from 'vitest';
import { migrate } from '../../scripts/migrate.ts';
import { startSqld } from '../../scripts/run/sqld.ts';
import { startObjectStore } from '../support/object-store.ts';

/** Longer than two intervals of the replication, and no multiple of one. */
const WRITING_MS = 25_000;
const MOST_LOST_MS = 15_000;

test('a database server that is lost with its disk under load is back from its bucket, with at most 15 s lost', async () => {
  const store = await startObjectStore();
  const folder = await mkdtemp(join(tmpdir(), 'tensu-lost-'));
  const replication = {
    LIBSQL_BOTTOMLESS_ENDPOINT: store.url,
    LIBSQL_BOTTOMLESS_BUCKET: 'tensu',
    LIBSQL_BOTTOMLESS_DATABASE_ID: 'tensu',
    LIBSQL_BOTTOMLESS_AWS_ACCESS_KEY_ID: 'test',
    LIBSQL_BOTTOMLESS_AWS_SECRET_ACCESS_KEY: 'test',
    LIBSQL_BOTTOMLESS_AWS_DEFAULT_REGION: 'auto',
    LIBSQL_BOTTOMLESS_BATCH_INTERVAL_SECS: '10',
  };
  const lost = await startSqld({ dbPath: join(folder, 'lost'), replication });
  const before = createClient({ url: lost.url });
  await migrate(before);
  const written: number[] = [];
  for (const end = Date.now() + WRITING_MS; Date.now() < end; await sleep(5)) {
    const at = Date.now();
    await before.execute({ sql: 'INSERT INTO departments (name, code) VALUES (?, ?)', args: [String(at), String(written.length)] });
    written.push(at);
  }
  const killedAt = Date.now();
  await lost.kill();
  before.close();
  await rm(join(folder, 'lost'), { recursive: true });

  const restored = await startSqld({ dbPath: join(folder, 'restored'), replication });
  const after = createClient({ url: restored.url });
  const kept = (await after.execute('SELECT CAST(name AS INTEGER) AS at FROM departments ORDER BY id')).rows.map(({ at }) => Number(at));
  const [lostMs, backMs] = [killedAt - kept.at(-1)!, Date.now() - killedAt];
  console.info(`${written.length} writes, ${written.length - kept.length} lost: the last ${lostMs} ms; back after ${backMs} ms`);
  // Whatever came before is there, without a gap.
  expect(kept).toEqual(written.slice(0, kept.length));
  expect(lostMs).toBeLessThanOrEqual(MOST_LOST_MS);
  expect((await after.execute('PRAGMA integrity_check')).rows).toMatchObject([{ integrity_check: 'ok' }]);
  after.close();
  await restored.kill();
  await store.close();
  await rm(folder, { recursive: true });
}, 120_000);
