import { type SQL, sql } from 'drizzle-orm';
import type { MonthReplay, ReplayResult } from '../../../contracts/calls/answers/month-seals.ts';
import type { monthSealCalls } from '../../../contracts/calls/declared/month-seals.ts';
import { ACTIVE_WORK_STATUSES } from '../../../contracts/calls/run-status.ts';
import { monthKey, yearMonthOf } from '../../../contracts/months.ts';
import { STAFF } from '../../../contracts/roles.ts';
import { mayOwnerGoOn } from '../../../platform/auth/job-owner.ts';
import type { CallInput } from '../../../platform/call-routes.ts';
import type { Caller } from '../../../platform/caller.ts';
import { SCRIPT_AUTHOR } from '../../../platform/db/client.ts';
import { type Query, query } from '../../../platform/db/query.ts';
import { monthReplays } from '../../../platform/db/schema/month-seals.ts';
import { asJson, asNumber, asText, hasRows, orNull, type RowOf, readRows } from '../../../platform/db/typed-rows.ts';
import { visibleDepartment } from '../../../platform/department-scope.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import {
  activeStatuses,
  enqueueRun,
  failStatement,
  holdsLease,
  leaseEnd,
  type QueuedWork,
  workOnRun,
} from '../../../platform/queue/run.ts';
import { queryWaiting, refuseWhenFull } from '../../../platform/queue/waiting-work.ts';
import { NOTHING_REPLAYED, replayMonth } from './replay-month.ts';

/** Replays as queued work: one message does it all, and starts over when it is taken up again. */
export const replayWork: QueuedWork<typeof monthReplays> = {
  table: monthReplays,
  activeStatuses: ACTIVE_WORK_STATUSES,
  progressColumn: 'progress_at',
  source: 'script',
  messageFor: (id) => ({ type: 'replay', replay_id: id }),
  owner: sql`r.requested_by`,
  mayGoOn: (deps, { requested_by }) => mayOwnerGoOn(deps, requested_by, STAFF),
  fail: async ({ db, clock }, id, reason) =>
    void (await db.write(failStatement(replayWork, sql`id = ${id}`, reason, clock), SCRIPT_AUTHOR)),
};

/** The message `{type: 'replay', replay_id}`. */
export function handleReplay(deps: Deps, { replay_id }: { replay_id: number }): Promise<void> {
  return workOnRun(deps, replayWork, replay_id, async ({ db, clock, files }, replay, lease) => {
    await db.write(
      sql`UPDATE month_replays SET status = 'running', progress_at = ${clock.time()} WHERE id = ${replay.id} AND ${holdsLease(replayWork, lease)}`,
      SCRIPT_AUTHOR,
    );
    const { month: _, ...result } = await replayMonth({ read: db.read, files }, replay.seal_id);
    await db.write(
      sql`UPDATE month_replays SET status = 'done', checked = ${result.checked}, result = ${JSON.stringify(result)}, finished_at = ${clock.time()},
          progress_at = ${clock.time()} WHERE id = ${replay.id} AND ${holdsLease(replayWork, lease)}`,
      SCRIPT_AUTHOR,
    );
    return 'ended';
  });
}

/** `POST /month_replays {year, month}`: replays the month's seal; while one is at work, answers that one. 409 for a month that is not sealed. */
export async function startReplay(
  deps: Deps,
  { caller, grant, values }: CallInput<typeof monthSealCalls.startReplay>,
): Promise<{ replay: MonthReplay; created: boolean }> {
  const month = monthKey(values.year!, values.month!);
  const { actor, results: waiting } = await caller.read(grant, ({ id }) => queryWaiting(deps, id));
  refuseWhenFull(waiting);
  const department = visibleDepartment(actor, 'figures');
  const { clock } = deps;
  const seal = sql`(SELECT seal_id FROM month_locks WHERE month = ${month} AND status = 1)`;
  const { created, active } = await caller.write({
    created: query(
      sql`INSERT INTO month_replays (seal_id, status, requested_by, created_at, progress_at, lease_until)
      SELECT ${seal}, 'queued', ${actor.id}, ${clock.time()}, ${clock.time()}, ${leaseEnd(clock)} WHERE ${seal} IS NOT NULL
      ON CONFLICT DO NOTHING RETURNING id`,
      hasRows,
    ),
    active: selectReplays(sql`r.seal_id = ${seal} AND r.status IN ${activeStatuses(replayWork)}`, department),
  });
  const [replay] = active;
  if (!replay) throw new AppError('not_sealed', { month });
  if (created) await enqueueRun(deps, replayWork, replay.id);
  return { replay, created };
}

/** `GET /month_replays?year=&month=`: the newest replays of the month, newest first. Others than an Admin see the totals of their department. */
export async function listReplays({ caller, values }: CallInput<typeof monthSealCalls.listReplays>): Promise<MonthReplay[]> {
  return readReplays(caller, sql`s.month = ${monthKey(values.year!, values.month!)}`);
}

/** `GET /month_replays/{id}`. */
export async function getReplay({ caller, id }: CallInput<typeof monthSealCalls.readReplay>): Promise<MonthReplay> {
  const [replay] = await readReplays(caller, sql`r.id = ${id}`);
  if (!replay) throw new AppError('not_found', { what: { vi: 'lần tính kiểm', en: 'replay' }[caller.lang] });
  return replay;
}

async function readReplays(caller: Caller, where: SQL): Promise<MonthReplay[]> {
  const { results } = await caller.read(STAFF, (actor) => selectReplays(where, visibleDepartment(actor, 'figures')));
  return results;
}

/** Replays with the people whose totals lie in the department, as the seal says. */
function selectReplays(where: SQL, department: number | null): Query<MonthReplay[]> {
  const replays = sql`SELECT r.*, s.month, s.version, (SELECT json_group_array(t.user_id) FROM month_seal_rows t
      WHERE t.seal_id = r.seal_id AND t.kind = 'totals' AND t.dept_id = ${department}) AS people,
      (SELECT json_group_array(json_array(d.id, trim(ifnull(d.name, '') || ' ' || ifnull(d.bukkenmei, '')))) FROM directs d
        WHERE d.id IN (SELECT value ->> '$.direct_id' FROM json_each(r.result, '$.different')
          UNION SELECT value ->> '$.direct_id' FROM json_each(r.result, '$.kept'))) AS names
    FROM month_replays r JOIN month_seals s ON s.id = r.seal_id WHERE ${where} ORDER BY r.id DESC LIMIT 20`;
  return query(
    replays,
    readRows(REPLAY_READERS, (row) => toReplay(row, department)),
  );
}

const { id, status, created_at, finished_at, message } = monthReplays;
const REPLAY_READERS = {
  id,
  status,
  created_at,
  finished_at,
  message,
  month: asText,
  version: asNumber,
  result: orNull(asJson<Partial<ReplayResult>>()),
  people: asJson<number[]>(),
  names: asJson<[id: number, name: string][]>(),
};

function toReplay({ month: key, result, people, names, ...replay }: RowOf<typeof REPLAY_READERS>, department: number | null): MonthReplay {
  const { year, month } = yearMonthOf(key);
  const found: ReplayResult = { ...NOTHING_REPLAYED, ...result };
  const [nameOf, ofDepartment] = [new Map(names), new Set(people)];
  return {
    ...replay,
    year,
    month,
    ...found,
    kept: found.kept.map((direct) => ({ ...direct, name: nameOf.get(direct.direct_id) ?? null })),
    different: found.different.map((point) => ({ ...point, name: nameOf.get(point.direct_id) ?? null })),
    totals_different: found.totals_different.filter(({ user_id }) => department === null || ofDepartment.has(user_id)),
  };
}
