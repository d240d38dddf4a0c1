import { type SQL, sql } from 'drizzle-orm';
import { calculationCalls } from '../../contracts/calls/declared/calculation.ts';
import { isGranted } from '../../contracts/roles.ts';
import { TOTALS_EXPRESSIONS } from '../../contracts/rule-tables.ts';
import type { Actor, Caller } from '../../platform/caller.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { asNumber, readColumn } from '../../platform/db/typed-rows.ts';
import { AppError } from '../../platform/errors.ts';
import { type OperationChange, queryWritesSince } from './changes.ts';

/** The expressions of the totals are no entity: they have no id but their row, and are saved and taken back together. */
export const isOfExpressions = (entity: string | null): boolean => entity === TOTALS_EXPRESSIONS.table;

/** Why the changes of expressions by a request stay, all of them; undefined where they are taken back. */
export async function refuseExpressions(
  { readMore }: Pick<Caller, 'readMore'>,
  changes: readonly OperationChange[],
  request: string,
  { roles }: Actor,
): Promise<AppError | undefined> {
  if (!isGranted(roles, calculationCalls.saveExpressions.grant)) return new AppError('forbidden');
  const later = await readMore(queryWritesSince(TOTALS_EXPRESSIONS.table, changes, request));
  const overtaking = changes.flatMap(({ record_id }) => later.get(record_id)?.later ?? []).at(-1);
  return overtaking && new AppError('changed_since', { by: overtaking.by });
}

/** Writes back the expressions that were changed, takes away those that were made and brings back those that were deleted; answers which rows, all that nobody wrote since. */
export function restoreExpressions(changes: readonly OperationChange[], time: string): Query<ReadonlySet<number>> {
  const rows = (of: readonly OperationChange[], cells: (change: OperationChange) => unknown[]): SQL =>
    sql`json_each(${JSON.stringify(of.map((change) => [change.record_id, ...cells(change)]))}) j`;
  const made = changes.filter(({ before }) => !before);
  const deleted = changes.filter(({ after }) => !after);
  const changed = changes.filter(({ before, after }) => before && after);
  const ids = (statement: SQL) => query(sql`${statement} RETURNING rowid AS id`, readColumn(asNumber));
  const plan = {
    removed: ids(sql`DELETE FROM totals_expressions WHERE (rowid, expression) IN
      (SELECT j.value ->> 0, j.value ->> 1 FROM ${rows(made, ({ after }) => [after!.expression])})`),
    returned: ids(sql`INSERT OR IGNORE INTO totals_expressions (rowid, "key", valid_from, expression, version, updated_at)
      SELECT j.value ->> 0, j.value ->> 1, j.value ->> 2, j.value ->> 3, (j.value ->> 4) + 1, ${time}
      FROM ${rows(deleted, ({ before }) => [before!.key, before!.valid_from, before!.expression, before!.version])} WHERE 1`),
    restored: ids(sql`UPDATE totals_expressions SET expression = j.value ->> 2, version = version + 1, updated_at = ${time}
      FROM ${rows(changed, ({ before, after }) => [after!.expression, before!.expression])}
      WHERE totals_expressions.rowid = j.value ->> 0 AND totals_expressions.expression = j.value ->> 1`),
  };
  return query(plan, ({ removed, returned, restored }) => new Set([...removed, ...returned, ...restored]));
}
