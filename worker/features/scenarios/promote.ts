import { sql } from 'drizzle-orm';
import type { ScenarioChange } from '../../contracts/calls/answers/rule-scenarios.ts';
import type { scenarioCalls as calls } from '../../contracts/calls/declared/rule-scenarios.ts';
import { CONTRACTS } from '../../contracts/contracts.ts';
import { DATED_RULES, RULE_TABLES } from '../../contracts/rule-tables.ts';
import { throwApiError } from '../../crud/api-error.ts';
import { notFoundError } from '../../crud/read.ts';
import { queryRefs, requireRefs } from '../../crud/refs.ts';
import type { Resource } from '../../crud/resource.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import { isOutdated, requireUnchanged } from '../../platform/db/fence.ts';
import { query, type ResultsOf } from '../../platform/db/query.ts';
import { asJson, asNumber, asText, orNull, readRows, readValue } from '../../platform/db/typed-rows.ts';
import { AppError } from '../../platform/errors.ts';
import { identityOf } from '../../platform/text/rule-identity.ts';
import { ruleScenariosResource } from '../../resources/rule_scenarios.ts';
import { listBroken, writeBesideCases, writeRules } from '../rules/cases/guard-cases.ts';
import { localizeCase } from '../rules/cases/judge-cases.ts';
import { isOvertaken, labelOfRule, type RuleCells, saysOther, selectOverlay, toChange } from './changes.ts';
import { planPromotion, readNumber, requireShortPromotion, type TablePromotion } from './plan-promotion.ts';
import { planPromotionStatements } from './plan-promotion-statements.ts';
import { selectScenario } from './runs.ts';
import { packCells, readInScenarioOf } from './shadow.ts';
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
  const cellsOf = (found: readonly { cells: RuleCells }[]) => found.map(({ cells }) => cells);
  const rows = new Map(
    results.tables.map(({ rule, live, scenario }) => [rule.table, { live: cellsOf(live), scenario: cellsOf(scenario) }] as const),
  );
  const tables = planPromotion(rows, values.valid_from, until);
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
  const { sequences } = results;
  const writes = planPromotionStatements(tables, cellsOf(results.naming), { rows, sequences, resources, time, labelOf });
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
  const tables = DATED_RULES.map((rule) => {
    const packed = packCells(rule.table, 't');
    const changed = sql`FROM ${sql.identifier(rule.table)} t WHERE ${isChangedRule(rule, id)}`;
    const rows = query(
      sql`SELECT ${packed} AS cells, ${labelOfRule(rule.table, rule.identity, packed)} AS label ${changed}`,
      readRows({ cells: asJson<RuleCells>(), label: orNull(asText) }),
    );
    const first = sql`(SELECT min(h.id) FROM rule_scenario_rows s CROSS JOIN history h ON h.entity = 'rule_scenario_rows' AND h.record_id = s.id
      WHERE s.scenario_id = ${id} AND s.entity = ${rule.table})`;
    const writes = query(
      sql`SELECT h.id, h.record_id, h.before FROM history h WHERE h.entity = ${rule.table} AND h.id > ${first} AND h.record_id IN (SELECT t.id ${changed}) ORDER BY h.id`,
      readRows({ id: asNumber, record_id: asNumber, before: orNull(asJson<RuleCells>()) }),
    );
    return query({ live: rows, scenario: readInScenarioOf(id, rows), writes }, (found) => ({ rule, ...found }));
  });
  return {
    scenario: selectScenario(id),
    history: query(sql`SELECT max(id) FROM history`, readValue(asNumber)),
    overlay: selectOverlay(id),
    naming: selectNaming(id),
    tables: query(tables, (found) => found),
    sequences: query(sql`SELECT json_group_object(name, seq) FROM sqlite_sequence`, readValue(asJson<Record<string, number>>())),
  };
}

/**
 * Live rows of changed rules that the scenario has no copy of, and that say something else than when it began to change their rule, or were not there
 * then.
 */
function findWrittenRows({ overlay, tables }: ResultsOf<ReturnType<typeof selectPromotion>>) {
  return tables.flatMap(({ rule, live, writes }) => {
    const copies = overlay.filter(({ table }) => table === rule.table);
    const copied = new Set<unknown>(copies.map(({ row_id }) => row_id));
    const nameOf = (row: RuleCells) => JSON.stringify(identityOf(rule, row));
    const begun = new Map<string, number>();
    for (const { row, base, begun: id } of copies) {
      for (const name of [row, base].flatMap((cells) => (cells ? [nameOf(cells)] : [])))
        begun.set(name, Math.min(begun.get(name) ?? Number.POSITIVE_INFINITY, id ?? 0));
    }
    const writesOf = Map.groupBy(writes, ({ record_id }) => record_id);
    return live.flatMap(({ cells, label }) => {
      const since = begun.get(nameOf(cells)) ?? Number.POSITIVE_INFINITY;
      const first = writesOf.get(readNumber(cells, 'id'))?.find(({ id }) => id > since);
      const isOther = !copied.has(cells.id) && first && (first.before === null || saysOther(first.before, cells));
      return isOther ? [{ table: rule.table, row_id: readNumber(cells, 'id'), live: cells, label, row: null, base: null }] : [];
    });
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
