import { type SQL, sql } from 'drizzle-orm';
import { LOCKED_MONTHS } from '../../../platform/db/month-lock.ts';
import { type NameMatch, nameMatcher, similarNameKey } from '../../../platform/text/match-name.ts';
import { directsResource } from '../../../resources/directs.ts';
import type { NormalizedJob } from '../normalize/normalize.ts';

export type Values = Record<string, string | number | null>;

export interface StoredDirect {
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
export interface MatchCandidates {
  /** By external id. */
  directs: ReadonlyMap<string, StoredDirect>;
  /** Directs under another external id that may be the same job: equal in name and date. */
  sameNamed: readonly { id: number; external_id: string | null; values: Values }[];
  person(name: string): NameMatch<Person>;
  /** By code or name, else by a name that the customer had before. */
  customer(name: string): NameMatch<Named>;
  category(name: string): NameMatch<Named>;
  /** YYYY-MM. */
  lockedMonths: ReadonlySet<string>;
}

/** Points, marks and the counters of a row are not the source's to say. */
const NOT_CRAWLED: ReadonlySet<string> = new Set([
  ...['id', 'version', 'created_at', 'updated_at', 'upsert_by', 'is_checked', 'is_updated', 'nani_keisuu', 'naniten'],
  ...['standard_design_point', 'standard_check_point', 'result_design_point', 'result_check_point'],
  ...['scale_factor_code', 'scale_factor', 'calculated_at', 'calculation_id'],
]);

/** Columns that a crawl may write. */
const CRAWLED_COLUMNS: readonly string[] = [...directsResource.columns].filter((column) => !NOT_CRAWLED.has(column));

/** What makes two jobs under different ids one, as in an import. */
export const NATURAL_KEY = ['name', 'bukkenmei', 'customer_id', 'user_id', 'henkyaku_hi'] as const;

/** Statements whose results `readCandidates` reads, in this order. They look up by accent-blind keys; it compares letter for letter. */
export function selectCandidates(jobs: readonly NormalizedJob[]): SQL[] {
  const keys = (pick: (names: NormalizedJob['names']) => (string | null | undefined)[]) =>
    JSON.stringify([...new Set(jobs.flatMap(({ names }) => pick(names)).flatMap((name) => (name ? [similarNameKey(name)] : [])))]);
  const people = keys(({ designer, checker }) => [designer, checker]);
  const customers = keys(({ customer }) => [customer]);
  const categories = keys(({ category }) => [category]);
  const cells = sql.join(
    CRAWLED_COLUMNS.map((column) => sql`d.${sql.identifier(column)}`),
    sql`, `,
  );
  const ids = JSON.stringify(jobs.map(({ row }) => row.external_id));
  const dated = JSON.stringify(jobs.filter(({ row }) => row.henkyaku_hi).map(({ row }) => [row.external_id, row.name, row.henkyaku_hi]));
  const among = (column: string, list: string) => sql`replace(${sql.raw(column)}, ' ', '') IN (SELECT value FROM json_each(${list}))`;
  return [
    sql`SELECT d.id, d.version, d.is_checked, d.upsert_by, json_array(${cells}) AS packed
      FROM json_each(${ids}) j CROSS JOIN directs d ON d.external_id = j.value`,
    sql`SELECT id, name, department_id, dept_grp_id, active, code, username FROM users
      WHERE ${among('username_fold', people)} OR ${among('code_fold', people)} OR ${among('name_fold', people)} ORDER BY id`,
    sql`SELECT id, name, code FROM customers WHERE ${among('name_fold', customers)} OR ${among('code_fold', customers)} ORDER BY id`,
    sql`SELECT id, work_name AS name FROM work_categories WHERE ${among('work_name_fold', categories)} ORDER BY id`,
    sql`SELECT month FROM ${LOCKED_MONTHS}`,
    sql`SELECT a.text, c.id, c.name FROM crawl_aliases a JOIN customers c ON c.id = a.target_id
      WHERE a.kind = 'customer' AND ${among('a.text_fold', customers)} ORDER BY a.id DESC`,
    sql`SELECT a.text, u.id, u.name, u.department_id, u.dept_grp_id FROM crawl_aliases a JOIN users u ON u.id = a.target_id
      WHERE a.kind = 'person' AND ${among('a.text_fold', people)} ORDER BY a.id DESC`,
    sql`SELECT d.id, d.external_id, json_object(${sql.raw(NATURAL_KEY.map((column) => `'${column}', d.${column}`).join(', '))}) AS packed
      FROM json_each(${dated}) j CROSS JOIN directs d ON d.name = j.value ->> 1
      WHERE d.henkyaku_hi = j.value ->> 2 AND d.external_id IS NOT j.value ->> 0 AND d.external_id IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM directs o WHERE o.external_id = j.value ->> 0)`,
  ];
}

interface PersonRow extends Person {
  active: number;
  code: string | null;
  username: string;
}
type CustomerRow = Named & { code: string | null };
type Alias<Row> = Row & { text: string };

type Results = readonly { rows: readonly unknown[] }[];

export function readCandidates(results: Results): MatchCandidates {
  const rows = <Row>(index: number) => results[index]!.rows as Row[];
  const person = withAliases(
    nameMatcher(rows<PersonRow>(1).map((row) => ({ row, names: [row.code, row.username, row.name], active: row.active === 1 }))),
    rows<Alias<Person>>(6),
  );
  const customer = withAliases(
    nameMatcher(rows<CustomerRow>(2).map((row) => ({ row, names: [row.code, row.name] }))),
    rows<Alias<Named>>(5),
  );
  return {
    directs: new Map(rows<PackedDirect>(0).map((row) => [String(valuesOf(row).external_id), { ...row, values: valuesOf(row) }])),
    sameNamed: rows<{ id: number; external_id: string; packed: string }>(7).map(({ id, external_id, packed }) => ({
      id,
      external_id,
      values: JSON.parse(packed) as Values,
    })),
    person,
    customer,
    category: nameMatcher(rows<Named>(3).map((row) => ({ row, names: [row.name] }))),
    lockedMonths: new Set(rows<{ month: string }>(4).map(({ month }) => month)),
  };
}

type PackedDirect = Omit<StoredDirect, 'values'> & { packed: string };

function valuesOf({ packed }: PackedDirect): Values {
  const cells = JSON.parse(packed) as (string | number | null)[];
  return Object.fromEntries(CRAWLED_COLUMNS.map((column, index) => [column, cells[index] ?? null]));
}

/** Where nobody goes by a name letter for letter, whoever it was assigned to. */
function withAliases<Row>(match: (name: string) => NameMatch<Row>, aliases: readonly Alias<Row>[]): (name: string) => NameMatch<Row> {
  const assigned = nameMatcher(aliases.map((row) => ({ row: row as Row, names: [row.text] })));
  return (name) => {
    const own = match(name);
    if (own.matches.length > 0) return own;
    const { matches } = assigned(name);
    return matches.length > 0 ? { matches: matches.slice(0, 1), similar: [] } : own;
  };
}
