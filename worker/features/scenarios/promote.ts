import { sql } from 'drizzle-orm';
import type { ScenarioChange } from '../../contracts/calls/answers/rule-scenarios.ts';
import type { scenarioCalls as calls } from '../../contracts/calls/declared/rule-scenarios.ts';
import { CONTRACTS } from '../../contracts/contracts.ts';
import { DATED_RULES, TOTALS_EXPRESSIONS } from '../../contracts/rule-tables.ts';
import { throwApiError } from '../../crud/api-error.ts';
import { notFoundError } from '../../crud/read.ts';
import type { Resource } from '../../crud/resource.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import { isOutdated, requireUnchanged } from '../../platform/db/fence.ts';
import { query } from '../../platform/db/query.ts';
import { asJson, asNumber, readColumn, readValue } from '../../platform/db/typed-rows.ts';
import { AppError } from '../../platform/errors.ts';
import { ruleScenariosResource } from '../../resources/rule_scenarios.ts';
import { listBroken, writeBesideCases } from '../rules/cases/guard-cases.ts';
import { localizeCase } from '../rules/cases/judge-cases.ts';
import { isOvertaken, labelOfRule, type RuleCells, selectOverlay, toChange } from './changes.ts';
import { type ChangedRows, planPromotion, requireShortPromotion, type TablePromotion } from './plan-promotion.ts';
import { planPromotionStatements } from './plan-promotion-statements.ts';
import { selectScenario } from './runs.ts';
import { packCells, readInScenarioOf, rowsOf } from './shadow.ts';
import { isChangedRule } from './tried.ts';

/** Somebody writes while it is read; so often it is read again. */
const MAX_ATTEMPTS = 5;

type Input = CallInput<typeof calls.promote>;
interface Promoted {
  id: number;
  valid_from: string;
  created: number;
  updated: number;
  deleted: number;
}

/**
 * `POST /rule_scenarios/{id}/promote {valid_from, reason?}`: the rules of that month and later become those that the scenario was tried with, in one
 * transaction, which holds only while nothing was written since all was read. 409 with the rules that were changed live since they were copied, 422
 * where it has too many rows of one kind.
 */
export async function promoteScenario(resources: readonly Resource[], input: Input, attempt = 1): Promise<Promoted> {
  const { caller, grant, id, values } = input;
  const { actor, results } = await caller.read(grant, () => selectPromotion(id));
  const { scenario, overlay, added } = results;
  if (!scenario) throw notFoundError(CONTRACTS.rule_scenarios, caller.lang);
  if (scenario.status !== 'draft') throw new AppError('scenario_closed');
  const conflicts = [...overlay.filter(isOvertaken), ...added].map((row) => ({ ...toChange(row, caller.lang), conflict: true }));
  if (conflicts.length > 0) throw conflictError(conflicts);
  const until = [values.valid_from, scenario.valid_from].sort().at(-1)!;
  const tables = planPromotion(results.rows, values.valid_from, until);
  const ended = tables.flatMap((table) => table.ended);
  if (ended.length > 0) throw new AppError('scenario_ends_rules', { rules: ended.join(', ') });
  requireShortPromotion(tables);
  const labelOf = (table: string, row: RuleCells) =>
    overlay.find((each) => each.table === table && each.row_id === row.id)?.label ?? `#${row.id}`;
  const writes = await planPromotionStatements(tables, { resources, caller, actor, sequences: results.sequences, labelOf });
  const counts = countWrites(tables);
  const expected = counts.created + counts.updated + counts.deleted;
  const rules = sql.raw(DATED_RULES.map(({ table }) => `'${table}'`).join(', '));
  const plan = {
    begin: requireUnchanged(sql`(SELECT max(id) FROM history) = ${results.history}`),
    closing: sql`UPDATE rule_scenarios SET status = 'promoted', promoted_from = ${values.valid_from}, reason = ${values.reason ?? null},
      version = version + 1, updated_at = ${caller.clock.time()} WHERE id = ${id}`,
    writes,
    end: requireUnchanged(sql`(SELECT COUNT(*) FROM history WHERE id > ${results.history} AND +entity IN (${rules})) = ${expected}`),
  };
  try {
    await writeBesideCases(
      (part) => caller.write(part),
      plan,
      async (broken) => {
        const cases = broken.map((each) => localizeCase(each, caller.lang));
        if (!values.reason) throw new AppError('scenario_breaks_cases', { cases: listBroken(broken) }, { current: { cases } });
      },
    );
  } catch (error) {
    if (isOutdated(error) && attempt < MAX_ATTEMPTS) return promoteScenario(resources, input, attempt + 1);
    if (isOutdated(error)) throw new AppError('too_busy');
    throwApiError(ruleScenariosResource, caller, error, []);
  }
  return { id, valid_from: values.valid_from, ...counts };
}

function conflictError(conflicts: readonly ScenarioChange[]): AppError {
  const rules = [...new Set(conflicts.map(({ label }) => label))].join(', ');
  return new AppError('scenario_conflict', { rules }, { current: { conflicts } });
}

/** Everything that a promotion depends on. */
function selectPromotion(id: number) {
  const rows = DATED_RULES.map((rule) => {
    const packed = packCells(rule.table, 't');
    const changed = sql`FROM ${sql.identifier(rule.table)} t WHERE ${isChangedRule(rule, id)}`;
    return query(
      {
        live: query(sql`SELECT json_set(${packed}, '$.id', t.rowid) AS cells ${changed}`, readColumn(asJson<RuleCells>())),
        scenario: readInScenarioOf(id, query(sql`SELECT ${packed} AS cells ${changed}`, readColumn(asJson<RuleCells>()))),
      },
      (found): [string, ChangedRows] => [rule.table, found],
    );
  });
  return {
    scenario: selectScenario(id),
    history: query(sql`SELECT max(id) FROM history`, readValue(asNumber)),
    overlay: selectOverlay(id),
    added: selectAdded(id),
    rows: query(rows, (found) => new Map(found)),
    sequences: query(sql`SELECT json_group_object(name, seq) FROM sqlite_sequence`, readValue(asJson<Record<string, number>>())),
  };
}

/** Live rows of changed rules that the scenario has no copy of, written after it began to change the rule. */
function selectAdded(id: number) {
  const tables = DATED_RULES.map((rule) => {
    const key = sql.raw(rule === TOTALS_EXPRESSIONS ? 't.rowid' : 't.id');
    const cells = packCells(rule.table, 't');
    const first = sql`(SELECT min(h.id) FROM rule_scenario_rows s CROSS JOIN history h ON h.entity = 'rule_scenario_rows' AND h.record_id = s.id
      WHERE s.scenario_id = ${id} AND s.entity = ${rule.table})`;
    const last = sql`(SELECT max(h.id) FROM history h WHERE h.entity = ${rule.table} AND h.record_id = ${key})`;
    return query(
      sql`SELECT json_object('row_id', ${key}, 'live', json(${cells}), 'label', ${labelOfRule(rule.table, rule.identity, cells)}) AS cells FROM ${sql.identifier(rule.table)} t
        WHERE ${isChangedRule(rule, id)} AND ${key} NOT IN (SELECT s.row_id FROM ${rowsOf(rule.table, id)}) AND ${last} > ${first}`,
      (result) =>
        readColumn(asJson<{ row_id: number; live: RuleCells; label: string | null }>())(result).map((added) => ({
          table: rule.table,
          ...added,
          row: null,
          base: null,
        })),
    );
  });
  return query(tables, (found) => found.flat());
}

function countWrites(tables: readonly TablePromotion[]) {
  const sum = (count: (table: TablePromotion) => number) => tables.reduce((total, table) => total + count(table), 0);
  return {
    created: sum(({ versions, added }) => versions.length + added.length),
    updated: sum(({ changed }) => changed.length),
    deleted: sum(({ removed }) => removed.length),
  };
}
