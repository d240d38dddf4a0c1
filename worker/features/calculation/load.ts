import { type SQL, sql } from 'drizzle-orm';
import { RULE_TABLES } from '../../contracts/rule-tables.ts';
import { sha256 } from '../../platform/crypto.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { isInForce, type MonthOf, originOf, selectValidTo } from '../../platform/db/rule-versions.ts';
import { asJson, asText, readValue } from '../../platform/db/typed-rows.ts';
import { RunFailure } from '../../platform/queue/run.ts';
import type { BasePointRow, ResultRow, RuleRows, StandardRow, TsuboRow } from './engine/rows.ts';

/** The rules as one text, and its SHA-256: equal rules have equal hashes. */
export interface RulesSnapshot {
  json: string;
  hash: string;
}

/** The rules of a month, as the one text that `readRules` and `takeSnapshot` take. */
export function selectRules(month: MonthOf): Query<string> {
  const tables = RULE_KEYS.map((key) => query(query(packRules(key, month), readValue(asText)), (packed) => `"${key}":${packed}`));
  return query(tables, (packed) => `{${packed.join(',')}}`);
}

/** One cell with the rows of a table that count in a month, as JSON. */
function packRules(key: keyof RuleRows, month: MonthOf): SQL {
  const rule = RULE_TABLES[key];
  return packRows(key, scaleRowInForce(month), sql`SELECT * FROM ${sql.identifier(rule.table)} t WHERE ${isInForce(rule, month)}`);
}

/** A row of a version, with the months in which it counts (`valid_to` null: still) and the row of the first version that it, or the scale row that a standard names, follows from. */
export type RuleVersion<Row> = Row & { valid_from: string; valid_to: string | null; origin: number | null };
export type RuleVersions = { [Key in keyof RuleRows]: readonly RuleVersion<RuleRows[Key][number]>[] };

/** The rows of all versions that count in some month of a period. */
export function selectRuleVersions(from: SQL, to: SQL): Query<RuleVersions> {
  const select = <Key extends keyof RuleRows>(key: Key) => {
    const rule = RULE_TABLES[key];
    const origin = { tsubos: originOf('t'), standards: sql`(SELECT ${originOf('o')} FROM tsubos o WHERE o.id = t.tsubo_id)` }[
      key as string
    ];
    const rows = sql`SELECT * FROM (SELECT t.*, ${origin ?? null} AS origin, ${selectValidTo(rule)} AS valid_to FROM ${sql.identifier(rule.table)} t
      WHERE t.valid_from <= ${to}) WHERE valid_to IS NULL OR valid_to >= ${from}`;
    return query(packRows(key, sql`t.tsubo_id`, rows, ['valid_from', 'valid_to', 'origin']), readValue(asJson<RuleVersions[Key]>()));
  };
  return query(
    { standards: select('standards'), tsubos: select('tsubos'), base_points: select('base_points'), results: select('results') },
    (versions): RuleVersions => versions,
  );
}

/** One cell with rows as JSON, in the order of their ids; `tsuboId` is what a standard says of its scale row. */
function packRows(key: keyof RuleRows, tsuboId: SQL, rows: SQL, more: readonly string[] = []): SQL {
  const pairs = [...COLUMNS[key], ...more].flatMap((column) => [
    sql.raw(`'${column}'`),
    column === 'tsubo_id' ? tsuboId : sql.identifier(column),
  ]);
  return sql`SELECT json_group_array(json_object(${sql.join(pairs, sql`, `)})) AS packed FROM (${rows} ORDER BY id) t`;
}

/**
 * The scale row that a standard of alias t means: of the table in force, the one that follows from the row it names. The named one itself where
 * there is none: the table has a version without it, so it is not among the rules and the job gets an issue.
 */
function scaleRowInForce(month: MonthOf): SQL {
  return sql`iif(t.tsubo_id IS NULL, NULL, ifnull((SELECT f.id FROM tsubos o CROSS JOIN tsubos f ON ${originOf('f')} = ${originOf('o')}
    WHERE o.id = t.tsubo_id AND ${isInForce(RULE_TABLES.tsubos, month, 'f')} ORDER BY f.id LIMIT 1), t.tsubo_id))`;
}

export function readRules(json: string): RuleRows {
  return JSON.parse(json) as RuleRows;
}

export async function takeSnapshot(json: string): Promise<RulesSnapshot> {
  return { json, hash: await sha256(json) };
}

/** Keeps the rules under their hash, once for all runs that use them. */
export async function storeRules(files: R2Bucket, { json, hash }: RulesSnapshot): Promise<void> {
  if (await files.head(rulesFileKey(hash))) return;
  await files.put(rulesFileKey(hash), json, { httpMetadata: { contentType: 'application/json' } });
}

/** The rules that a run began with; without them it has failed. */
export async function loadRules(files: R2Bucket, hash: string): Promise<RuleRows> {
  const kept = await files.get(rulesFileKey(hash));
  if (!kept) throw new RunFailure('files_missing');
  return kept.json<RuleRows>();
}

export const rulesFileKey = (hash: string) => `calculations/rules/${hash}.json`;

/** What is read of each table of rules. The order of the tables and of their columns belongs to the hash of the rules, which seals name. */
const COLUMNS = {
  standards: [
    'id',
    'customer_id',
    'work_category_id',
    'scale_code',
    'tsubo_id',
    'standard_design_point',
    'standard_check_point',
    'point_design',
    'point_check',
    'unit',
    'total_time_allowed',
  ] satisfies (keyof StandardRow)[],
  tsubos: [
    'id',
    'scale_factor_code',
    'scale_factor',
    'complexity_factor',
    'standard_design_point',
    'standard_check_point',
    'scale_limit_from',
    'scale_limit_to',
    'scale_equal_to',
    'condition_variable',
  ] satisfies (keyof TsuboRow)[],
  base_points: [
    'id',
    'scale_code',
    'condition_variable',
    'condition_operator',
    'condition_param',
    'condition_variable1',
    'condition_operator1',
    'condition_param1',
    'base_point1',
    'base_point2',
    'base_point3',
    'base_point4',
    'base_point5',
    'base_point6',
  ] satisfies (keyof BasePointRow)[],
  results: ['id', 'scale_code', 'result_design_formula', 'result_check_formula'] satisfies (keyof ResultRow)[],
} satisfies Record<keyof typeof RULE_TABLES, readonly string[]>;

const RULE_KEYS = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
