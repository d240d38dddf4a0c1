import type { Client } from '@libsql/client';
import { sql } from 'drizzle-orm';
import { replayMonth } from '../worker/features/month-close/seals/replay-month.ts';
import type { FileReader, ReplaySources } from '../worker/features/month-close/seals/replay-sources.ts';
import { type Verified, verifyChain } from '../worker/features/month-close/seals/verify-chain.ts';
import { acceptLosses, findLostFiles } from '../worker/features/month-close/seals/verify-locks.ts';
import { createClock } from '../worker/platform/clock.ts';
import { createDatabase, SCRIPT_AUTHOR } from '../worker/platform/db/client.ts';
import { query } from '../worker/platform/db/query.ts';
import { asNumber, orNull, readFirst } from '../worker/platform/db/typed-rows.ts';
import { openDatabase } from './run/open-database.ts';
import { openFiles } from './run/open-files.ts';
import { readOptions } from './run/read-options.ts';
import { runScript } from './run/run-script.ts';
import { connectToSharedFiles } from './run/shared-files.ts';

const USAGE = `Usage: npm run verify                       checks every seal, the chain they form, their copies and the records of locked months
       npm run verify -- --month 2026-09    computes a locked month again and compares every point and every total
       npm run verify -- --accept-lost 'why'   accepts that seals which a restore lost are gone, keeps why, and verifies the rest
Works on the database at LIBSQL_URL, or on that of the data folder DATA_DIR (.data). Ends with code 1 and the first thing that differs.`;

/** The files of a deployment are in its own bucket. */
const NO_COPIES = 'The files belong to a server elsewhere: the copies of the seals and the rules of their calculations are left out.';
const NO_RULES =
  'The files belong to a server elsewhere, with the rules among them: points are not computed again, only hashes and totals. The button on the calculate page compares all.';

const MISSING_FILES = `Files are missing: a backup holds the database alone, and the copies of seals and the rules of calculations are in the bucket. After a
restore bring seals/ and calculations/rules/ of the former bucket (locally the folder storage of its DATA_DIR) over, and verify again: docs/operations.md,
"Backup and restore".`;

/** What differs from what was sealed; the first is what a person has to look at. */
export async function verify(client: Client, files: FileReader | undefined, month?: string): Promise<Verified> {
  const db = createDatabase(() => client, createClock().time);
  const sources: ReplaySources = { read: (plan) => db.read(plan, 60_000), files };
  if (!month) return verifyChain(sources);
  const seal = await sources.read(
    query(
      sql`SELECT s.id, s.version, l.status FROM month_seals s LEFT JOIN month_locks l ON l.month = s.month
        WHERE s.month = ${month} ORDER BY s.version DESC LIMIT 1`,
      readFirst({ id: asNumber, version: asNumber, status: orNull(asNumber) }),
    ),
  );
  if (!seal) return nothingToVerify(`${month} was never locked, so it has no seal.`);
  if (seal.status !== 1) return nothingToVerify(`${month} is open: its records may differ from its last seal (version ${seal.version}).`);
  const { checked, different, differences, kept_points, edited_points, totals_different, problems } = await replayMonth(sources, seal.id);
  return {
    isFileMissing: files !== undefined && problems.some(({ problem }) => problem === 'missing'),
    checked: `${month}, version ${seal.version}: ${checked} directs computed again, ${differences} points and ${totals_different.length} totals differ; ${kept_points} have no result and keep former points, ${edited_points} were edited after their calculation.`,
    differences: [
      ...problems.map(({ kind, name, problem }) => `${kind} ${name}: ${problem}`),
      ...different.map(({ direct_id, field, stored, replayed }) => `direct ${direct_id}, ${field}: stored ${stored}, replayed ${replayed}`),
      ...totals_different.map(
        ({ user_id, name, field, sealed, replayed }) => `person ${user_id} ${name}, ${field}: sealed ${sealed}, replayed ${replayed}`,
      ),
    ],
  };
}

/** Accepts every copy whose seal the database does not have, as after a restore; answers those that were not accepted before. */
export async function acceptLostSeals(client: Client, files: FileReader, reason: string): Promise<string[]> {
  const db = createDatabase(() => client, createClock().time);
  const { lost } = await findLostFiles({ read: db.read, files });
  if (lost.length > 0) await db.write(acceptLosses(lost, reason), SCRIPT_AUTHOR);
  return lost;
}

const nothingToVerify = (why: string): Verified => ({ checked: '', differences: [why], isFileMissing: false });

async function main(): Promise<void> {
  const values = readOptions(USAGE, { month: { type: 'string' }, 'accept-lost': { type: 'string' } });
  if (!values) return;
  const reason = values['accept-lost']?.trim();
  if (values.month && !/^\d{4}-(0[1-9]|1[0-2])$/.test(values.month))
    throw new Error(`--month must be like 2026-09, not ${values.month}.\n${USAGE}`);
  if (reason === '') throw new Error(`--accept-lost needs a reason, which is kept.\n${USAGE}`);
  const { client, storage, siteStorage, close } = await openDatabase(process.env);
  const bucket = storage ? await openFiles(storage) : undefined;
  const files = bucket?.files ?? (siteStorage ? connectToSharedFiles(siteStorage) : undefined);
  if (!files) console.info(values.month ? NO_RULES : NO_COPIES);
  try {
    if (reason) for (const file of files ? await acceptLostSeals(client, files, reason) : []) console.info(`Accepted as lost: ${file}`);
    const { checked, differences, isFileMissing } = await verify(client, files, values.month);
    if (checked) console.info(checked);
    if (differences.length === 0) return console.info('Nothing differs.');
    console.error(`${differences[0]}${differences.length > 1 ? `\n(and ${differences.length - 1} more)` : ''}`);
    if (isFileMissing) console.error(MISSING_FILES);
    process.exitCode = 1;
  } finally {
    await bucket?.close();
    await close();
  }
}

if (import.meta.main) await runScript(main);
