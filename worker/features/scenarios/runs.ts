import { type SQL, sql } from 'drizzle-orm';
import type { ScenarioRunAnswer } from '../../contracts/calls/answers/rule-scenarios.ts';
import type { scenarioCalls as calls } from '../../contracts/calls/declared/rule-scenarios.ts';
import { MAX_TRIED_MONTHS, SCENARIO_RUN_BODY } from '../../contracts/calls/rule-scenarios.ts';
import { CONTRACTS } from '../../contracts/contracts.ts';
import { monthsBetween } from '../../contracts/months.ts';
import { type Envelope, readPage, toEnvelope } from '../../contracts/paging.ts';
import type { Lang } from '../../contracts/text.ts';
import { notFoundError } from '../../crud/read.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import { query } from '../../platform/db/query.ts';
import { ruleScenarioRuns, ruleScenarios } from '../../platform/db/schema/rule-scenarios.ts';
import { asBoolean, asNumber, asText, orNull, type RowOf, readFirst, readRows, readValue } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { invalidField } from '../../platform/parse-call.ts';
import { wordFailure } from '../../platform/queue/define-run.ts';
import { activeStatuses } from '../../platform/queue/run.ts';
import { cancelRun, insertRun, recoveringCaller, requireRun, startRun } from '../../platform/queue/run-calls.ts';
import { requireRoomInQueue } from '../../platform/queue/waiting-work.ts';
import { LAST_RULE_WRITE } from '../calculation/rules-in-force.ts';
import { scenarioWork } from './work.ts';

/** `POST /rule_scenarios/{id}/runs {from, to}`: one run of a scenario is active at a time; asking again answers that one. */
export async function startScenarioRun(
  deps: Deps,
  { caller, grant, id, values: { from, to } }: CallInput<typeof calls.start>,
): Promise<{ run: ScenarioRunAnswer; created: boolean }> {
  const months = from <= to ? monthsBetween(from, to).length : 0;
  const { results: scenario } = await caller.read(grant, () => selectScenario(id));
  if (months === 0) throw invalidField(SCENARIO_RUN_BODY, 'to', 'from_day', caller.lang, { min: from });
  if (months > MAX_TRIED_MONTHS) throw invalidField(SCENARIO_RUN_BODY, 'to', 'longest_range', caller.lang, { max: MAX_TRIED_MONTHS });
  if (!scenario) throw notFoundError(CONTRACTS.rule_scenarios, caller.lang);
  if (scenario.status === 'discarded') throw new AppError('scenario_closed');
  const { id: personId } = await requireRoomInQueue(deps, caller, grant);
  const started = await startRun(
    deps,
    scenarioWork,
    { user_id: personId, source: 'script', request_id: caller.requestId },
    {
      insert: insertRun(scenarioWork, deps, { scenario_id: id, from_month: from, to_month: to, requested_by: personId }),
      scope: sql`scenario_id = ${id}`,
      view: selectRuns(sql`r.scenario_id = ${id} AND r.status IN ${activeStatuses(scenarioWork)}`),
    },
  );
  return { run: toAnswer(started!.run, caller.lang), created: started!.created };
}

/** `GET /rule_scenarios/{id}/runs`: the newest first. */
export async function listScenarioRuns(
  deps: Deps,
  { caller, grant, id, values }: CallInput<typeof calls.listRuns>,
): Promise<Envelope<ScenarioRunAnswer>> {
  const page = readPage(values);
  const { results } = await recoveringCaller(deps, [scenarioWork], caller).read(grant, () => ({
    scenario: selectScenario(id),
    total: query(sql`SELECT COUNT(*) AS total FROM rule_scenario_runs WHERE scenario_id = ${id}`, readValue(asNumber)),
    runs: selectRuns(sql`r.scenario_id = ${id} ORDER BY r.id DESC LIMIT ${page.limit} OFFSET ${(page.page - 1) * page.limit}`),
  }));
  if (!results.scenario) throw notFoundError(CONTRACTS.rule_scenarios, caller.lang);
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
  const { results } = await recoveringCaller(deps, [scenarioWork], caller).read(grant, () => selectRuns(ofScenario(runId, id)));
  return toAnswer(requireRun(scenarioWork, results, caller.lang), caller.lang);
}

/** `POST /rule_scenarios/{id}/runs/{run}/cancel`. */
export async function cancelScenarioRun({ caller, grant, id }: CallInput<typeof calls.cancel>, runId: number): Promise<ScenarioRunAnswer> {
  const run = await cancelRun(
    scenarioWork,
    { caller, grant, id: runId },
    { only: () => sql`scenario_id = ${id}`, view: () => selectRuns(ofScenario(runId, id)) },
  );
  return toAnswer(run, caller.lang);
}

const ofScenario = (runId: number, id: number) => sql`r.id = ${runId} AND r.scenario_id = ${id}`;

export function selectScenario(id: number) {
  const { status, valid_from } = ruleScenarios;
  return query(sql`SELECT status, valid_from FROM rule_scenarios WHERE id = ${id}`, readFirst({ status, valid_from }));
}

const { id, scenario_id, status, from_month, to_month, created_at, finished_at } = ruleScenarioRuns;
const { total, done, before, after, up, down, same, failed, kept, stale } = ruleScenarioRuns;
const COUNTS = { total, done, before, after, up, down, same, failed, kept, stale };
const SHOWN = { id, scenario_id, status, from_month, to_month, ...COUNTS, created_at, finished_at };

const READERS = { ...SHOWN, message: orNull(asText), user: orNull(asText), outdated: asBoolean };
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

function toAnswer({ from_month, to_month, user, message, ...run }: Row, lang: Lang): ScenarioRunAnswer {
  return { ...run, message: wordFailure(scenarioWork, message, lang), from: from_month, to: to_month, requested_by: user };
}
