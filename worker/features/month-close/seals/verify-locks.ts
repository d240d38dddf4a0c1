import { type SQL, sql } from 'drizzle-orm';
import { NOW } from '../../../platform/db/client.ts';
import { LOCKED_MONTHS } from '../../../platform/db/month-lock.ts';
import { query } from '../../../platform/db/query.ts';
import { monthSeals } from '../../../platform/db/schema/month-seals.ts';
import { asText, readColumn, readRows } from '../../../platform/db/typed-rows.ts';
import { listFiles } from '../../../platform/list-files.ts';
import { PAYROLL } from '../payroll/exports.ts';
import { sealFileKey } from './maintain-seals.ts';
import type { Read } from './month-facts.ts';
import type { ReplaySources } from './replay-sources.ts';

/** What the locks and their events say of seals that are not there, or not theirs. A seal may be removed past the triggers; these stay. */
export async function findLockProblems(read: Read): Promise<string[]> {
  const statements = [
    sql`SELECT l.month || ' is locked without a seal' AS problem FROM ${LOCKED_MONTHS} l WHERE l.seal_id IS NULL ORDER BY l.month`,
    sql`SELECT l.month || ': its lock names seal ' || l.seal_id || iif(s.id IS NULL, ', which is not there', ', which is not its newest') AS problem
      FROM ${LOCKED_MONTHS} l LEFT JOIN month_seals s ON s.id = l.seal_id
      WHERE l.seal_id IS NOT NULL AND (s.id IS NULL OR s.id <> (SELECT MAX(id) FROM month_seals WHERE month = l.month)) ORDER BY l.month`,
    sql`SELECT e.month || ': ' || iif(e.status = 1, 'a lock', 'an unlock') || ' of ' || e.at || ' names seal ' || e.seal_id || ', which is not there' AS problem
      FROM month_lock_events e WHERE e.seal_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM month_seals WHERE id = e.seal_id) ORDER BY e.id`,
    sql`SELECT e.month || iif(e.status = 1, ' is open, though it was locked at ', ' is locked, though it was unlocked at ') || e.at AS problem
      FROM month_lock_events e LEFT JOIN month_locks l ON l.month = e.month
      WHERE e.id = (SELECT MAX(id) FROM month_lock_events WHERE month = e.month) AND e.status <> ifnull(l.status, 0) ORDER BY e.month`,
    sql`SELECT month || ' is open and has a seal that no unlock ended' AS problem FROM month_seals s
      WHERE id = (SELECT MAX(id) FROM month_seals WHERE month = s.month) AND NOT EXISTS (SELECT 1 FROM ${LOCKED_MONTHS} l WHERE l.month = s.month)
        AND NOT EXISTS (SELECT 1 FROM month_lock_events e WHERE e.seal_id = s.id AND e.status = 0) ORDER BY month`,
    sql`SELECT month || ': ' || MAX(version) || ' versions, of which ' || COUNT(*) || ' are there' AS problem FROM month_seals
      GROUP BY month HAVING MAX(version) <> COUNT(*) ORDER BY month`,
    sql`SELECT 'the copy ' || c.file || ' belongs to seal ' || c.seal_id || ', which is not there' AS problem FROM month_seal_copies c
      WHERE NOT EXISTS (SELECT 1 FROM month_seals WHERE id = c.seal_id) ORDER BY c.seal_id`,
  ];
  return (await read(statements.map((statement) => query(statement, readColumn(asText))))).flat();
}

/** Copies of seals and files for payroll of which the database does not know: those that a restore lost, as somebody accepted, apart. */
export async function findLostFiles({ read, files }: ReplaySources): Promise<{ lost: string[]; accepted: string[] }> {
  if (!files) return { lost: [], accepted: [] };
  const copies: string[] = [];
  for (const folder of ['seals/', PAYROLL])
    for await (const objects of listFiles(files, folder)) copies.push(...objects.map(({ key }) => key));
  // Read after the list: a month may be sealed in between.
  const { month, version, sha256 } = monthSeals;
  const { seals, handed, losses } = await read({
    seals: query(sql`SELECT month, version, sha256 FROM month_seals`, readRows({ month, version, sha256 })),
    handed: query(sql`SELECT file FROM payroll_exports`, readColumn(asText)),
    losses: query(sql`SELECT file FROM month_seal_losses`, readColumn(asText)),
  });
  const [known, accepted] = [new Set([...seals.map(sealFileKey), ...handed]), new Set(losses)];
  const orphans = copies.filter((file) => !known.has(file));
  return { lost: orphans.filter((file) => !accepted.has(file)), accepted: orphans.filter((file) => accepted.has(file)) };
}

/** Accepts, for good, that what the database knew of these files is lost, and keeps why. */
export function acceptLosses(lost: readonly string[], reason: string): SQL {
  return sql`INSERT INTO month_seal_losses (file, reason, accepted_at) SELECT value, ${reason}, ${NOW} FROM json_each(${JSON.stringify(lost)}) WHERE true
    ON CONFLICT DO NOTHING`;
}

export const describeLost = (file: string) =>
  file.startsWith(PAYROLL)
    ? `payroll may have ${file}, of which the database does not know: a file that is made now would have the whole month again`
    : `the copy ${file} has no seal in the database: it was sealed after the backup that was restored, or its seal was removed`;
