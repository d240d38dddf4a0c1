import { createClient } from '@libsql/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toDatabaseError } from '../../worker/platform/db/database-error.ts';
import { createStreamPool, type StreamPool } from '../../worker/platform/db/stream-pool.ts';
import { startDatabaseProxy } from '../support/database-proxy.ts';
import { startTestSqld, type TestSqld } from '../support/sqld.ts';

/** Three results of this size are more than the server answers at once, which is 10 MB. */
const LARGE = 'SELECT hex(zeroblob(2000000)) AS text';
const COUNT = 'SELECT COUNT(*) AS n FROM numbers';
let sqld: TestSqld;
let pool: StreamPool;
beforeAll(async () => {
  sqld = await startTestSqld();
  pool = createStreamPool({ url: sqld.url, authToken: undefined }, { maxStreams: 2, waitUntil: () => undefined });
  await pool.batch(['CREATE TABLE numbers (n INTEGER)'], 'write', 5000);
});
afterAll(async () => {
  await pool?.closeIdle();
  await sqld?.close();
});

it('reads more than one answer holds, all of it as of one moment', async () => {
  const client = createClient({ url: sqld.url });
  let isOver = false;
  const write = async () => {
    while (!isOver) await client.execute('INSERT INTO numbers VALUES (1)');
  };
  const writing = write();
  try {
    for (let round = 0; round < 3; round++) {
      const results = await pool.batch([COUNT, LARGE, LARGE, LARGE, COUNT], 'read', 10_000);
      expect(results.map(({ rows }) => String(rows[0]!.text ?? '').length)).toEqual([0, 4_000_000, 4_000_000, 4_000_000, 0]);
      expect(results[4]!.rows[0]!.n).toBe(results[0]!.rows[0]!.n);
    }
  } finally {
    isOver = true;
    await writing;
    client.close();
  }
  const [last] = await pool.batch([COUNT], 'read', 5000);
  expect(last!.rows[0]!.n).toBeGreaterThan(3);
});

it('says of a single result that it is too large, and goes on', async () => {
  const tooLarge = `${LARGE} UNION ALL ${LARGE} UNION ALL ${LARGE}`;
  await expect(pool.batch([tooLarge], 'read', 10_000)).rejects.toThrow('too large');
  await expect(pool.batch([COUNT, tooLarge], 'read', 10_000)).rejects.toThrow('too large');
  expect(await pool.batch([COUNT], 'read', 5000)).toHaveLength(1);
});

it('goes on with no other stream where that of a read in parts is lost: all of it is to be read again', async () => {
  const proxy = await startDatabaseProxy(sqld.url);
  const distant = createStreamPool({ url: proxy.url, authToken: undefined }, { maxStreams: 2, waitUntil: () => undefined });
  const read = () => distant.batch([COUNT, LARGE, LARGE, LARGE], 'read', 10_000);
  try {
    await distant.batch([COUNT], 'read', 5000);
    // The kept stream, then that which the parts are read from.
    proxy.replaceBaton('never-handed-out', 2);
    const error = await read().catch((thrown) => toDatabaseError(thrown));
    expect(error).toMatchObject({ kind: 'cut' });
    expect(await read()).toHaveLength(4);
  } finally {
    await distant.closeIdle();
    await proxy.close();
  }
});

it('keeps no stream where it is told not to', async () => {
  const proxy = await startDatabaseProxy(sqld.url);
  const pool = createStreamPool(
    { url: proxy.url, authToken: undefined },
    { maxStreams: 2, keepsStreams: false, waitUntil: () => undefined },
  );
  for (let n = 0; n < 3; n++) await pool.batch([COUNT], 'read', 5000);
  expect(proxy.streams().opened).toBe(3);
  expect(pool.open).toBe(0);
  await proxy.close();
});
