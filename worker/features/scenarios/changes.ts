import { type SQL, sql } from 'drizzle-orm';
import type { ScenarioChange } from '../../contracts/calls/answers/rule-scenarios.ts';
import type { scenarioCalls as calls } from '../../contracts/calls/declared/rule-scenarios.ts';
import { EXPRESSION_LABELS } from '../../contracts/calls/totals-expressions.ts';
import { CONTRACTS } from '../../contracts/contracts.ts';
import { DATED_RULES, TOTALS_EXPRESSIONS } from '../../contracts/rule-tables.ts';
import type { Lang } from '../../contracts/text.ts';
import { throwApiError } from '../../crud/api-error.ts';
import { notFoundError } from '../../crud/read.ts';
import { tableNameOf } from '../../crud/resource.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import type { Caller } from '../../platform/caller.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { asJson, asNumber, asText, orNull, type RowOf, readRows } from '../../platform/db/typed-rows.ts';
import { AppError } from '../../platform/errors.ts';
import { ruleScenariosResource } from '../../resources/rule_scenarios.ts';
import { selectScenario } from './runs.ts';
import { packLive, rowsOf } from './shadow.ts';

export type RuleCells = Record<string, string | number | null>;

const READERS = {
  table: asText,
  row_id: asNumber,
  row: orNull(asJson<RuleCells>()),
  base: orNull(asJson<RuleCells>()),
  live: orNull(asJson<RuleCells>()),
  label: orNull(asText),
  begun: orNull(asNumber),
};
/** A row of a scenario, with its copy, the live row as it is now, and the history row of its first change in the scenario. */
export type OverlayRow = RowOf<typeof READERS>;

/** What a rule is called, of its cells as JSON. */
export function labelOfRule(table: string, identity: readonly string[], cells: SQL): SQL {
  return table === 'standards'
    ? sql`(SELECT k.name || ' · ' || w.work_name FROM customers k, work_categories w
        WHERE k.id = ${cells} ->> '$.customer_id' AND w.id = ${cells} ->> '$.work_category_id')`
    : sql`${cells} ->> ${sql.raw(`'$.${identity[0]}'`)}`;
}

/** The rows in which a scenario differs; one that it added and took back again is none. */
export function selectOverlay(id: number): Query<OverlayRow[]> {
  const tables = DATED_RULES.map(({ table, identity }) => {
    const label = labelOfRule(table, identity, sql`ifnull(s.row, s.base)`);
    return sql`SELECT ${table} AS "table", s.row_id, s.row, s.base, (${packLive(table, sql`s.row_id`)}) AS live, ${label} AS label,
      (SELECT min(h.id) FROM history h WHERE h.entity = 'rule_scenario_rows' AND h.record_id = s.id) AS begun FROM ${rowsOf(table, id)} AND (s.row IS NOT NULL OR s.base IS NOT NULL)`;
  });
  return query(sql`SELECT * FROM (${sql.join(tables, sql` UNION ALL `)}) ORDER BY 1, 2`, readRows(READERS));
}

/** `GET /rule_scenarios/{id}/changes`. */
export async function listScenarioChanges({ caller, grant, id }: CallInput<typeof calls.listChanges>): Promise<{ data: ScenarioChange[] }> {
  const { results } = await caller.read(grant, () => ({ scenario: selectScenario(id), rows: selectOverlay(id) }));
  if (!results.scenario) throw notFoundError(CONTRACTS.rule_scenarios, caller.lang);
  return { data: results.rows.map((row) => toChange(row, caller.lang)) };
}

/** `POST /rule_scenarios/{id}/revert {entity, row_id}`: the live row counts in the scenario again. */
export async function revertRow({
  caller,
  grant,
  id,
  values: { entity, row_id },
}: CallInput<typeof calls.revert>): Promise<{ data: ScenarioChange[] }> {
  const { results: scenario } = await caller.read(grant, () => selectScenario(id));
  if (!scenario) throw notFoundError(CONTRACTS.rule_scenarios, caller.lang);
  const { rows } = await caller
    .write({
      reverted: sql`DELETE FROM rule_scenario_rows WHERE scenario_id = ${id} AND entity = ${tableNameOf(entity)} AND row_id = ${row_id}`,
      rows: selectOverlay(id),
    })
    .catch((error) => throwApiError(ruleScenariosResource, caller as Caller, error, []));
  return { data: rows.map((row) => toChange(row, caller.lang)) };
}

/** `POST /rule_scenarios/{id}/discard`: what it says stays to be read, and can neither be changed nor promoted. */
export async function discardScenario({
  caller,
  grant,
  id,
}: CallInput<typeof calls.discard>): Promise<{ id: number; status: 'discarded' }> {
  const { results: scenario } = await caller.read(grant, () => selectScenario(id));
  if (!scenario) throw notFoundError(CONTRACTS.rule_scenarios, caller.lang);
  if (scenario.status !== 'draft') throw new AppError('scenario_closed');
  await caller
    .write(sql`UPDATE rule_scenarios SET status = 'discarded', version = version + 1, updated_at = ${caller.clock.time()} WHERE id = ${id}`)
    .catch((error) => throwApiError(ruleScenariosResource, caller, error, []));
  return { id, status: 'discarded' };
}

/** Whether the live row says something else than when the scenario copied it, or is gone. */
export function isOvertaken({ base, live }: Pick<OverlayRow, 'base' | 'live'>): boolean {
  return base !== null && (live === null || saysOther(base, live));
}

/** Whether a row says something else than it did before, of all that is shown of it. */
export function saysOther(before: RuleCells, row: RuleCells): boolean {
  return Object.keys(before).some((name) => !UNSHOWN.test(name) && (before[name] ?? null) !== (row[name] ?? null));
}

const UNSHOWN = /^(id|version|created_at|updated_at|copied_from)$|_(fold|key)$/;

export function toChange({ table, row_id, row, base, live, label }: Omit<OverlayRow, 'begun'>, lang: Lang): ScenarioChange {
  const names = Object.keys({ ...row, ...base, ...live }).filter((name) => !UNSHOWN.test(name));
  const fields = names.map((field) => ({
    field,
    copied: base?.[field] ?? null,
    live: live?.[field] ?? null,
    scenario: row?.[field] ?? null,
  }));
  return {
    entity: entityOf(table),
    row_id,
    action: base === null ? 'create' : row === null ? 'delete' : 'update',
    label: (table === TOTALS_EXPRESSIONS.table ? EXPRESSION_LABELS[label as 'total_point_1']?.[lang] : label) ?? `#${row_id}`,
    conflict: isOvertaken({ base, live }),
    fields: fields.filter(({ copied, live, scenario }) => copied !== scenario || (base !== null && copied !== live)),
  };
}

function entityOf(table: string): string {
  return Object.keys(CONTRACTS).find((name) => tableNameOf(name) === table) ?? 'totals-expressions';
}
