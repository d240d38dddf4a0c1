import { type SQL, sql } from 'drizzle-orm';
import { splitRows } from '../../platform/db/pieces.ts';
import { holdsLease } from '../../platform/queue/run.ts';
import { POINT_COLUMNS, type ReadDirect } from './directs.ts';
import { calculateDirect } from './engine/direct.ts';
import type { CompiledRules } from './engine/rules.ts';
import { calculationWork, type Run } from './work.ts';

/** Rows to stage, as the arrays that the statements read. */
export interface Staged {
  results: unknown[][];
  issues: unknown[][];
}

/**
 * Calculates directs. A result is kept where it differs from what the direct holds, or takes an adjustment back; a
 * direct with an issue keeps the points it had.
 */
export function calculate(rules: CompiledRules, directs: readonly ReadDirect[]): Staged {
  const staged: Staged = { results: [], issues: [] };
  for (const direct of directs) {
    const calculated = calculateDirect(rules, direct);
    if (!calculated.ok) {
      staged.issues.push([direct.id, calculated.issue.code, JSON.stringify(calculated.issue)]);
    } else if (direct.is_updated === 1 || POINT_COLUMNS.some((column) => calculated[column] !== direct[column])) {
      const points = POINT_COLUMNS.map((column) => calculated[column]);
      staged.results.push([direct.id, direct.version, ...points, direct.result_design_point, direct.result_check_point]);
    }
  }
  return staged;
}

/** Statements that stage rows, as long as this message holds the run's lease. */
export function stageStatements(run: Run, { results, issues }: Staged): SQL[] {
  return [
    ...splitRows(results).map((rows) => insertInto('calculation_results', RESULT_COLUMNS, run, rows)),
    ...splitRows(issues).map((rows) => insertInto('calculation_issues', ISSUE_COLUMNS, run, rows)),
  ];
}

const RESULT_COLUMNS = ['direct_id', 'version', ...POINT_COLUMNS, 'old_design_point', 'old_check_point'];
const ISSUE_COLUMNS = ['direct_id', 'code', 'issue'];

/** A direct whose date moved on while the month was read comes twice; the later reading counts. */
function insertInto(table: string, columns: readonly string[], run: Run, rows: readonly unknown[][]): SQL {
  const names = sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );
  const cells = sql.join(
    columns.map((_, index) => sql`j.value ->> ${sql.raw(String(index))}`),
    sql`, `,
  );
  return sql`INSERT OR REPLACE INTO ${sql.identifier(table)} (run_id, ${names})
    SELECT ${run.id}, ${cells} FROM json_each(${JSON.stringify(rows)}) j WHERE ${holdsLease(calculationWork, run)}`;
}
