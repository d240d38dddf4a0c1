import { sql } from 'drizzle-orm';
import type { RunMessage } from '../../contracts/calls/calculation.ts';
import { ACTIVE_RUN_STATUSES } from '../../contracts/calls/run-status.ts';
import { STAFF } from '../../contracts/roles.ts';
import { mayOwnerGoOn } from '../../platform/auth/job-owner.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { calculationRuns } from '../../platform/db/schema/calculation.ts';
import { readFirst } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { activeStatuses, failStatement, type QueuedWork } from '../../platform/queue/run.ts';

/** A run as the job works on it; the columns are explained in db/schema/calculation.ts. */
export type Run = typeof calculationRuns.$inferSelect;

/** The calculation as queued work. */
export const calculationWork: QueuedWork<typeof calculationRuns> = {
  table: calculationRuns,
  activeStatuses: ACTIVE_RUN_STATUSES,
  progressColumn: 'progress_at',
  source: 'calculation',
  messageFor: (id) => ({ type: 'calculate', run_id: id }),
  owner: sql`r.requested_by`,
  mayGoOn: (deps, { requested_by }) => mayOwnerGoOn(deps, requested_by, STAFF),
  fail: async (deps, id, reason) => void (await failRun(deps, id, reason)),
};

/** Statuses of a run that is still at work, as SQL. */
export const ACTIVE = activeStatuses(calculationWork);

/** Ends an active run as failed; nothing of it is published. */
export async function failRun({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: number, message: RunMessage): Promise<Run | undefined> {
  const plan = { failing: failStatement(calculationWork, sql`id = ${id}`, message, clock), run: selectRunById(id) };
  const { run } = await db.write(plan, { user_id: null, source: 'calculation' });
  return run;
}

export function selectRunById(id: number): Query<Run | undefined> {
  return query(sql`SELECT * FROM calculation_runs WHERE id = ${id}`, readFirst(calculationRuns));
}
