import { sql } from 'drizzle-orm';
import type { CalculationTrace, PublishedTrace, TraceAdjustment, TraceRules } from '../../contracts/calls/answers/explanation.ts';
import { directs } from '../../contracts/entities/directs.ts';
import { notFoundError } from '../../crud/read.ts';
import type { GrantedRecord } from '../../platform/call-routes.ts';
import { query } from '../../platform/db/query.ts';
import { calculationRuns } from '../../platform/db/schema/calculation.ts';
import { users } from '../../platform/db/schema/organisation.ts';
import { directs as directsTable } from '../../platform/db/schema/records.ts';
import { asNumber, asText, orNull, type RowOf, readFirst, readRows } from '../../platform/db/typed-rows.ts';
import { valueAsSealed } from '../../platform/db/value-as-sealed.ts';
import type { Deps } from '../../platform/deps.ts';
import { explainDirect } from './engine/explain.ts';
import type { DirectRow } from './engine/rows.ts';
import { compileRules } from './engine/rules.ts';
import { readRules, selectRules } from './load.ts';
import { createRulesLibrary, type RulesProblem } from './rules-file.ts';
import { selectMonthOfDirect } from './rules-in-force.ts';

/**
 * `GET /directs/{id}/calculation`: how the direct came to the points it holds, by the rules of the calculation that gave them; beside
 * it what the present rules give, where that differs, and who changed the points by hand.
 */
export async function explain({ files }: Pick<Deps, 'files'>, { caller, grant, id }: GrantedRecord): Promise<PublishedTrace> {
  const { results } = await caller.read(grant, () => ({
    direct: query(sql`SELECT * FROM directs WHERE id = ${id}`, readFirst(directsTable)),
    // The run that wrote the points, then later ones of the month: they came to the same points and left them as they were.
    runs: query(
      sql`SELECT r.id AS run_id, r.rules_hash AS hash, r.finished_at AS calculated_at FROM directs d JOIN calculation_runs r
        ON r.id = d.calculation_id OR (r.id > d.calculation_id AND r.status = 'done' AND printf('%04d-%02d', r.year, r.month) = substr(d.henkyaku_hi, 1, 7))
      WHERE d.id = ${id} ORDER BY r.id LIMIT 20`,
      readRows({ run_id: calculationRuns.id, hash: calculationRuns.rules_hash, calculated_at: calculationRuns.finished_at }),
    ),
    adjustment: selectAdjustment(id),
    rules: selectRules(selectMonthOfDirect(id, caller.clock.today())),
  }));
  const { direct, runs } = results;
  if (!direct) throw notFoundError(directs, caller.lang);
  const stored = { result_design_point: direct.result_design_point, result_check_point: direct.result_check_point };
  const present = explainDirect(compileRules(readRules(results.rules)), direct);
  const adjusted = direct.is_updated === 1 ? adjustmentOf(results.adjustment, direct.adjust_reason) : null;
  const hasPoints = stored.result_design_point !== null || stored.result_check_point !== null;
  const whole = { stored, adjusted, kept_points: hasPoints && direct.is_updated === 0 && present.issue !== null };
  if (direct.calculation_id === null) return { ...present, ...whole, rules: null, rules_problem: null, now: null };

  const published = await explainByRuns(files, direct, runs, direct.is_updated === 1 ? null : stored);
  const rules = published.rules ?? {
    run_id: direct.calculation_id,
    hash: null,
    calculated_at: direct.calculated_at,
  };
  if ('problem' in published) return { ...emptyTrace(id), ...whole, rules, rules_problem: published.problem, now: nowOf(present) };
  return { ...published.trace, ...whole, rules, rules_problem: null, now: samePoints(present, published.trace) ? null : nowOf(present) };
}

type ByRuns = { trace: CalculationTrace; rules: TraceRules } | { problem: RulesProblem; rules: TraceRules | undefined };

/** Explains by the first run whose rules give the stored points (any, for adjusted ones); else by the run that wrote them. */
async function explainByRuns(
  files: Deps['files'],
  direct: DirectRow,
  runs: readonly TraceRules[],
  stored: PublishedTrace['stored'] | null,
): Promise<ByRuns> {
  const library = createRulesLibrary(files);
  let first: ByRuns | undefined;
  for (const rules of runs) {
    const compiled = await library(rules.hash);
    if (typeof compiled === 'string') {
      if (!first) return { problem: compiled, rules };
      continue;
    }
    const trace = explainDirect(compiled, direct);
    if (!stored || samePoints(trace, { result: stored })) return { trace, rules };
    first ??= { trace, rules };
  }
  return first ?? { problem: 'missing', rules: undefined };
}

/** The last write by hand that changed the points. */
function selectAdjustment(id: number) {
  const changed = (column: string) => sql`json_extract(h.before, ${`$.${column}`}) IS NOT json_extract(h.after, ${`$.${column}`})`;
  const name = valueAsSealed(users.name, sql`h.user_id`, sql`(SELECT substr(henkyaku_hi, 1, 7) FROM directs WHERE id = ${id})`);
  const last = sql`SELECT h.user_id, ${name} AS name, h.at, json_extract(h.before, '$.result_design_point') AS design, json_extract(h.before, '$.result_check_point') AS "check"
    FROM history h
    WHERE h.entity = 'directs' AND h.record_id = ${id} AND h.action = 'update' AND h.source <> 'calculation'
      AND (${changed('result_design_point')} OR ${changed('result_check_point')}) ORDER BY h.id DESC LIMIT 1`;
  return query(last, readFirst(ADJUSTMENT_READERS));
}

const ADJUSTMENT_READERS = {
  user_id: orNull(asNumber),
  name: orNull(asText),
  at: asText,
  design: orNull(asNumber),
  check: orNull(asNumber),
};

function adjustmentOf(row: RowOf<typeof ADJUSTMENT_READERS> | undefined, reason: string | null): TraceAdjustment | null {
  if (!row) return null;
  return {
    user: row.user_id === null ? null : { id: row.user_id, name: row.name ?? '' },
    at: row.at,
    reason,
    from: { result_design_point: row.design, result_check_point: row.check },
  };
}

function samePoints(a: CalculationTrace, { result }: { result: PublishedTrace['stored'] | null }): boolean {
  return a.result?.result_design_point === result?.result_design_point && a.result?.result_check_point === result?.result_check_point;
}

function nowOf({ result, issue }: CalculationTrace): PublishedTrace['now'] {
  return result ?? (issue ? { issue } : null);
}

function emptyTrace(direct_id: number): CalculationTrace {
  return { direct_id, standard: null, scale: null, base_point: null, formulas: [], variables: [], result: null, issue: null };
}
