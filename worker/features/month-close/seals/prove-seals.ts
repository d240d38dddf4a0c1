import { sql } from 'drizzle-orm';
import { SCRIPT_AUTHOR } from '../../../platform/db/client.ts';
import { query } from '../../../platform/db/query.ts';
import { asBoolean, asNumber, readColumn, readValue } from '../../../platform/db/typed-rows.ts';
import type { Deps } from '../../../platform/deps.ts';
import { findLockProblems } from './verify-locks.ts';
import { verifySeal } from './verify-seal.ts';

/** A night begins no further seal after so many, or after as many records of locked months. */
export interface NightlyBounds {
  seals: number;
  records: number;
}
const NIGHTLY_BOUNDS: NightlyBounds = { seals: 12, records: 100_000 };

/** What the locks and their events say has no seal of its own. */
const LOCKS = 0;

/** Whether a seal of proof p was another than its records when it was compared last. */
const DIFFERS = sql`(p.problem IS NOT NULL)`;

/** Longer than any sentence of one difference. */
const MAX_PROBLEM_LENGTH = 300;

/**
 * The message `{type: 'verify_seals'}`, each night: compares a part of the seals with what they sealed, and the locks with the seals. Seals that
 * differed and the others take turns, so that many of the one kind never hold up the other; of each kind first those never compared, the newest
 * first, then those compared longest ago. One round trip where no month was ever locked.
 */
export async function proveSeals({ db, clock, files }: Deps, bounds = NIGHTLY_BOUNDS): Promise<void> {
  const { ids, hasLocks } = await db.read({
    ids: query(
      sql`SELECT id FROM (SELECT s.id, ${DIFFERS} AS differs,
          row_number() OVER (PARTITION BY ${DIFFERS} ORDER BY p.seal_id IS NOT NULL, p.proved_at, s.id DESC) AS turn
          FROM month_seals s LEFT JOIN month_seal_proofs p ON p.seal_id = s.id)
        ORDER BY turn, differs = (SELECT ${DIFFERS} FROM month_seal_proofs p WHERE seal_id <> ${LOCKS} ORDER BY proved_at DESC LIMIT 1)
        LIMIT ${bounds.seals}`,
      readColumn(asNumber),
    ),
    hasLocks: query(
      sql`SELECT EXISTS (SELECT 1 FROM month_lock_events) OR EXISTS (SELECT 1 FROM month_locks) OR EXISTS (SELECT 1 FROM month_seal_proofs)`,
      readValue(asBoolean),
    ),
  });
  if (ids.length === 0 && !hasLocks) return;
  const note = (id: number, differences: readonly string[], holds = sql`1`) => {
    const problem = differences[0]?.slice(0, MAX_PROBLEM_LENGTH) ?? null;
    return sql`INSERT INTO month_seal_proofs (seal_id, proved_at, problem) SELECT ${id}, ${clock.time()}, ${problem} WHERE ${holds}
      ON CONFLICT (seal_id) DO UPDATE SET proved_at = excluded.proved_at, problem = excluded.problem`;
  };
  const gone = sql`DELETE FROM month_seal_proofs WHERE seal_id <> ${LOCKS} AND seal_id NOT IN (SELECT id FROM month_seals)`;
  await db.write([gone, note(LOCKS, await findLockProblems(db.read))], SCRIPT_AUTHOR);
  let records = 0;
  for (const id of ids) {
    if (records >= bounds.records) return;
    const verified = await verifySeal({ read: db.read, files }, id);
    records += verified.records;
    // Where the month was unlocked meanwhile, its records may have changed as they may.
    const isLocked = sql`EXISTS (SELECT 1 FROM month_locks WHERE seal_id = ${id} AND status = 1)`;
    await db.write(note(id, verified.differences, sql`${isLocked} = ${verified.isLocked ? 1 : 0}`), SCRIPT_AUTHOR);
  }
}
