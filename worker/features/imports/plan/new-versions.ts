import { type SQL, sql } from 'drizzle-orm';
import type { RuleTable } from '../../../contracts/rule-tables.ts';
import { isInForce, selectCodeKey, selectIdentity } from '../../../platform/db/rule-versions.ts';
import type { Importable } from '../importable.ts';
import { holdsImport, type ImportRow } from '../work.ts';
import { newCell, type StagedOrder } from '../write/staged-rows.ts';

/** Rows of a version that the reason of its refusal names. */
const MAX_LISTED = 20;

/** A version of a table that a file makes: its rows, and those of the table that counts in its month without it. */
export interface NewVersion {
  code: string;
  valid_from: string;
  rows: number;
  rows_now: number;
}

/**
 * Judges, in the transaction that writes them, the rows that begin versions of tables. All rows of a version are conflicts where it has fewer
 * rows than the table in force, where any row of the file is wrong, or where somebody else made that version since the reading of the file began.
 * Keeps the other versions in the plan of the import, for who looks at it.
 */
export function judgeNewVersions(job: ImportRow, importable: Importable, plan: StagedOrder): SQL[] {
  const rule: RuleTable | undefined = importable.resource.contract.versions;
  if (!rule?.whole) return rule && job.dry_run ? [countCopies(job, rule, newCell(plan))] : [];
  const versions = selectNewVersions(job, rule);
  const begun = withBegun(job, rule, newCell(plan));
  const failed = sql`(SELECT failed FROM imports WHERE id = ${job.id}) + (SELECT COUNT(*) FROM import_conflicts WHERE import_id = ${job.id})`;
  const says = (code: string) => sql`json_array(${code}, v.month, v."rows", v.rows_now, v.code, v.listed)`;
  const problem = sql`CASE WHEN v.is_overtaken THEN ${says('version_overtaken')} WHEN v."rows" < v.rows_now
    THEN ${says('version_incomplete')} WHEN ${failed} > 0 THEN ${says('version_waits')} END`;
  const isOf = (alias: string) => sql`${sql.raw(alias)}.code_key = v.code_key AND ${sql.raw(alias)}.month = v.month`;
  const judged = sql`SELECT b."row", ${problem} AS problem FROM (${versions}) v CROSS JOIN begun b ON ${isOf('b')}`;
  const made = sql`SELECT json_group_array(json_object('code', v.code, 'valid_from', v.month, 'rows', v."rows", 'rows_now', v.rows_now))
    FROM (${versions} ORDER BY 1, 2) v WHERE NOT v.is_overtaken AND NOT EXISTS (SELECT 1 FROM refused b WHERE ${isOf('b')})`;
  return [
    sql`INSERT OR IGNORE INTO import_conflicts (import_id, "row", problem)
      ${begun} SELECT ${job.id}, "row", problem FROM (${judged}) WHERE problem IS NOT NULL AND ${holdsImport(job)}`,
    sql`${begun} UPDATE imports SET plan = json_set(plan, '$.versions', json((${made}))) WHERE id = ${job.id} AND ${holdsImport(job)}`,
  ];
}

/** Keeps in the plan how many rows would become new versions of rules that are rows of their own. */
function countCopies(job: ImportRow, rule: RuleTable, cell: Cell): SQL {
  const { table, identity } = rule;
  const isRule = identity.map(
    (name) => sql`${selectIdentity(rule, sql`o`, name)} = ${rule.byCode ? selectCodeKey(name, cell) : cell(name)}`,
  );
  const copies = sql`SELECT COUNT(*) FROM import_rows r WHERE r.import_id = ${job.id} AND r.target_id IS NULL AND ${cell('valid_from')} <> ''
    AND EXISTS (SELECT 1 FROM ${sql.identifier(table)} o WHERE ${sql.join(isRule, sql` AND `)})
    AND NOT EXISTS (SELECT 1 FROM import_conflicts c WHERE c.import_id = r.import_id AND c."row" = r."row")`;
  return sql`UPDATE imports SET plan = json_set(plan, '$.copies', (${copies})) WHERE id = ${job.id} AND ${holdsImport(job)}`;
}

/**
 * WITH for the staged rows that begin versions: `begun` all of them, `refused` those with a conflict. Kept as tables of their own, which the
 * database indexes for the join; the values within JSON it would read again for each version.
 */
function withBegun(job: ImportRow, rule: RuleTable, cell: Cell): SQL {
  const code = rule.identity[0]!;
  const isRefused = sql`EXISTS (SELECT 1 FROM import_conflicts o WHERE o.import_id = r.import_id AND o."row" = r."row")`;
  return sql`WITH begun AS MATERIALIZED (SELECT r."row", ${cell(code)} AS code, ${selectCodeKey(code, cell)} AS code_key, ${cell('valid_from')} AS month, ${isRefused} AS is_refused,
      row_number() OVER (PARTITION BY ${selectCodeKey(code, cell)}, ${cell('valid_from')} ORDER BY r."row") AS place
      FROM import_rows r WHERE r.import_id = ${job.id} AND r.target_id IS NULL AND ${cell('valid_from')} <> ''),
    refused AS MATERIALIZED (SELECT code_key, month FROM begun WHERE is_refused)`;
}

/** A value of a staged row `r`. */
type Cell = (column: string) => SQL;

/** The versions of tables that the `begun` rows begin: code, month, rows without a conflict, their numbers in the file, rows now, and whether others made it meanwhile. */
function selectNewVersions(job: ImportRow, rule: RuleTable): SQL {
  const table = sql.identifier(rule.table);
  const isTable = (alias: string) => sql`${selectIdentity(rule, sql.raw(alias), rule.identity[0]!)} = m.code_key`;
  const staged = sql`SELECT min(code) AS code, code_key, month, SUM(NOT is_refused) AS "rows",
    group_concat(iif(place <= ${MAX_LISTED}, "row", NULL), ', ') || iif(COUNT(*) > ${MAX_LISTED}, ' …', '') AS listed FROM begun GROUP BY code_key, month`;
  const version = sql`SELECT 1 FROM ${table} o WHERE ${isTable('o')} AND o.valid_from <> '' AND o.valid_from = m.month`;
  const isMadeSince = sql`o.id IN (SELECT record_id FROM history WHERE id > (SELECT history_id FROM imports WHERE id = ${job.id})
    AND +entity = ${rule.table} AND action = 'insert')`;
  const now = sql`SELECT COUNT(*) FROM ${table} t WHERE ${isTable('t')} AND ${isInForce(rule, sql`m.month`)}`;
  return sql`SELECT m.code, m.code_key, m.month, m."rows", m.listed, (${now}) AS rows_now, EXISTS (${version}) AS is_overtaken FROM (${staged}) m
    WHERE EXISTS (SELECT 1 FROM ${table} o WHERE ${isTable('o')}) AND NOT EXISTS (${version} AND NOT ${isMadeSince})`;
}
