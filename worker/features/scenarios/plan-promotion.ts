import { DATED_RULES, MAX_TABLE_ROWS, type RuleTable } from '../../contracts/rule-tables.ts';
import { AppError } from '../../platform/errors.ts';
import { identityOf } from '../../platform/text/rule-identity.ts';
import type { RuleCells } from './changes.ts';

/** The rows of changed rules in one table: live, and in the scenario. */
export interface ChangedRows {
  live: readonly RuleCells[];
  scenario: readonly RuleCells[];
}

export interface TablePromotion {
  rule: RuleTable;
  /** Rows that are not there, in the order of their ids in the scenario. */
  made: RuleCells[];
  /** Rows that are there, with what they will say. */
  changed: RuleCells[];
  removed: number[];
  /** Rules that would end, which no version can say. */
  ended: RuleCells[];
}

/** What does not say how a rule counts, or follows from the rest. */
const OWN = /^(id|version|created_at|updated_at|valid_from|copied_from)$|_(fold|key)$/;

/**
 * What makes the live rules of `month` and later those of the scenario, table by table. A changed rule gets a version of the month, or has that
 * of it changed; newer versions become as the scenario has them; ones between the month and `until`, the month up to which the scenario was tried
 * as one version, end.
 */
export function planPromotion(rows: ReadonlyMap<string, ChangedRows>, month: string, until: string): TablePromotion[] {
  return DATED_RULES.map((rule): TablePromotion => {
    const { live, scenario } = rows.get(rule.table) ?? { live: [], scenario: [] };
    const plan: TablePromotion = { rule, made: [], changed: [], removed: [], ended: [] };
    const ofRule = <Row extends RuleCells>(list: readonly Row[]) => Map.groupBy(list, (row) => identityOf(rule, row).join(' · '));
    const [liveRules, scenarioRules] = [ofRule(live), ofRule(scenario)];
    for (const key of new Set([...liveRules.keys(), ...scenarioRules.keys()])) {
      planRule(plan, liveRules.get(key) ?? [], scenarioRules.get(key) ?? [], month, until);
    }
    plan.made.sort(byId);
    return plan;
  });
}

function planRule(plan: TablePromotion, live: readonly RuleCells[], scenario: ChangedRows['scenario'], month: string, until: string): void {
  const before = selectInForce(live, month).sort(byId);
  const now = selectInForce(scenario, until).sort(byId);
  if (now.length === 0 && before.length > 0) plan.ended.push(before[0]!);
  const isSame = before.length === now.length && before.every((row, at) => saysSame(row, now[at]!) && isSameLine(plan.rule, row, now[at]!));
  const ofMonth =
    isSame || now.length === 0 ? live.filter(({ valid_from }) => valid_from === month) : now.map((row) => ({ ...row, valid_from: month }));
  const byMonth = (rows: readonly RuleCells[]) => Map.groupBy(rows, ({ valid_from }) => String(valid_from));
  const wanted = byMonth([...ofMonth, ...scenario.filter(({ valid_from }) => String(valid_from) > until)]);
  const present = byMonth(live.filter(({ valid_from }) => String(valid_from) >= month));
  for (const from of new Set([...wanted.keys(), ...present.keys()])) planVersion(plan, present.get(from) ?? [], wanted.get(from) ?? []);
}

/** Of the rows of one rule those of the version that counts in a month. */
function selectInForce(rows: readonly RuleCells[], month: string): RuleCells[] {
  const begun = [...new Set(rows.map(({ valid_from }) => String(valid_from)))].filter((from) => from <= month).sort();
  return rows.filter(({ valid_from }) => valid_from === begun.at(-1));
}

/** One version of a rule: its live rows become the wanted ones, of which those of the same row keep it. */
function planVersion(plan: TablePromotion, live: readonly RuleCells[], wanted: readonly RuleCells[]): void {
  const left = new Map(live.map((row) => [row.id, row]));
  const single = plan.rule.whole ? undefined : live[0];
  for (const row of wanted) {
    const there = left.get(row.id ?? null) ?? single;
    if (!there) plan.made.push(row);
    else {
      left.delete(there.id ?? null);
      if (!saysSame(there, row)) plan.changed.push({ ...row, id: there.id ?? null, version: there.version ?? null });
    }
  }
  for (const row of left.values()) plan.removed.push(readNumber(row, 'id'));
}

function saysSame(one: RuleCells, other: RuleCells): boolean {
  return Object.keys(other).every((name) => OWN.test(name) || (one[name] ?? null) === (other[name] ?? null));
}

/** Of a table, whether two rows are one row in different versions: standards may name any of them. */
const isSameLine = ({ whole }: RuleTable, one: RuleCells, other: RuleCells): boolean => !whole || lineOf(one) === lineOf(other);

/** The row of the first version that a row of a table follows from. */
export const lineOf = (row: RuleCells): number => readNumber(row, 'copied_from') || readNumber(row, 'id');

/** Refuses more rows of one kind than are written together, which the promotion's one transaction needs. */
export function requireShortPromotion(tables: readonly TablePromotion[]): void {
  const n = Math.max(...tables.map(({ made, changed, removed }) => Math.max(made.length + changed.length, removed.length)));
  if (n > MAX_TABLE_ROWS) throw new AppError('scenario_too_long', { n, max: MAX_TABLE_ROWS });
}

const byId = (one: RuleCells, other: RuleCells): number => readNumber(one, 'id') - readNumber(other, 'id');

/** A number of a row; 0 where there is none. */
export function readNumber(cells: RuleCells, name: string): number {
  return Number(cells[name] ?? 0);
}
