import { type SQL, sql } from 'drizzle-orm';
import type { MonthReplay, ReplayResult } from '../../../contracts/calls/answers/month-seals.ts';
import type { monthSealCalls } from '../../../contracts/calls/declared/month-seals.ts';
import { monthKey, yearMonthOf } from '../../../contracts/months.ts';
import { STAFF } from '../../../contracts/roles.ts';
import type { Lang } from '../../../contracts/text.ts';
import type { CallInput } from '../../../platform/call-routes.ts';
import type { Actor } from '../../../platform/caller.ts';
import { SCRIPT_AUTHOR } from '../../../platform/db/client.ts';
import { type Query, query } from '../../../platform/db/query.ts';
import { monthReplays } from '../../../platform/db/schema/month-seals.ts';
import { asJson, asNumber, asText, orNull, type RowOf, readRows } from '../../../platform/db/typed-rows.ts';
import { visibleDepartment } from '../../../platform/department-scope.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { defineRun, wordFailure } from '../../../platform/queue/define-run.ts';
import { activeStatuses, holdsLease, workOnRun } from '../../../platform/queue/run.ts';
import { cancelRun, insertRun, requireRun, type StartedRun, startRun } from '../../../platform/queue/run-calls.ts';
import { requireRoomInQueue } from '../../../platform/queue/waiting-work.ts';
import { NOTHING_REPLAYED, replayMonth } from './replay-month.ts';

/** Replays as queued work: one message does it all, and starts over when it is taken up again. */
export const replayWork = defineRun({
  table: monthReplays,
  label: { vi: 'lần tính kiểm', en: 'replay' },
  source: 'script',
  listing: {
    kind: 'replay',
    what: sql`(SELECT s.month FROM month_seals s WHERE s.id = r.seal_id)`,
    path: sql`'/calculate'`,
    done: sql`r.checked`,
    total: sql`NULL`,
  },
  messageFor: (id) => ({ type: 'replay', replay_id: id }),
  grant: () => STAFF,
});

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
): Promise<StartedRun<MonthReplay>> {
  const month = monthKey(values.year!, values.month!);
  const actor = await requireRoomInQueue(deps, caller, grant);
  const seal = sql`(SELECT seal_id FROM month_locks WHERE month = ${month} AND status = 1)`;
  const started = await startRun(
    deps,
    replayWork,
    { user_id: actor.id, source: 'script', request_id: caller.requestId },
    {
      insert: insertRun(replayWork, deps, { seal_id: seal, requested_by: actor.id }, sql`${seal} IS NOT NULL`),
      scope: sql`seal_id = ${seal}`,
      view: selectReplays(sql`r.seal_id = ${seal} AND r.status IN ${activeStatuses(replayWork)}`, actor, caller.lang),
    },
  );
  if (!started) throw new AppError('not_sealed', { month });
  return started;
}

/** `GET /month_replays?year=&month=`: the newest replays of the month, newest first. Others than an Admin see the totals of their department. */
export async function listReplays({
  caller,
  grant,
  values,
}: CallInput<typeof monthSealCalls.listReplays>): Promise<{ data: MonthReplay[] }> {
  const ofMonth = sql`s.month = ${monthKey(values.year!, values.month!)}`;
  return { data: (await caller.read(grant, (actor) => selectReplays(ofMonth, actor, caller.lang))).results };
}

/** `GET /month_replays/{id}`. */
export async function getReplay({ caller, grant, id }: CallInput<typeof monthSealCalls.readReplay>): Promise<MonthReplay> {
  const { results } = await caller.read(grant, (actor) => selectReplays(sql`r.id = ${id}`, actor, caller.lang));
  return requireRun(replayWork, results, caller.lang);
}

/** `POST /month_replays/{id}/cancel`. Throws `run_finished`. */
export function cancelReplay(input: CallInput<typeof monthSealCalls.cancelReplay>): Promise<MonthReplay> {
  return cancelRun(replayWork, input, { view: (actor) => selectReplays(sql`r.id = ${input.id}`, actor, input.caller.lang) });
}

/** Replays with the people whose totals lie in the department, as the seal says. */
function selectReplays(where: SQL, actor: Actor, lang: Lang): Query<MonthReplay[]> {
  const department = visibleDepartment(actor, 'figures');
  const replays = sql`SELECT r.*, s.month, s.version, (SELECT json_group_array(t.user_id) FROM month_seal_rows t
      WHERE t.seal_id = r.seal_id AND t.kind = 'totals' AND t.dept_id = ${department}) AS people,
      (SELECT json_group_array(json_array(d.id, trim(ifnull(d.name, '') || ' ' || ifnull(d.bukkenmei, '')))) FROM directs d
        WHERE d.id IN (SELECT value ->> '$.direct_id' FROM json_each(r.result, '$.different')
          UNION SELECT value ->> '$.direct_id' FROM json_each(r.result, '$.kept'))) AS names
    FROM month_replays r JOIN month_seals s ON s.id = r.seal_id WHERE ${where} ORDER BY r.id DESC LIMIT 20`;
  return query(
    replays,
    readRows(REPLAY_READERS, (row) => toReplay(row, department, lang)),
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

function toReplay(
  { month: key, result, people, names, ...replay }: RowOf<typeof REPLAY_READERS>,
  department: number | null,
  lang: Lang,
): MonthReplay {
  const { year, month } = yearMonthOf(key);
  const found: ReplayResult = { ...NOTHING_REPLAYED, ...result };
  const [nameOf, ofDepartment] = [new Map(names), new Set(people)];
  return {
    ...replay,
    message: wordFailure(replayWork, replay.message, lang),
    year,
    month,
    ...found,
    kept: found.kept.map((direct) => ({ ...direct, name: nameOf.get(direct.direct_id) ?? null })),
    different: found.different.map((point) => ({ ...point, name: nameOf.get(point.direct_id) ?? null })),
    totals_different: found.totals_different.filter(({ user_id }) => department === null || ofDepartment.has(user_id)),
  };
}
