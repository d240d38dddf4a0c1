import { sql } from 'drizzle-orm';
import type { DirectPoints } from '../../../contracts/calls/answers/explanation.ts';
import type { ReplayProblem, ReplayResult, SealDocument } from '../../../contracts/calls/answers/month-seals.ts';
import { query } from '../../../platform/db/query.ts';
import { asNumber, readColumn } from '../../../platform/db/typed-rows.ts';
import { POINT_COLUMNS } from '../../calculation/directs.ts';
import { calculateDirect } from '../../calculation/engine/direct.ts';
import type { CompiledRules } from '../../calculation/engine/rules.ts';
import { createRulesLibrary } from '../../calculation/rules-file.ts';
import { type MonthDirect, streamMonthDirects } from './month-directs.ts';
import type { ReplaySources } from './replay-sources.ts';

const MAX_LISTED = 1000;

/** Points by person; those of directs that a calculation leaves alone or cannot calculate as they are stored. */
export type DirectSums = Map<number, number>;

export interface ReplayedPoints
  extends Pick<ReplayResult, 'checked' | 'different' | 'differences' | 'kept_points' | 'edited_points' | 'kept'> {
  sums: DirectSums;
  problems: ReplayProblem[];
}

/**
 * Computes every direct of a sealed month again by the rules of the run that gave its points, or of a later one that came to the same. A direct that
 * has no result now keeps its points, and one that was edited after its calculation has those of its former values: both are told, neither is a difference.
 */
export async function replayPoints({ read, files }: ReplaySources, document: SealDocument): Promise<ReplayedPoints> {
  const { rulesByRun, problems } = await loadRulesOfRuns(files, document);
  const latest = rulesByRun.get(document.runs.at(-1)?.run_id ?? 0);
  const compiled = [...new Set(rulesByRun.values())];
  const result: ReplayedPoints = {
    ...{ checked: 0, different: [], differences: 0, kept_points: 0, edited_points: 0, kept: [] },
    ...{ sums: new Map(), problems },
  };
  for await (const directs of streamMonthDirects(read, document.month, compiled)) {
    const differing: { direct: MonthDirect; points: DirectPoints }[] = [];
    for (const direct of directs) {
      const own = direct.is_updated === 1 ? undefined : rulesByRun.get(direct.calculation_id ?? 0);
      if (own) result.checked += 1;
      const points = own && replay(direct, own, latest);
      if (points && !isStored(points, direct)) differing.push({ direct, points });
      else addStored(result.sums, direct);
      if (own && !points) keep(result, direct, 'no_result');
    }
    const edited = await findEdited(read, differing, compiled);
    for (const { direct, points } of differing) {
      if (edited.has(direct.id)) {
        keep(result, direct, 'edited');
        addStored(result.sums, direct);
      } else noteDifference(result, direct, points);
    }
  }
  return result;
}

async function loadRulesOfRuns(files: ReplaySources['files'], { runs }: SealDocument) {
  const library = createRulesLibrary(files);
  const rulesByRun = new Map<number, CompiledRules>();
  const problems: ReplayProblem[] = [];
  for (const { run_id, rules } of files ? runs : []) {
    const compiled = await library(rules);
    if (typeof compiled !== 'string') rulesByRun.set(run_id, compiled);
    else if (!problems.some(({ name }) => name === String(rules))) problems.push({ kind: 'rules', name: String(rules), problem: compiled });
  }
  return { rulesByRun, problems };
}

/** Undefined where the direct has no result by the rules of its own run. A later run that came to the same points has left them with the run before. */
function replay(direct: MonthDirect, own: CompiledRules, latest: CompiledRules | undefined): DirectPoints | undefined {
  const points = calculatePoints(own, direct);
  if (!latest || latest === own || (points && isStored(points, direct))) return points;
  const later = calculatePoints(latest, direct);
  return later && isStored(later, direct) ? later : points;
}

function calculatePoints(rules: CompiledRules, direct: MonthDirect): DirectPoints | undefined {
  const result = calculateDirect(rules, direct);
  return result.ok ? result : undefined;
}

function isStored(points: DirectPoints, direct: MonthDirect): boolean {
  return POINT_COLUMNS.every((column) => points[column] === direct[column]);
}

/** Of these directs, those whose values that the rules look at were written after the last calculation that changed their points. */
async function findEdited(
  read: ReplaySources['read'],
  differing: readonly { direct: MonthDirect }[],
  rules: readonly CompiledRules[],
): Promise<Set<number>> {
  if (differing.length === 0) return new Set();
  const looked = rules.flatMap(({ slots }) => slots.map(({ variable }) => variable.name));
  const changed = [...new Set(['customer_id', 'work_category_id', 'henkyaku_hi', ...looked])].map((column) => {
    const path = `$.${column}`;
    return sql`h.before ->> ${path} IS NOT h.after ->> ${path}`;
  });
  const ids = JSON.stringify(differing.map(({ direct }) => direct.id));
  const lastCalculated = sql`ifnull((SELECT MAX(c.id) FROM history c WHERE c.entity = 'directs' AND c.record_id = j.value AND c.source = 'calculation'), 0)`;
  const edited = sql`SELECT j.value FROM json_each(${ids}) j WHERE EXISTS (SELECT 1 FROM history h WHERE h.entity = 'directs' AND h.record_id = j.value
    AND h.id > ${lastCalculated} AND h.source <> 'calculation' AND h.action = 'update' AND (${sql.join(changed, sql` OR `)}))`;
  return new Set(await read(query(edited, readColumn(asNumber))));
}

function keep(result: ReplayedPoints, direct: MonthDirect, reason: 'no_result' | 'edited'): void {
  if (direct.result_design_point === null && direct.result_check_point === null) return;
  result[reason === 'edited' ? 'edited_points' : 'kept_points'] += 1;
  if (result.kept.length < MAX_LISTED) result.kept.push({ direct_id: direct.id, reason });
}

function noteDifference(result: ReplayedPoints, direct: MonthDirect, points: DirectPoints): void {
  const fields = POINT_COLUMNS.filter((column) => points[column] !== direct[column]);
  result.differences += fields.length;
  for (const field of fields.slice(0, MAX_LISTED - result.different.length))
    result.different.push({ direct_id: direct.id, field, stored: direct[field] ?? null, replayed: points[field] });
  add(result.sums, direct.user_id, points.result_design_point);
  add(result.sums, direct.chekkusha_id, points.result_check_point);
}

function addStored(sums: DirectSums, direct: MonthDirect): void {
  add(sums, direct.user_id, direct.result_design_point);
  add(sums, direct.chekkusha_id, direct.result_check_point);
}

function add(sums: DirectSums, person: number | null, points: number | null | undefined): void {
  if (person !== null) sums.set(person, (sums.get(person) ?? 0) + (points ?? 0));
}
