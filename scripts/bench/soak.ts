import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@libsql/client/http';
import { createStreamPool, WRITE_STREAMS } from '../../worker/platform/db/stream-pool.ts';
import { ENVIRONMENT_SETTINGS } from '../../worker/platform/environment-settings.ts';
import { startSqld } from '../run/sqld.ts';
import { printTable } from './print-table.ts';

/**
 * Whether the database server goes on taking writes while writers contend: several isolates, each writing through its kept streams, a script that
 * updates 1,000 rows at a time on streams of its own, and a probe, at several limits of connections. A run with no write for 5 s counts as wedged.
 * Arguments: seconds a run, runs, limits (comma separated), isolates, `direct` for isolates that open a stream for each call.
 */
const [seconds = '20', runs = '3', limits = '2,16', isolates = '3', direct = ''] = process.argv.slice(2);

const rows: Record<string, string | number>[] = [];
for (const limit of limits.split(',').map(Number)) {
  for (let run = 1; run <= Number(runs); run++) rows.push({ limit, run, ...(await soak(limit)) });
}
printTable(`Contending writers, ${isolates} isolates and a script of large updates`, rows);

async function soak(maxConnections: number) {
  const folder = await mkdtemp(join(tmpdir(), 'tensu-soak-'));
  const sqld = await startSqld({ dbPath: join(folder, 'db'), maxConnections });
  const open = () => createClient({ url: sqld.url, fetch: (request: Request) => fetch(request, { signal: AbortSignal.timeout(8000) }) });
  await open().batch(
    [
      'CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER NOT NULL, b TEXT)',
      'CREATE INDEX t_a ON t (a)',
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) INSERT INTO t SELECT i, i, 'x' || i FROM n",
    ],
    'write',
  );
  const end = Date.now() + Number(seconds) * 1000;
  let [small, large, reads, refused, lastWrite, worstGap] = [0, 0, 0, 0, Date.now(), 0];
  const count = (isLarge: boolean) => {
    if (isLarge) large++;
    else small++;
    worstGap = Math.max(worstGap, Date.now() - lastWrite);
    lastWrite = Date.now();
  };
  const until = async (work: () => Promise<void>) => {
    while (Date.now() < end) await work().catch(() => sleep(20).then(() => void refused++));
  };
  const one = () => Math.ceil(Math.random() * 20_000);
  const isolate = () => {
    const pool = (maxStreams: number) => createStreamPool({ url: sqld.url, authToken: undefined }, { maxStreams, waitUntil: () => {} });
    const [read, write] = [pool(Number(ENVIRONMENT_SETTINGS.LIBSQL_STREAMS.initial)), pool(WRITE_STREAMS)];
    const batch = (mode: 'read' | 'write', sql: string, ...args: number[]) =>
      direct ? open().batch([{ sql, args }], mode) : (mode === 'write' ? write : read).batch([{ sql, args }], mode, 8000);
    const writer = () => until(() => batch('write', 'UPDATE t SET a = a + 1 WHERE id = ?', one()).then(() => count(false)));
    const reader = () => until(() => batch('read', 'SELECT COUNT(*) FROM t WHERE a > ?', one()).then(() => void reads++));
    return [...Array.from({ length: 8 }, writer), ...Array.from({ length: 8 }, reader)];
  };
  const script = () =>
    until(() =>
      open()
        .batch([{ sql: 'UPDATE t SET b = b || ?, a = a + 1 WHERE id BETWEEN ? AND ? + 999', args: ['y', one(), one()] }], 'write')
        .then(() => count(true)),
    );
  const probe = () =>
    until(() =>
      open()
        .batch(['UPDATE t SET a = a WHERE id = 0'], 'write')
        .then(() => sleep(500)),
    );
  await Promise.all([...Array.from({ length: Number(isolates) }, isolate).flat(), script(), probe()]);
  worstGap = Math.max(worstGap, Date.now() - lastWrite);
  await sqld.kill();
  await rm(folder, { recursive: true, force: true });
  return {
    'writes a second': Math.round(small / Number(seconds)),
    'large updates': large,
    'reads a second': Math.round(reads / Number(seconds)),
    refused,
    'longest gap ms': worstGap,
    wedged: worstGap > 5000 ? 'yes' : 'no',
  };
}
