import { type SQL, sql } from 'drizzle-orm';
import type { ScenarioRunAnswer } from '../../contracts/calls/answers/rule-scenarios.ts';
import type { scenarioCalls as calls } from '../../contracts/calls/declared/rule-scenarios.ts';
import { MAX_TRIED_MONTHS, SCENARIO_RUN_BODY, SCENARIO_RUN_FAILURES } from '../../contracts/calls/rule-scenarios.ts';
import { CONTRACTS } from '../../contracts/contracts.ts';
import { monthsBetween } from '../../contracts/months.ts';
import { type Envelope, readPage, toEnvelope } from '../../contracts/paging.ts';
import type { Lang } from '../../contracts/text.ts';
import { notFoundError } from '../../crud/read.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import { query } from '../../platform/db/query.ts';
import { ruleScenarioRuns, ruleScenarios } from '../../platform/db/schema/rule-scenarios.ts';
import {
  asBoolean,
  asNumber,
  asOption,
  asText,
  hasRows,
  orNull,
  type RowOf,
  readFirst,
  readRows,
  readValue,
} from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { invalidField } from '../../platform/parse-call.ts';
import { activeStatuses, enqueueRun, isAbandoned, leaseEnd, recoverRuns } from '../../platform/queue/run.ts';
import { requireRoomInQueue } from '../../platform/queue/waiting-work.ts';
import { LAST_RULE_WRITE } from '../calculation/rules-in-force.ts';
import { scenarioWork } from './work.ts';

const ACTIVE = activeStatuses(scenarioWork);

/** `POST /rule_scenarios/{id}/runs {from, to}`: one run of a scenario is active at a time; asking again answers that one. */
export async function startScenarioRun(
  deps: Deps,
  { caller, grant, id, values: { from, to } }: CallInput<typeof calls.start>,
): Promise<{ run: ScenarioRunAnswer; created: boolean }> {
  const months = from <= to ? monthsBetween(from, to).length : 0;
  const { actor, results: scenario } = await caller.read(grant, () => selectScenario(id));
  if (months === 0) throw invalidField(SCENARIO_RUN_BODY, 'to', 'from_day', caller.lang, { min: from });
  if (months > MAX_TRIED_MONTHS) throw invalidField(SCENARIO_RUN_BODY, 'to', 'longest_range', caller.lang, { max: MAX_TRIED_MONTHS });
  if (!scenario) throw notFoundError(CONTRACTS.rule_scenarios, caller.lang);
  if (scenario.status === 'discarded') throw new AppError('scenario_closed');
  await recoverRuns(deps, [scenarioWork]);
  await requireRoomInQueue(deps, actor.id);
  const time = caller.clock.time();
  const { created, runs } = await caller.write({
    created: query(
      sql`INSERT INTO rule_scenario_runs (scenario_id, status, from_month, to_month, requested_by, created_at, progress_at, lease_until)
        VALUES (${id}, 'queued', ${from}, ${to}, ${actor.id}, ${time}, ${time}, ${leaseEnd(caller.clock)}) ON CONFLICT DO NOTHING RETURNING id`,
      hasRows,
    ),
    runs: selectRuns(sql`r.scenario_id = ${id} ORDER BY r.status IN ${ACTIVE} DESC, r.id DESC LIMIT 1`),
  });
  const run = runs[0]!;
  if (created) await enqueueRun(deps, scenarioWork, run.id);
  return { run: toAnswer(run, caller.lang), created };
}

/** `GET /rule_scenarios/{id}/runs`: the newest first. */
export async function listScenarioRuns(
  deps: Deps,
  { caller, grant, id, values }: CallInput<typeof calls.listRuns>,
): Promise<Envelope<ScenarioRunAnswer>> {
  const page = readPage(values);
  const plan = {
    scenario: selectScenario(id),
    total: query(sql`SELECT COUNT(*) AS total FROM rule_scenario_runs WHERE scenario_id = ${id}`, readValue(asNumber)),
    runs: selectRuns(sql`r.scenario_id = ${id} ORDER BY r.id DESC LIMIT ${page.limit} OFFSET ${(page.page - 1) * page.limit}`),
  };
  let { results } = await caller.read(grant, () => plan);
  if (!results.scenario) throw notFoundError(CONTRACTS.rule_scenarios, caller.lang);
  if (results.runs.some((run) => isAbandoned(scenarioWork, run, deps.clock))) {
    await recoverRuns(deps, [scenarioWork]);
    results = await caller.readMore(plan);
  }
  return toEnvelope(
    page,
    results.total,
    results.runs.map((run) => toAnswer(run, caller.lang)),
  );
}

/** `GET /rule_scenarios/{id}/runs/{run}`. */
export async function readScenarioRun(
  deps: Deps,
  { caller, grant, id }: CallInput<typeof calls.readRun>,
  runId: number,
): Promise<ScenarioRunAnswer> {
  const plan = selectRuns(sql`r.id = ${runId} AND r.scenario_id = ${id}`);
  let { results: runs } = await caller.read(grant, () => plan);
  if (runs[0] && isAbandoned(scenarioWork, runs[0], deps.clock)) {
    await recoverRuns(deps, [scenarioWork]);
    runs = await caller.readMore(plan);
  }
  return toAnswer(requireRun(runs[0], caller.lang), caller.lang);
}

/** `POST /rule_scenarios/{id}/runs/{run}/cancel`. */
export async function cancelScenarioRun({ caller, grant, id }: CallInput<typeof calls.cancel>, runId: number): Promise<ScenarioRunAnswer> {
  const {
    results: [found],
  } = await caller.read(grant, () => selectRuns(sql`r.id = ${runId} AND r.scenario_id = ${id}`));
  requireRun(found, caller.lang);
  const { isCancelled, runs } = await caller.write({
    isCancelled: query(
      sql`UPDATE rule_scenario_runs SET status = 'cancelled', claim = NULL, finished_at = ${caller.clock.time()}
        WHERE id = ${runId} AND status IN ${ACTIVE} RETURNING id`,
      hasRows,
    ),
    runs: selectRuns(sql`r.id = ${runId}`),
  });
  if (!isCancelled) throw new AppError('run_finished', { what: RUN[caller.lang] });
  return toAnswer(runs[0]!, caller.lang);
}

export function selectScenario(id: number) {
  const { status, valid_from } = ruleScenarios;
  return query(sql`SELECT status, valid_from FROM rule_scenarios WHERE id = ${id}`, readFirst({ status, valid_from }));
}

export function requireRun<Run>(run: Run | undefined, lang: Lang): Run {
  if (!run) throw new AppError('not_found', { what: RUN[lang] });
  return run;
}

const RUN = { vi: 'lần thử phương án', en: 'run of a scenario' };

const { id, scenario_id, status, from_month, to_month, created_at, finished_at, lease_until } = ruleScenarioRuns;
const { total, done, before, after, up, down, same, failed, kept, stale } = ruleScenarioRuns;
const COUNTS = { total, done, before, after, up, down, same, failed, kept, stale };
const SHOWN = { id, scenario_id, status, from_month, to_month, ...COUNTS, created_at, finished_at, lease_until };

const READERS = { ...SHOWN, message: orNull(asOption<keyof typeof SCENARIO_RUN_FAILURES>()), user: orNull(asText), outdated: asBoolean };
type Row = RowOf<typeof READERS>;

function selectRuns(where: SQL) {
  const isEdited = sql`EXISTS (SELECT 1 FROM history h WHERE h.id > r.history_id AND h.entity = 'rule_scenario_rows'
    AND ifnull(h.after, h.before) ->> '$.scenario_id' = r.scenario_id)`;
  return query(
    sql`SELECT r.*, u.name AS user, r.status <> 'queued' AND (ifnull(${LAST_RULE_WRITE}, 0) > r.history_id OR ${isEdited}) AS outdated
      FROM rule_scenario_runs r LEFT JOIN users u ON u.id = r.requested_by WHERE ${where}`,
    readRows(READERS),
  );
}

function toAnswer({ from_month, to_month, user, lease_until, message, ...run }: Row, lang: Lang): ScenarioRunAnswer {
  return { ...run, message: message && SCENARIO_RUN_FAILURES[message][lang], from: from_month, to: to_month, requested_by: user };
}
