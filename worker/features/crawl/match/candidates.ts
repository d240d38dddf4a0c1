import { sql } from 'drizzle-orm';
import { MONTHS_CLOSED_TO_SOURCE } from '../../../platform/db/month-lock.ts';
import { type Query, query } from '../../../platform/db/query.ts';
import { crawlAliases } from '../../../platform/db/schema/crawl.ts';
import { users } from '../../../platform/db/schema/organisation.ts';
import { directs } from '../../../platform/db/schema/records.ts';
import { customers, workCategories } from '../../../platform/db/schema/reference.ts';
import { asJson, asText, readColumn, readRows } from '../../../platform/db/typed-rows.ts';
import { exactNameKey, type NameMatch, nameMatcher, similarNameKey } from '../../../platform/text/match-name.ts';
import { sortKey } from '../../../platform/text/sort-key.ts';
import { DIRECT_NATURAL_KEY, directsResource } from '../../../resources/directs.ts';
import { jobKey, type NormalizedJob } from '../normalize/normalize.ts';

type StoredValues = Record<string, string | number | null>;

export interface StoredDirect {
  id: number;
  version: number;
  is_checked: number;
  upsert_by: number;
  values: StoredValues;
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

export interface Customer extends Named {
  /** 1: the crawl made it for a name that nobody had, and no person has completed it yet. */
  is_updated: number;
}

/** What the database has of the people, customers, categories and directs that a page of jobs names. */
export interface MatchCandidates {
  /** By the key of the external id. */
  directs: ReadonlyMap<string, StoredDirect>;
  /** Directs under another external id that may be the same job: equal in name and date. */
  sameNamed: readonly { id: number; external_id: string | null; values: StoredValues }[];
  person(name: string): NameMatch<Person>;
  /** By an assigned name, by code or name, else by a name that the customer had before. */
  customer(name: string): NameMatch<Customer>;
  category(name: string): NameMatch<Named>;
  /** YYYY-MM. */
  lockedMonths: ReadonlySet<string>;
  /** Keys of the external ids of jobs that were taken out here. */
  removed: ReadonlySet<string>;
  /** When the jobs that wait were changed at the source, by the same key. */
  waiting: ReadonlyMap<string, string>;
}

/** Points, marks and the counters of a row are not the source's to say. */
const NOT_CRAWLED: ReadonlySet<string> = new Set([
  ...['id', 'version', 'created_at', 'updated_at', 'upsert_by', 'is_checked', 'is_updated', 'nani_keisuu', 'naniten'],
  ...['standard_design_point', 'standard_check_point', 'result_design_point', 'result_check_point'],
  ...['scale_factor_code', 'scale_factor', 'calculated_at', 'calculation_id'],
]);

/** Columns that a crawl may write. */
const CRAWLED_COLUMNS: readonly string[] = [...directsResource.columns].filter((column) => !NOT_CRAWLED.has(column));

/** The statements look up by accent-blind keys; what they answer is compared letter for letter. */
export function selectCandidates(jobs: readonly NormalizedJob[]): Query<MatchCandidates> {
  const keys = (pick: (names: NormalizedJob['names']) => (string | null | undefined)[]) =>
    JSON.stringify([...new Set(jobs.flatMap(({ names }) => pick(names)).flatMap((name) => (name ? [similarNameKey(name)] : [])))]);
  const peopleKeys = keys(({ designer, checker }) => [designer, checker]);
  const customerKeys = keys(({ customer }) => [customer]);
  const categoryKeys = keys(({ category }) => [category]);
  const cells = sql.join(
    CRAWLED_COLUMNS.map((column) => sql`d.${sql.identifier(column)}`),
    sql`, `,
  );
  const ids = JSON.stringify(jobs.map(jobKey));
  const dated = JSON.stringify(
    jobs.filter(({ row }) => row.henkyaku_hi).map((job) => [jobKey(job), job.row.name, job.row.henkyaku_hi, sortKey(String(job.row.name))]),
  );
  const among = (column: string, list: string) => sql`replace(${sql.raw(column)}, ' ', '') IN (SELECT value FROM json_each(${list}))`;
  const plan = {
    directs: query(
      sql`SELECT d.id, d.version, d.is_checked, d.upsert_by, json_array(${cells}) AS cells
        FROM json_each(${ids}) j CROSS JOIN directs d ON d.external_id_key = j.value`,
      readRows({ id, version, is_checked, upsert_by, cells: asJson<Cell[]>() }, toStoredDirect),
    ),
    people: query(
      sql`SELECT id, name, department_id, dept_grp_id, active, code, username FROM users
        WHERE ${among('username_fold', peopleKeys)} OR ${among('code_fold', peopleKeys)} OR ${among('name_fold', peopleKeys)} ORDER BY id`,
      readRows({ ...PERSON, active: users.active, code: users.code, username: users.username }),
    ),
    customers: query(
      sql`SELECT id, name, is_updated, code FROM customers WHERE ${among('name_fold', customerKeys)} OR ${among('code_fold', customerKeys)} ORDER BY id`,
      readRows({ ...CUSTOMER, code: customers.code }),
    ),
    categories: query(
      sql`SELECT id, work_name AS name FROM work_categories WHERE ${among('work_name_fold', categoryKeys)} ORDER BY id`,
      readRows({ id: workCategories.id, name: workCategories.work_name }),
    ),
    lockedMonths: query(sql`SELECT month FROM ${MONTHS_CLOSED_TO_SOURCE}`, readColumn(asText)),
    waiting: query(
      sql`SELECT w.external_id_key, w.reason, ifnull(w.job ->> '$.row.last_update', '') AS last_update
        FROM json_each(${ids}) j CROSS JOIN crawl_waiting w ON w.external_id_key = j.value`,
      readRows({ external_id_key: asText, reason: asText, last_update: asText }),
    ),
    customerAliases: query(
      sql`SELECT a.text, a.assigned_by, c.id, c.name, c.is_updated FROM crawl_aliases a JOIN customers c ON c.id = a.target_id
        WHERE a.kind = 'customer' AND ${among('a.text_fold', customerKeys)} ORDER BY a.id DESC`,
      readRows({ ...CUSTOMER, ...ALIAS }),
    ),
    personAliases: query(
      sql`SELECT a.text, a.assigned_by, u.id, u.name, u.department_id, u.dept_grp_id FROM crawl_aliases a JOIN users u ON u.id = a.target_id
        WHERE a.kind = 'person' AND ${among('a.text_fold', peopleKeys)} ORDER BY a.id DESC`,
      readRows({ ...PERSON, ...ALIAS }),
    ),
    sameNamed: query(
      sql`SELECT d.id, d.external_id, json_object(${sql.raw(DIRECT_NATURAL_KEY.map((column) => `'${column}', d.${column}`).join(', '))}) AS "values"
        FROM json_each(${dated}) j CROSS JOIN directs d ON d.name_sort = j.value ->> 3
        WHERE d.name = j.value ->> 1 AND d.henkyaku_hi = j.value ->> 2 AND d.external_id IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM directs o WHERE o.external_id_key = j.value ->> 0)`,
      readRows({ id, external_id: directs.external_id, values: asJson<StoredValues>() }),
    ),
  };
  return query(plan, (found) => ({
    directs: new Map(found.directs.map((direct) => [exactNameKey(String(direct.values.external_id)), direct])),
    sameNamed: found.sameNamed,
    person: withAliases<Person>(
      nameMatcher(
        found.people.map((row) => ({ row, names: [[row.code, row.username], row.name], active: row.active === 1 })),
        { exclusive: true },
      ),
      found.personAliases,
    ),
    customer: withAliases<Customer>(
      nameMatcher(found.customers.map((row) => ({ row, names: [row.code, row.name] }))),
      found.customerAliases,
    ),
    category: nameMatcher(found.categories.map((row) => ({ row, names: [row.name] }))),
    lockedMonths: new Set(found.lockedMonths),
    removed: new Set(found.waiting.flatMap(({ reason, external_id_key }) => (reason === 'removed' ? [external_id_key] : []))),
    waiting: new Map(found.waiting.map(({ external_id_key, last_update }) => [external_id_key, last_update])),
  }));
}

const { id, version, is_checked, upsert_by } = directs;
const PERSON = { id: users.id, name: users.name, department_id: users.department_id, dept_grp_id: users.dept_grp_id };
const CUSTOMER = { id: customers.id, name: customers.name, is_updated: customers.is_updated };
const ALIAS = { text: crawlAliases.text, assigned_by: crawlAliases.assigned_by };

type Cell = string | number | null;

function toStoredDirect({ cells, ...direct }: Omit<StoredDirect, 'values'> & { cells: Cell[] }): StoredDirect {
  return { ...direct, values: Object.fromEntries(CRAWLED_COLUMNS.map((column, index) => [column, cells[index] ?? null])) };
}

/** Whoever the name was assigned to, else who goes by it letter for letter, else who went by it before. */
function withAliases<Row>(
  match: (name: string) => NameMatch<Row>,
  aliases: readonly (Row & { text: string; assigned_by: number | null })[],
): (name: string) => NameMatch<Row> {
  const matchAliases = (isAssigned: boolean) =>
    nameMatcher(aliases.filter((row) => (row.assigned_by !== null) === isAssigned).map((row) => ({ row: row as Row, names: [row.text] })));
  const [assigned, learned] = [matchAliases(true), matchAliases(false)];
  const first = ({ matches }: NameMatch<Row>) => (matches.length > 0 ? { matches: matches.slice(0, 1), similar: [] } : undefined);
  return (name) => {
    const chosen = first(assigned(name));
    if (chosen) return chosen;
    const own = match(name);
    return own.matches.length > 0 ? own : (first(learned(name)) ?? own);
  };
}
