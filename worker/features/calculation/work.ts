import { sql } from 'drizzle-orm';
import type { RunMessage } from '../../contracts/calls/calculation.ts';
import { ACTIVE_RUN_STATUSES } from '../../contracts/calls/run-status.ts';
import { STAFF } from '../../contracts/roles.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { calculationRuns } from '../../platform/db/schema/calculation.ts';
import { readFirst } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { defineRun } from '../../platform/queue/define-run.ts';
import { activeStatuses, failStatement } from '../../platform/queue/run.ts';

/** A run as the job works on it; the columns are explained in db/schema/calculation.ts. */
export type Run = typeof calculationRuns.$inferSelect;

/** The calculation as queued work. */
export const calculationWork = defineRun({
  table: calculationRuns,
  label: { vi: 'lần tính', en: 'calculation' },
  activeStatuses: ACTIVE_RUN_STATUSES,
  source: 'calculation',
  listing: { kind: 'calculation', what: sql`r.year || '-' || printf('%02d', r.month)`, path: sql`'/calculate/runs/' || r.id` },
  messageFor: (id) => ({ type: 'calculate', run_id: id }),
  // The nightly calculation has no owner.
  grant: ({ requested_by }) => (requested_by === null ? undefined : STAFF),
});

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
