import { sql } from 'drizzle-orm';
import type { ScenarioChange } from '../../contracts/calls/answers/rule-scenarios.ts';
import type { scenarioCalls as calls } from '../../contracts/calls/declared/rule-scenarios.ts';
import { CONTRACTS } from '../../contracts/contracts.ts';
import { DATED_RULES, RULE_TABLES, type RuleTable } from '../../contracts/rule-tables.ts';
import { throwApiError } from '../../crud/api-error.ts';
import { notFoundError } from '../../crud/read.ts';
import { queryRefs, requireRefs } from '../../crud/refs.ts';
import type { Resource } from '../../crud/resource.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import { isOutdated, requireUnchanged } from '../../platform/db/fence.ts';
import { query, type ResultsOf } from '../../platform/db/query.ts';
import { asJson, asNumber, asText, orNull, readColumn, readRows, readValue } from '../../platform/db/typed-rows.ts';
import { AppError } from '../../platform/errors.ts';
import { identityOf } from '../../platform/text/rule-identity.ts';
import { ruleScenariosResource } from '../../resources/rule_scenarios.ts';
import { listBroken, writeBesideCases, writeRules } from '../rules/cases/guard-cases.ts';
import { localizeCase } from '../rules/cases/judge-cases.ts';
import { isOvertaken, labelOfRule, type RuleCells, saysOther, selectOverlay, toChange } from './changes.ts';
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
 * transaction, which holds only while no rule was written since all was read. 409 with the rules that were changed live since they were copied, 422
 * where it has too many rows of one kind.
 */
export async function promoteScenario(resources: readonly Resource[], input: Input, attempt = 1): Promise<Promoted> {
  const { caller, grant, id, values } = input;
  const { results } = await caller.read(grant, () => selectPromotion(id));
  const { scenario, overlay } = results;
  if (!scenario) throw notFoundError(CONTRACTS.rule_scenarios, caller.lang);
  if (scenario.status !== 'draft') throw new AppError('scenario_closed');
  const conflicts = [...overlay.filter(isOvertaken), ...findWrittenRows(results)].map((row) => ({
    ...toChange(row, caller.lang),
    conflict: true,
  }));
  if (conflicts.length > 0) throw conflictError(conflicts);
  const until = [values.valid_from, scenario.valid_from].sort().at(-1)!;
  const tables = planPromotion(results.rows, values.valid_from, until);
  const labels = new Map<string, string | null>([
    ...results.naming.map(({ cells, label }) => [`standards ${cells.id}`, label] as const),
    ...overlay.map(({ table, row_id, label }) => [`${table} ${row_id}`, label] as const),
  ]);
  const labelOf = (table: string, row: RuleCells) => labels.get(`${table} ${row.id}`) ?? `#${row.id}`;
  const ended = tables.flatMap(({ rule, ended: rows }) => rows.map((row) => labelOf(rule.table, row)));
  if (ended.length > 0) throw new AppError('scenario_ends_rules', { rules: ended.join(', ') });
  requireShortPromotion(tables);
  await requireKnownRefs(resources, input, tables, labelOf);
  const time = caller.clock.time();
  const naming = results.naming.map(({ cells }) => cells);
  const writes = planPromotionStatements(tables, naming, { ...results, resources, time, labelOf });
  const counts = countWrites(tables);
  const expected = counts.created + counts.updated + counts.deleted;
  const rules = sql.raw(DATED_RULES.map(({ table }) => `'${table}'`).join(', '));
  const plan = {
    begin: requireUnchanged(sql`NOT EXISTS (SELECT 1 FROM history h WHERE h.id > ${results.history} AND (+h.entity IN (${rules})
      OR +h.entity = 'rule_scenarios' AND h.record_id = ${id} OR +h.entity = 'rule_scenario_rows' AND ifnull(h.after, h.before) ->> '$.scenario_id' = ${id}))`),
    closing: sql`UPDATE rule_scenarios SET status = 'promoted', promoted_from = ${values.valid_from}, reason = ${values.reason ?? null},
      version = version + 1, updated_at = ${time} WHERE id = ${id}`,
    writes,
    end: requireUnchanged(sql`(SELECT COUNT(*) FROM history WHERE id > ${results.history} AND +entity IN (${rules})) = ${expected}`),
  };
  try {
    await writeBesideCases(writeRules(caller), plan, async (broken) => {
      const cases = broken.map((each) => localizeCase(each, caller.lang));
      if (!values.reason) throw new AppError('scenario_breaks_cases', { cases: listBroken(broken)[caller.lang] }, { current: { cases } });
    });
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
        live: query(sql`SELECT ${packed} AS cells ${changed}`, readColumn(asJson<RuleCells>())),
        scenario: readInScenarioOf(id, query(sql`SELECT ${packed} AS cells ${changed}`, readColumn(asJson<RuleCells>()))),
      },
      (found): [string, ChangedRows] => [rule.table, found],
    );
  });
  return {
    scenario: selectScenario(id),
    history: query(sql`SELECT max(id) FROM history`, readValue(asNumber)),
    overlay: selectOverlay(id),
    written: selectWritten(id),
    naming: selectNaming(id),
    rows: query(rows, (found) => new Map(found)),
    sequences: query(sql`SELECT json_group_object(name, seq) FROM sqlite_sequence`, readValue(asJson<Record<string, number>>())),
  };
}

/** Live rows of changed rules that the scenario has no copy of, with what was written to them since it began to change rules of the table. */
function selectWritten(id: number) {
  const tables = DATED_RULES.map((rule) => {
    const cells = packCells(rule.table, 't');
    const first = sql`(SELECT min(h.id) FROM rule_scenario_rows s CROSS JOIN history h ON h.entity = 'rule_scenario_rows' AND h.record_id = s.id
      WHERE s.scenario_id = ${id} AND s.entity = ${rule.table})`;
    const since = sql`FROM history h WHERE h.entity = ${rule.table} AND h.record_id = t.id AND h.id > ${first}`;
    const inOrder = sql`SELECT json_object('id', h.id, 'before', json(h.before)) AS write ${since} ORDER BY h.id`;
    const writes = sql`(SELECT json_group_array(json(w.write)) FROM (${inOrder}) w)`;
    return query(
      sql`SELECT json_object('row_id', t.id, 'live', json(${cells}), 'label', ${labelOfRule(rule.table, rule.identity, cells)}, 'writes', json(${writes})) AS cells
        FROM ${sql.identifier(rule.table)} t WHERE ${isChangedRule(rule, id)} AND t.id NOT IN (SELECT s.row_id FROM ${rowsOf(rule.table, id)})
          AND EXISTS (SELECT 1 ${since})`,
      (result) => readColumn(asJson<WrittenRow>())(result).map((row) => ({ ...row, rule })),
    );
  });
  return query(tables, (found) => found.flat());
}

interface WrittenRow {
  row_id: number;
  live: RuleCells;
  label: string | null;
  writes: readonly { id: number; before: RuleCells | null }[];
}

/** Of these rows the ones that say something else than when the scenario began to change their rule, or were not there. */
function findWrittenRows({ overlay, written }: Pick<ResultsOf<ReturnType<typeof selectPromotion>>, 'overlay' | 'written'>) {
  const nameOf = (rule: RuleTable, row: RuleCells) => JSON.stringify([rule.table, ...identityOf(rule, row)]);
  const begun = new Map<string, number>();
  for (const { table, row, base, begun: id } of overlay) {
    const rule = DATED_RULES.find((each) => each.table === table)!;
    for (const name of [row, base].flatMap((cells) => (cells ? [nameOf(rule, cells)] : [])))
      begun.set(name, Math.min(begun.get(name) ?? Number.POSITIVE_INFINITY, id ?? 0));
  }
  return written.flatMap(({ rule, row_id, live, label, writes }) => {
    const first = writes.find(({ id }) => id > (begun.get(nameOf(rule, live)) ?? Number.POSITIVE_INFINITY));
    const isOther = first && (first.before === null || saysOther(first.before, live));
    return isOther ? [{ table: rule.table, row_id, live, label, row: null, base: null }] : [];
  });
}

/** Live standards that name a row of a scale table that the scenario changes. */
function selectNaming(id: number) {
  const cells = packCells('standards', 'o');
  const label = labelOfRule('standards', RULE_TABLES.standards.identity, cells);
  return query(
    sql`SELECT ${cells} AS cells, ${label} AS label FROM standards o CROSS JOIN tsubos t ON t.id = o.tsubo_id WHERE ${isChangedRule(RULE_TABLES.tsubos, id)}`,
    readRows({ cells: asJson<RuleCells>(), label: orNull(asText) }),
  );
}

/** Refuses rules of records that are gone since the scenario named them, with what they are called. */
async function requireKnownRefs(
  resources: readonly Resource[],
  { caller, id }: Input,
  tables: readonly TablePromotion[],
  labelOf: (table: string, row: RuleCells) => string,
): Promise<void> {
  const written = tables.map(({ rule: { table }, made, changed }) => {
    const { contract } = resources.find((resource) => resource.table === table)!;
    return { table, contract, rows: [...made, ...changed] };
  });
  const refs = await caller.readMore(
    readInScenarioOf(
      id,
      written.map(({ contract, rows }) => queryRefs(contract, rows)),
    ),
  );
  for (const [at, { table, contract, rows }] of written.entries()) {
    for (const row of rows) {
      try {
        requireRefs(contract, row, refs[at]!, caller.lang);
      } catch (error) {
        throw error instanceof AppError ? withRule(error, labelOf(table, row)) : error;
      }
    }
  }
}

/** The refusal of a row among thousands, whose fields say which rule they are of. */
function withRule({ code, params, options }: AppError, label: string): AppError {
  const messages = Object.entries(options.messages ?? {}).map(([field, message]) => [field, `${label}: ${message}`]);
  return new AppError(code, params, { ...options, messages: Object.fromEntries(messages) });
}

function countWrites(tables: readonly TablePromotion[]) {
  const sum = (count: (table: TablePromotion) => number) => tables.reduce((total, table) => total + count(table), 0);
  return {
    created: sum(({ made }) => made.length),
    updated: sum(({ changed }) => changed.length),
    deleted: sum(({ removed }) => removed.length),
  };
}
