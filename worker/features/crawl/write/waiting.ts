import { type SQL, sql } from 'drizzle-orm';
import { isRowRefused } from '../../../platform/db/database-error.ts';
import { isMonthLocked, PROGRAM_WRITER } from '../../../platform/db/month-lock.ts';
import { query } from '../../../platform/db/query.ts';
import { crawlWaiting } from '../../../platform/db/schema/crawl.ts';
import { hasRows, readRows } from '../../../platform/db/typed-rows.ts';
import type { Deps } from '../../../platform/deps.ts';
import { fillUnmatched } from '../aliases/fill.ts';
import { unmatchedStatements } from '../aliases/unmatched.ts';
import { selectCandidates } from '../match/candidates.ts';
import { jobKey, type NormalizedJob } from '../normalize/normalize.ts';
import { type Plan, planPage } from '../plan/plan.ts';
import { changedMonthStatements } from '../watch/changed-months.ts';
import { CRAWL_AUTHOR } from '../work.ts';
import { isPlanValid, upsertStatements } from './upsert.ts';

/** Jobs applied in one transaction. */
const BATCH_SIZE = 100;
const ATTEMPTS = 6;

/** Keeps the jobs of a plan that have to wait, and forgets those it could place. */
export function waitingStatements(jobs: readonly NormalizedJob[], { waiting }: Plan, allowed: SQL, time: string): SQL[] {
  if (jobs.length === 0) return [];
  const waits = new Set(waiting.map(({ job }) => jobKey(job)));
  const placed = JSON.stringify(jobs.map(jobKey).filter((key) => !waits.has(key)));
  const rows = JSON.stringify(
    waiting.map(({ job, direct_id, reason, month }) => {
      const { external_id, name, henkyaku_hi } = job.row;
      return [external_id, jobKey(job), name, henkyaku_hi ?? null, direct_id, reason, month, JSON.stringify(job)];
    }),
  );
  return [
    sql`DELETE FROM crawl_waiting WHERE external_id_key IN (SELECT value FROM json_each(${placed})) AND reason <> 'removed' AND ${allowed}`,
    ...(waiting.length === 0
      ? []
      : [
          sql`INSERT INTO crawl_waiting (external_id, external_id_key, name, henkyaku_hi, direct_id, reason, month, since, job)
            SELECT j.value ->> 0, j.value ->> 1, j.value ->> 2, j.value ->> 3, j.value ->> 4, j.value ->> 5, j.value ->> 6, ${time}, j.value ->> 7
            FROM json_each(${rows}) j WHERE ${allowed}
            ON CONFLICT (external_id_key) DO UPDATE SET name = excluded.name, henkyaku_hi = excluded.henkyaku_hi, direct_id = excluded.direct_id,
              reason = iif(reason = 'removed', 'removed', excluded.reason), month = excluded.month, job = excluded.job`,
        ]),
  ];
}

/**
 * The message `{type: 'apply_waiting'}`: applies the waiting jobs whose month is unlocked and whose row is unchecked by now, as a crawl would.
 * Then the names that somebody goes by now are filled in. Sent after an unlock, an uncheck, an assigned name and at the end of each crawl; does
 * nothing where nothing waits.
 */
export async function applyWaiting(deps: Deps): Promise<void> {
  for (let after = 0; ; ) {
    const jobs = await freeJobs(deps, after);
    if (jobs.length === 0) return fillUnmatched(deps);
    await applyBatch(deps, jobs);
    after = jobs.at(-1)!.id;
  }
}

interface FreeJob {
  id: number;
  external_id_key: string;
  /** The job as it is stored. */
  job: string;
}

function freeJobs({ db }: Deps, after: number): Promise<FreeJob[]> {
  const { id, external_id_key, job } = crawlWaiting;
  return db.read(
    query(
      sql`SELECT w.id, w.external_id_key, w.job FROM crawl_waiting w LEFT JOIN directs d ON d.external_id_key = w.external_id_key
        WHERE w.id > ${after} AND w.reason <> 'removed' AND ifnull(d.is_checked, 0) = 0 AND NOT ${isMonthLocked(sql`ifnull(w.month, '')`, PROGRAM_WRITER)}
          AND NOT ${isMonthLocked(sql`ifnull(w.henkyaku_hi, '')`, PROGRAM_WRITER)} AND NOT ${isMonthLocked(sql`ifnull(d.henkyaku_hi, '')`, PROGRAM_WRITER)}
        ORDER BY w.id LIMIT ${BATCH_SIZE}`,
      readRows({ id, external_id_key, job }),
    ),
  );
}

/** People edit, check and lock meanwhile; then it is planned again. A job that a crawl replaced meanwhile is left to the next message. */
async function applyBatch({ db, clock }: Deps, free: readonly FreeJob[]): Promise<void> {
  const jobs = free.map(({ job }) => JSON.parse(job) as NormalizedJob);
  const texts = JSON.stringify(free.map(({ external_id_key, job }) => [external_id_key, job]));
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const plan = planPage(jobs, await db.read(selectCandidates(jobs)), clock.time());
    const isUnchanged = sql`NOT EXISTS (SELECT 1 FROM json_each(${texts}) j LEFT JOIN crawl_waiting w ON w.external_id_key = j.value ->> 0
        WHERE w.job IS NOT j.value ->> 1) AND ${isPlanValid(plan)}`;
    // The first statement decides for all: the later ones change the versions it checks.
    const mark = `apply-${crypto.randomUUID()}`;
    const isMine = sql`EXISTS (SELECT 1 FROM write_context WHERE request_id = ${mark})`;
    try {
      const { isApplied } = await db.write(
        {
          isApplied: query(sql`UPDATE write_context SET request_id = ${mark} WHERE ${isUnchanged} RETURNING id`, hasRows),
          directs: upsertStatements(plan, isMine, clock.time()),
          waiting: waitingStatements(jobs, plan, isMine, clock.time()),
          unmatched: unmatchedStatements(
            jobs.filter((job) => !plan.outdated.has(jobKey(job))),
            plan,
            isMine,
          ),
          months: changedMonthStatements(isMine, clock.time()),
        },
        CRAWL_AUTHOR,
      );
      if (isApplied) return;
    } catch (error) {
      if (!isRowRefused(error)) throw error;
    }
  }
}
