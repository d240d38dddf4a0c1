import { type SQL, sql } from 'drizzle-orm';
import type { ReviewFigures } from '../../../contracts/calls/answers/month-checklist.ts';
import { yearMonthOf } from '../../../contracts/months.ts';
import { MAX_IDS } from '../../../contracts/paging.ts';
import { CALCULATION_RULES } from '../../../contracts/rule-tables.ts';
import { LOCKED_MONTHS } from '../../../platform/db/month-lock.ts';
import { type ReadOn, ROWS_PER_PIECE, selectPieces } from '../../../platform/db/pieces.ts';
import { type Query, query } from '../../../platform/db/query.ts';
import { asNumber, asText, orNull, type RowOf, readRows } from '../../../platform/db/typed-rows.ts';
import { roundPoints } from '../../../platform/text/rounding.ts';
import { selectMonthDirects } from '../../calculation/directs.ts';
import { calculateDirect } from '../../calculation/engine/direct.ts';
import { SLOTS } from '../../calculation/engine/expression/scope.ts';
import type { DirectRow } from '../../calculation/engine/rows.ts';
import { type CompiledRules, compileRules } from '../../calculation/engine/rules.ts';
import { findUsedRules } from '../../calculation/engine/used-rules.ts';
import { directSlots } from '../../calculation/engine/variables.ts';
import { readRules, selectRules } from '../../calculation/load.ts';
import { changesRulesOf, selectLastRuleChange } from '../../calculation/rules-in-force.ts';
import { type Finding, type FindingsOf, toFinding } from './findings.ts';

type StaleFindings = FindingsOf<'kept_points' | 'edited_points' | 'old_points'>;

interface StaleDirect extends DirectRow {
  henkyaku_hi: string;
  name: string | null;
  result_design_point: number;
  result_check_point: number | null;
  /** The newest history row that the run of the points has seen; whether the direct was edited since, or brought back. */
  history_id: number;
  is_edited: 0 | 1;
  is_back: 0 | 1;
}

/** A rule that changed since some run of the month: its newest change, and what a standard is called. */
const CHANGE_READERS = { entity: asText, record_id: asNumber, history_id: asNumber, at: asText, name: orNull(asText) };
type RuleChange = RowOf<typeof CHANGE_READERS>;

/**
 * Points of an open month (YYYY-MM) that a calculation now would not give, by the job's own rules: those of jobs without a result, those of jobs
 * that were edited since, and, grouped by the rule that changed, those older than the rules. Adjusted points are nobody's former ones.
 */
export function selectStalePoints(month: string, size = ROWS_PER_PIECE): Query<ReadOn<Promise<StaleFindings>>> {
  const plan = {
    directs: selectPieces<StaleDirect>((last) => selectStaleDirects(month, last, size), size),
    changes: query(selectRuleChanges(month), readRows(CHANGE_READERS)),
    rules: selectRules(month),
  };
  return query(plan, ({ directs: readDirects, changes, rules }) => async (reader) => {
    const compiled = compileRules(readRules(rules));
    const byRow = new Map(changes.map((change) => [`${change.entity} ${change.record_id}`, change]));
    const found: StaleJobs = { kept: [], edited: [], groups: new Map() };
    for await (const directs of readDirects(reader)) for (const direct of directs) addStale(found, compiled, byRow, direct);
    // Read in the order of the date, whose index each piece goes on from; told in that of the ids.
    const inOrder = [...found.groups.values()].sort((a, b) => a.first - b.first);
    return { kept_points: byId(found.kept), edited_points: byId(found.edited), old_points: inOrder.map(toGroupFinding) };
  });
}

/** Only what may be stale: the rules changed after the run of the points, the direct was written after it, or the last run found no result. */
function selectStaleDirects(month: string, last: StaleDirect | undefined, limit: number): Query<StaleDirect[]> {
  const { year, month: number } = yearMonthOf(month);
  const lastRun = (column: string) =>
    sql`(SELECT ${sql.identifier(column)} FROM calculation_runs WHERE year = ${year} AND month = ${number} AND status = 'done' ORDER BY id DESC LIMIT 1)`;
  const lastRuleChange = selectLastRuleChange(month);
  const isOld = sql`(ifnull(r.history_id, 0) < ${lastRuleChange} AND (d.is_checked = 1 OR ifnull(${lastRun('history_id')}, 0) < ${lastRuleChange}))`;
  const isWritten = (
    how: SQL,
  ) => sql`EXISTS (SELECT 1 FROM history h WHERE h.entity = 'directs' AND h.record_id = d.id AND h.id > ifnull(r.history_id, 0)
    AND ${how})`;
  const is_edited = isWritten(sql`h.source <> 'calculation' AND h.action = 'update'`);
  // A run that came while it was away did not see it.
  const is_back = isWritten(
    sql`h.source = 'undo' AND (h.action = 'insert' OR h.after ->> '$.calculation_id' IS NOT h.before ->> '$.calculation_id')`,
  );
  const hasIssue = sql`EXISTS (SELECT 1 FROM calculation_issues x WHERE x.run_id = ${lastRun('id')} AND x.direct_id = d.id)`;
  return selectMonthDirects(month, last, [{ slots: directSlots(SLOTS) }], {
    columns: ['name', 'result_design_point', 'result_check_point'],
    computed: { history_id: sql`ifnull(r.history_id, 0)`, is_edited, is_back },
    limit,
    joined: sql`LEFT JOIN calculation_runs r ON r.id = d.calculation_id`,
    where: sql`+d.is_updated = 0 AND d.result_design_point IS NOT NULL
      AND ((d.calculation_id IS NOT NULL AND (${isOld} OR ${is_edited} OR ${is_back})) OR ${hasIssue})
      AND NOT EXISTS (SELECT 1 FROM ${LOCKED_MONTHS} l WHERE l.month = ${month})`,
  });
}

function selectRuleChanges(month: string): SQL {
  const { year, month: number } = yearMonthOf(month);
  return sql`SELECT c.*, (SELECT ifnull(k.name, '') || ' · ' || ifnull(w.work_name, '') FROM standards s LEFT JOIN customers k ON k.id = s.customer_id
      LEFT JOIN work_categories w ON w.id = s.work_category_id WHERE c.entity = 'standards' AND s.id = c.record_id) AS name
    FROM (SELECT h.entity, h.record_id, MAX(h.id) AS history_id, h.at FROM history h INDEXED BY history_of_rules
      WHERE ${changesRulesOf(month, CALCULATION_RULES)}
        AND h.id > ifnull((SELECT MIN(history_id) FROM calculation_runs WHERE year = ${year} AND month = ${number} AND status = 'done'), 0)
      GROUP BY h.entity, h.record_id) c`;
}

interface RuleGroup {
  subject: string;
  /** Of the first of the jobs. */
  figures: ReviewFigures;
  first: number;
  jobs: number[];
  difference: number;
}

/** What was found so far: jobs with their ids, and the groups by their subjects. */
interface StaleJobs {
  kept: [id: number, finding: Finding][];
  edited: [id: number, finding: Finding][];
  groups: Map<string, RuleGroup>;
}

const byId = (found: StaleJobs['kept']) => found.sort(([a], [b]) => a - b).map(([, finding]) => finding);

function addStale(
  { kept, edited, groups }: StaleJobs,
  rules: CompiledRules,
  changes: ReadonlyMap<string, RuleChange>,
  direct: StaleDirect,
): void {
  const { id, name, result_design_point: design, result_check_point: check, history_id } = direct;
  const now = calculateDirect(rules, direct);
  const points = roundPoints(design + (check ?? 0));
  if (!now.ok) {
    kept.push([id, toFinding(id, name, { points })]);
    return;
  }
  if (now.result_design_point === design && now.result_check_point === check) return;
  const points_now = roundPoints(now.result_design_point + now.result_check_point);
  const cause = findCause(rules, direct, changes, history_id);
  if (!cause.change && direct.is_edited === 1 && direct.is_back === 0) {
    edited.push([id, toFinding(id, name, { points, points_now })]);
    return;
  }
  const group = groups.get(cause.subject) ?? { subject: cause.subject, figures: cause.figures, first: id, jobs: [], difference: 0 };
  groups.set(cause.subject, group);
  if (id < group.first) Object.assign(group, { first: id, figures: cause.figures });
  group.jobs.push(id);
  group.difference = roundPoints(group.difference + points_now - points);
}

/** The first rule of the job that changed after the run of its points; without one, a row that is no longer there, told by the scale code. */
function findCause(
  rules: CompiledRules,
  direct: DirectRow,
  changes: ReadonlyMap<string, RuleChange>,
  history_id: number,
): Pick<RuleGroup, 'subject' | 'figures'> & { change: RuleChange | undefined } {
  const { scaleCode: code, standard, scale, basePoint, result } = findUsedRules(rules, direct);
  const used = [
    { entity: 'standards', row: standard, figure: 'standard' },
    { entity: 'tsubos', row: scale, figure: 'scale' },
    { entity: 'formula_base_points', row: basePoint, figure: 'base_point' },
    { entity: 'formula_results', row: result, figure: 'formula' },
  ];
  for (const { entity, row, figure } of used) {
    const change = changes.get(`${entity} ${row}`);
    if (!change || change.history_id <= history_id) continue;
    return { change, subject: `rule:${entity}:${row}`, figures: { [figure]: change.name ?? code, changed_at: change.at } };
  }
  return { change: undefined, subject: `code:${code}`, figures: { formula: code } };
}

function toGroupFinding({ subject, figures, jobs, difference }: RuleGroup): Finding {
  const [label = ''] = Object.values(figures);
  return {
    subject,
    label: String(label),
    figures: { ...figures, jobs: jobs.length, difference },
    link: `/directs?ids=${jobs
      .sort((a, b) => a - b)
      .slice(0, MAX_IDS)
      .join(',')}`,
  };
}
