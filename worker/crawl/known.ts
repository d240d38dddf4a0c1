import { type SQL, sql } from 'drizzle-orm';
import { directsResource } from '../resources/directs.ts';
import { fold } from '../text/fold.ts';
import type { NormalizedJob } from './normalize.ts';

export type Values = Record<string, string | number | null>;

export interface KnownDirect {
  id: number;
  version: number;
  is_checked: number;
  upsert_by: number;
  values: Values;
}

export interface Person {
  id: number;
  name: string;
  department_id: number | null;
  dept_grp_id: number | null;
}

export interface Named {
  id: number;
  name: string;
}

/** What the database has of the people, customers, categories and directs that a page of jobs names. */
export interface Known {
  /** By external id. */
  directs: ReadonlyMap<string, KnownDirect>;
  /** Everybody who goes by that code, username or name: the strongest of the three only. */
  people(name: string): readonly Person[];
  customer(name: string): Named | undefined;
  category(name: string): Named | undefined;
  /** YYYY-MM. */
  lockedMonths: ReadonlySet<string>;
}

/** Two spellings of a name with one key are the same name. */
export const nameKey = (name: string): string => fold(name.trim());

/** Points, marks and the counters of a row are not the source's to say. */
const NOT_CRAWLED: ReadonlySet<string> = new Set([
  ...['id', 'version', 'created_at', 'updated_at', 'upsert_by', 'is_checked', 'is_updated', 'nani_keisuu', 'naniten'],
  ...['standard_design_point', 'standard_check_point', 'result_design_point', 'result_check_point'],
  ...['scale_factor_code', 'scale_factor', 'calculated_at', 'calculation_id'],
]);

/** Columns that a crawl may write. */
export const CRAWLED_COLUMNS: readonly string[] = [...directsResource.columns].filter((column) => !NOT_CRAWLED.has(column));

/** Statements whose results `knownOf` reads, in this order. */
export function knownStatements(jobs: readonly NormalizedJob[]): SQL[] {
  const keys = (pick: (names: NormalizedJob['names']) => (string | null | undefined)[]) =>
    JSON.stringify([...new Set(jobs.flatMap(({ names }) => pick(names)).flatMap((name) => (name ? [nameKey(name)] : [])))]);
  const people = keys(({ designer, checker }) => [designer, checker]);
  const customers = keys(({ customer }) => [customer]);
  const categories = keys(({ category }) => [category]);
  const cells = sql.join(
    CRAWLED_COLUMNS.map((column) => sql`d.${sql.identifier(column)}`),
    sql`, `,
  );
  const ids = JSON.stringify(jobs.map(({ row }) => row.external_id));
  const among = (list: string) => sql`IN (SELECT value FROM json_each(${list}))`;
  return [
    sql`SELECT d.id, d.version, d.is_checked, d.upsert_by, json_array(${cells}) AS packed
      FROM json_each(${ids}) j CROSS JOIN directs d ON d.external_id = j.value`,
    sql`SELECT id, name, department_id, dept_grp_id, active, code_fold, username_fold, name_fold FROM users
      WHERE username_fold ${among(people)} OR code_fold ${among(people)} OR name_fold ${among(people)} ORDER BY id`,
    sql`SELECT id, name, name_fold AS key FROM customers WHERE name_fold ${among(customers)} ORDER BY id`,
    sql`SELECT id, work_name AS name, work_name_fold AS key FROM work_categories WHERE work_name_fold ${among(categories)} ORDER BY id`,
    sql`SELECT month FROM month_locks WHERE status = 1`,
  ];
}

type Rows = { rows: readonly unknown[] };

export function knownOf(results: readonly Rows[]): Known {
  const [directs, users, customers, categories, months] = results.map(({ rows }) => rows as Record<string, unknown>[]);
  return {
    directs: new Map(
      directs!.map((row) => {
        const cells = JSON.parse(String(row.packed)) as (string | number | null)[];
        const values = Object.fromEntries(CRAWLED_COLUMNS.map((column, index) => [column, cells[index] ?? null]));
        const { id, version, is_checked, upsert_by } = row as unknown as KnownDirect;
        return [String(values.external_id), { id, version, is_checked, upsert_by, values }];
      }),
    ),
    people: (name) => peopleCalled(users as unknown as UserRow[], nameKey(name)),
    customer: firstNamed(customers!),
    category: firstNamed(categories!),
    lockedMonths: new Set(months!.map((row) => String(row.month))),
  };
}

interface UserRow extends Person {
  active: number;
  code_fold: string | null;
  username_fold: string | null;
  name_fold: string | null;
}

/** Among several namesakes those who still work here come first. */
function peopleCalled(users: readonly UserRow[], key: string): readonly Person[] {
  for (const column of ['code_fold', 'username_fold', 'name_fold'] as const) {
    const found = users.filter((user) => user[column] === key);
    const active = found.filter((user) => user.active === 1);
    if (found.length > 0) return active.length > 0 ? active : found;
  }
  return [];
}

/** The one spelled exactly so, else the oldest. */
function firstNamed(rows: readonly Record<string, unknown>[]): (name: string) => Named | undefined {
  const named = rows as unknown as (Named & { key: string })[];
  return (name) => {
    const found = named.filter(({ key }) => key === nameKey(name));
    return found.find((row) => row.name === name) ?? found[0];
  };
}
