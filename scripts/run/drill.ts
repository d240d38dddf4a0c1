import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client/http';
import type { FileReader } from '../../worker/features/month-close/seals/replay-sources.ts';
import { migrate } from '../migrate.ts';
import { verify } from '../verify.ts';
import { readBackup, readDump, restoreFromFile } from './dump.ts';
import { startSqld } from './sqld.ts';

export interface DrillResult {
  tables: number;
  rows: number;
  /** What differs, as sentences; none when the backup can be relied on. */
  differences: string[];
}

/** Rows of a table, and a hash of them that does not depend on their order. */
interface Digest {
  rows: number;
  sum: bigint;
}

/**
 * Restores a backup into a server of its own and compares: number and hash of the rows of every table and of the definitions with those in the
 * backup's file, then, brought to the newest schema, the seals with their chain, records and copies. Leaves nothing behind.
 */
export async function drillRestore(file: string, key: string, files: FileReader | undefined): Promise<DrillResult> {
  const folder = await mkdtemp(join(tmpdir(), 'tensu-drill-'));
  try {
    const server = await startSqld({ dbPath: join(folder, 'database') });
    const client = createClient({ url: server.url });
    try {
      await restoreFromFile(client, file, key);
      const wanted = await digestStatements(readBackup(file, key));
      const differences = compare(wanted, await digestStatements(readDump(server.url, undefined)));
      await migrate(client);
      differences.push(...(await verify(client, files && withoutLater(files))).differences);
      const rows = [...wanted.values()].reduce((sum, digest) => sum + digest.rows, 0);
      return { tables: wanted.size, rows, differences };
    } finally {
      client.close();
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Files without the list of them: what was sealed after the backup has a copy there, and no seal in it. */
function withoutLater(files: FileReader): FileReader {
  return { get: (key) => files.get(key), list: async () => ({ objects: [], truncated: false }) };
}

/** By table the rows that a dump inserts; what makes tables, indexes and triggers under the name of the schema. */
async function digestStatements(statements: AsyncIterable<string>): Promise<Map<string, Digest>> {
  const digests = new Map<string, Digest>();
  for await (const statement of statements) {
    const table = /^INSERT INTO "?(\w+)"?/i.exec(statement)?.[1] ?? (/^CREATE /i.test(statement) ? 'sqlite_schema' : undefined);
    if (!table) continue;
    const digest = digests.get(table) ?? { rows: 0, sum: 0n };
    digest.rows += 1;
    digest.sum += createHash('sha256').update(statement).digest().readBigUInt64LE();
    digests.set(table, digest);
  }
  return digests;
}

function compare(wanted: ReadonlyMap<string, Digest>, found: ReadonlyMap<string, Digest>): string[] {
  return [...new Set([...wanted.keys(), ...found.keys()])].sort().flatMap((table) => {
    const [before, after] = [wanted.get(table), found.get(table)];
    if (before?.rows !== after?.rows) return [`${table}: ${before?.rows ?? 0} rows in the backup, ${after?.rows ?? 0} restored`];
    return before?.sum === after?.sum ? [] : [`${table}: rows differ from those in the backup`];
  });
}
