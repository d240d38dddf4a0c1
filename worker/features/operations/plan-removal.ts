import { type SQL, sql } from 'drizzle-orm';
import type { Lang } from '../../contracts/text.ts';
import { queryProblems, type RowStatements } from '../../crud/plan-write.ts';
import { type Reference, selectUses } from '../../crud/references.ts';
import type { Resource } from '../../crud/resource.ts';
import { isMonthLocked } from '../../platform/db/month-lock.ts';
import { listedRows, type RowInput, type RowSource } from '../../platform/db/row-source.ts';

/** The statements that remove records at the version that was read, unless something still refers to them. */
export function planRemoval(
  resource: Resource,
  rows: readonly RowInput[],
  references: readonly Reference[],
  lang: Lang,
): Omit<RowStatements, 'updated'> {
  const table = sql.identifier(resource.table);
  const source = listedRows(rows);
  const records = sql`${source.from} LEFT JOIN ${table} t ON t.id = ${source.id}`;
  const problem = source.withGroup(findRemovalProblem(resource, references, source, lang), records);
  return {
    problems: queryProblems(
      resource,
      sql`SELECT * FROM (SELECT ${source.index} AS "index", ${problem} AS problem FROM ${records}) WHERE problem IS NOT NULL`,
      lang,
    ),
    written: [sql`DELETE FROM ${table} WHERE id IN (SELECT t.id FROM ${records} WHERE ${problem} IS NULL)`],
  };
}

/** What the database has against removing records: checked, in a locked month, written since, or used by others. */
function findRemovalProblem(resource: Resource, references: readonly Reference[], source: RowSource, lang: Lang): SQL {
  const { dated } = resource.contract;
  const date = dated && sql`t.${sql.identifier(dated)}`;
  const used = references.map(
    (reference) =>
      sql`WHEN EXISTS (SELECT 1 FROM ${selectUses(reference, sql`t.id`)}) THEN json_array('referenced', ${reference.label[lang]})`,
  );
  return sql`CASE WHEN t.id IS NULL THEN json_array('gone')
    ${resource.columns.has('is_checked') ? sql`WHEN t.is_checked = 1 THEN json_array('record_checked')` : sql``}
    ${date ? sql`WHEN ${isMonthLocked(date)} THEN json_array('month_locked', substr(${date}, 1, 7))` : sql``}
    WHEN t.version <> ${source.version} THEN json_array('stale') ${sql.join(used, sql` `)} END`;
}
