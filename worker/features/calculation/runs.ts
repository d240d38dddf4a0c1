import { sql } from 'drizzle-orm';
import type { AdjustedCount, CalculationRun } from '../../contracts/calls/answers/calculation.ts';
import type { calculationCalls } from '../../contracts/calls/declared/calculation.ts';
import { RUN_STATUS_LABELS } from '../../contracts/calls/run-status.ts';
import { monthKey } from '../../contracts/months.ts';
import { type Envelope, readPage, toEnvelope } from '../../contracts/paging.ts';
import type { CallInput, GrantedRecord } from '../../platform/call-routes.ts';
import { DatabaseError } from '../../platform/db/database-error.ts';
import { inMonth } from '../../platform/db/date-ranges.ts';
import { asWriter, isMonthLocked } from '../../platform/db/month-lock.ts';
import { query } from '../../platform/db/query.ts';
import { asBoolean, asNumber, readFirst, readOne, readValue } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueueRun, releasedLease } from '../../platform/queue/run.ts';
import { cancelRun, requireRun } from '../../platform/queue/run-calls.ts';
import { requireRoomInQueue } from '../../platform/queue/waiting-work.ts';
import { selectRunViews, toCalculationRun } from './run-view.ts';
import { startMonth } from './start.ts';
import { ACTIVE, calculationWork } from './work.ts';

/** Starts a run of a month; while one is active, answers that one. Throws `month_locked`. */
export async function startCalculation(
  deps: Deps,
  { caller, grant, values: request }: CallInput<typeof calculationCalls.start>,
): Promise<{ run: CalculationRun; created: boolean }> {
  const { id } = await requireRoomInQueue(deps, caller, grant);
  const { run, created } = await startMonth(deps, request, { source: 'button', user_id: id, request_id: caller.requestId });
  return { run: toCalculationRun(run, caller.lang), created };
}

/** `GET /calculations?year=&month=`: newest first. */
export async function listRuns({ caller, grant, values }: CallInput<typeof calculationCalls.list>): Promise<Envelope<CalculationRun>> {
  const page = readPage(values);
  const where = sql.join(
    [sql`1`, ...(values.year ? [sql`c.year = ${values.year}`] : []), ...(values.month ? [sql`c.month = ${values.month}`] : [])],
    sql` AND `,
  );
  const { results } = await caller.read(grant, () => ({
    total: query(sql`SELECT COUNT(*) AS total FROM calculation_runs c WHERE ${where}`, readValue(asNumber)),
    runs: selectRunViews(where, sql` ORDER BY c.id DESC LIMIT ${page.limit} OFFSET ${(page.page - 1) * page.limit}`),
  }));
  return toEnvelope(
    page,
    results.total,
    results.runs.map((run) => toCalculationRun(run, caller.lang)),
  );
}

/** `GET /calculations/{id}`. */
export async function getRun({ caller, grant, id }: GrantedRecord): Promise<CalculationRun> {
  const { results } = await caller.read(grant, () => selectRunViews(sql`c.id = ${id}`));
  return toCalculationRun(requireRun(calculationWork, results, caller.lang), caller.lang);
}

/** `POST /calculations/{id}/cancel`: holds until the moment of publishing, and for previews. */
export async function cancelCalculation(input: GrantedRecord): Promise<CalculationRun> {
  const view = () => selectRunViews(sql`c.id = ${input.id}`);
  return toCalculationRun(await cancelRun(calculationWork, input, { statuses: ['preview', 'cancelled'], view }), input.caller.lang);
}

/** `POST /calculations/{id}/publish`: a preview's results are brought up to date with later edits and published. */
export async function publishPreview(deps: Deps, { caller, grant, id }: GrantedRecord): Promise<CalculationRun> {
  const { results } = await caller.read(grant, ({ id: user }) => ({
    runs: selectRunViews(sql`c.id = ${id}`),
    active: query(
      sql`SELECT a.id FROM calculation_runs c JOIN calculation_runs a ON a.year = c.year AND a.month = c.month AND a.status IN ${ACTIVE}
      WHERE c.id = ${id} AND a.id <> c.id`,
      readFirst({ id: asNumber }),
    ),
    isLocked: query(
      sql`SELECT ${isMonthLocked(sql`(SELECT printf('%04d-%02d', year, month) FROM calculation_runs WHERE id = ${id})`, asWriter(user, caller.clock.time()))} AS locked`,
      readValue(asBoolean),
    ),
  }));
  const { runs, active, isLocked } = results;
  const found = requireRun(calculationWork, runs, caller.lang);
  const month = monthKey(found.year, found.month);
  if (found.status === 'publishing') return toCalculationRun(found, caller.lang);
  if (found.status !== 'preview') throw new AppError('run_not_preview', { status: RUN_STATUS_LABELS[found.status][caller.lang] });
  if (isLocked) throw new AppError('month_locked', { month });
  if (active) throw new AppError('run_active', { month, id: active.id });

  const time = caller.clock.time();
  const change = sql`UPDATE calculation_runs SET status = 'publishing', ${releasedLease(caller.clock)}, progress_at = ${time}, finished_at = NULL
    WHERE id = ${id} AND status = 'preview'`;
  const written = await caller.write({ change, runs: selectRunViews(sql`c.id = ${id}`) }).catch((error) => {
    throw error instanceof DatabaseError && error.kind === 'unique' ? new AppError('run_active', { month, id: '' }) : error;
  });
  await enqueueRun(deps, calculationWork, id);
  return toCalculationRun(requireRun(calculationWork, written.runs, caller.lang), caller.lang);
}

/** `GET /calculations/adjusted?year=&month=`: what a run with `include_adjusted` would throw away. */
export async function countAdjusted({ caller, grant, values }: CallInput<typeof calculationCalls.countAdjusted>): Promise<AdjustedCount> {
  const month = monthKey(values.year!, values.month!);
  const { results } = await caller.read(grant, () =>
    query(
      sql`SELECT COUNT(*) AS count, ROUND(TOTAL(result_design_point), 3) AS design_points, ROUND(TOTAL(result_check_point), 3) AS check_points
      FROM directs WHERE is_updated = 1 AND ${inMonth(sql`henkyaku_hi`, month)} AND is_checked = 0`,
      readOne({ count: asNumber, design_points: asNumber, check_points: asNumber }),
    ),
  );
  return results;
}
