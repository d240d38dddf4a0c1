import { type SQL, sql } from 'drizzle-orm';
import { SCENARIO_RESULT_COLUMNS, SCENARIO_RESULT_PARAMS, type ScenarioResultKind } from '../../contracts/calls/rule-scenarios.ts';
import { type Envelope, MAX_LIMIT, type Page, readPage, toEnvelope } from '../../contracts/paging.ts';
import type { Grant } from '../../contracts/roles.ts';
import { containsFolded } from '../../crud/predicates.ts';
import { parseOrder } from '../../crud/query.ts';
import type { Caller } from '../../platform/caller.ts';
import { readPieces } from '../../platform/db/pieces.ts';
import { query } from '../../platform/db/query.ts';
import { asJson, asNumber, hasRows, readOne, readValue } from '../../platform/db/typed-rows.ts';
import { type CallValues, invalidField } from '../../platform/parse-call.ts';
import { runNotFoundError } from '../../platform/queue/run-calls.ts';
import { scenarioWork } from './work.ts';

/** Rows that come with the sums, and the smallest part in which the others are read. */
const BLOCK_ROWS = 1000;
const BLOCKS_AT_ONCE = 10;

type Asked = CallValues<typeof SCENARIO_RESULT_PARAMS>;
type Sums = { before: number; after: number; difference: number };
export type ResultRow = Record<string, unknown>;

interface Input {
  caller: Caller;
  grant: Grant;
  id: number;
  values: Asked;
}

/** `GET /rule_scenarios/{id}/runs/{run}/{kind}`: a page of the rows with their sums over all pages; the largest difference first. */
export async function listResults(kind: ScenarioResultKind, input: Input, runId: number): Promise<Envelope<ResultRow> & { sum: Sums }> {
  const page = readPage(input.values);
  const { rows, sum, total } = await readResults(kind, input, runId, page);
  return { ...toEnvelope(page, total, rows), sum };
}

/** Every row, for a file. */
export function readAllResults(kind: ScenarioResultKind, input: Input, runId: number) {
  return readResults(kind, input, runId, { page: 1, limit: MAX_LIMIT * 20 });
}

/** A page of the rows. What is longer than a block is read in pieces, as no answer of the database has the jobs of a large month. */
async function readResults(kind: ScenarioResultKind, { caller, grant, id, values }: Input, runId: number, { page, limit }: Page) {
  const rows = sql`SELECT *, ROUND(ifnull(after, 0) - ifnull(before, 0), 3) AS difference FROM (${ROWS[kind](runId, values)})`;
  const chosen = sql`SELECT * FROM (${rows}) WHERE ${values.changed ? sql`difference <> 0` : sql`1`}
    AND ${values.name ? containsFolded(sql`name`, values.name) : sql`1`}`;
  const order = orderOf(kind, values, caller);
  const names = [...SCENARIO_RESULT_COLUMNS[kind].map(({ key }) => key), 'id', ...(kind === 'directs' ? ['state'] : [])];
  const cells = sql.join(
    names.flatMap((name) => [sql.raw(`'${name}'`), sql.identifier(name === 'name' ? 'title' : name)]),
    sql`, `,
  );
  const begin = (page - 1) * limit;
  const selectRows = (start: number, count: number) =>
    query(
      sql`SELECT json_group_array(json_object(${cells})) AS packed FROM (SELECT * FROM (${chosen}) ${order} LIMIT ${count} OFFSET ${begin + start})`,
      readValue(asJson<ResultRow[]>()),
    );
  const { results } = await caller.read(grant, () => ({
    exists: query(sql`SELECT 1 FROM rule_scenario_runs WHERE id = ${runId} AND scenario_id = ${id}`, hasRows),
    sum: query(
      sql`SELECT COUNT(*) AS total, ROUND(TOTAL(before), 3) AS before, ROUND(TOTAL(after), 3) AS after, ROUND(TOTAL(after) - TOTAL(before), 3) AS difference
        FROM (${chosen})`,
      readOne({ total: asNumber, before: asNumber, after: asNumber, difference: asNumber }),
    ),
    rows: selectRows(0, Math.min(limit, BLOCK_ROWS)),
  }));
  if (!results.exists) throw runNotFoundError(scenarioWork, caller.lang);
  const { total, ...sum } = results.sum;
  const all = results.rows;
  const size = Math.min(limit, total - begin);
  const starts = Array.from({ length: Math.ceil(size / BLOCK_ROWS) }, (_, block) => block * BLOCK_ROWS).slice(1);
  const readBlocks = (part: readonly number[]) =>
    caller.readMore(selectRows(part[0]!, Math.min(part.length * BLOCK_ROWS, size - part[0]!)));
  for await (const piece of readPieces(starts, BLOCKS_AT_ONCE, readBlocks)) for (const row of piece) all.push(row);
  return { rows: all, sum, total };
}

function orderOf(kind: ScenarioResultKind, { order_by }: Asked, { lang }: Caller): SQL {
  if (!order_by) return sql`ORDER BY abs(difference) DESC, id`;
  const order = parseOrder(order_by);
  const column = order && SCENARIO_RESULT_COLUMNS[kind].find(({ key }) => key === order.column);
  if (!column) throw invalidField(SCENARIO_RESULT_PARAMS, 'order_by', 'unsortable', lang, { value: order_by });
  const way = order!.descending ? sql`DESC` : sql`ASC`;
  return sql`ORDER BY ${sql.identifier(column.key === 'name' ? 'name_sort' : column.key)} ${way}, id ${way}`;
}

type RowsOf = (run: number, asked: Asked) => SQL;

/** Per kind the rows of a run with `id`, `title`, `name` (folded, for the search) and the points. Grouped first, then joined to the names. */
const ROWS: Record<ScenarioResultKind, RowsOf> = {
  people: (run, asked) => {
    const where = sql`${asked.month ? sql` AND month = ${asked.month}` : sql.empty()}${asked.user_id ? sql` AND user_id = ${asked.user_id}` : sql.empty()}`;
    const sum = (name: string) => sql.raw(`ROUND(TOTAL(${name}), 3)`);
    return sql`SELECT p.*, u.name AS title, u.name_fold AS name, u.name_sort, u.code, d.name AS department FROM (
        SELECT user_id AS id, ${sum('direct_before')} AS before, ${sum('direct_after')} AS after, ${sum('total_1_before')} AS total_1_before,
          ${sum('total_1_after')} AS total_1_after, ${sum('total_2_before')} AS total_2_before, ${sum('total_2_after')} AS total_2_after
        FROM rule_scenario_people x WHERE run_id = ${run}${where} GROUP BY user_id
        HAVING before <> 0 OR after <> 0 OR total_1_before IS NOT total_1_after OR total_2_before IS NOT total_2_after) p
      JOIN users u ON u.id = p.id LEFT JOIN departments d ON d.id = u.department_id
      WHERE ${asked.dept_id ? sql`u.department_id = ${asked.dept_id}` : sql`1`}`;
  },
  departments: (
    run,
    asked,
  ) => sql`SELECT g.*, d.name AS title, d.name_fold AS name, d.name_sort FROM (${selectGroups('dept_id', run, asked)}) g
    LEFT JOIN departments d ON d.id = g.id`,
  customers: (
    run,
    asked,
  ) => sql`SELECT g.*, c.name AS title, c.name_fold AS name, c.name_sort, c.code FROM (${selectGroups('customer_id', run, asked)}) g
    LEFT JOIN customers c ON c.id = g.id`,
  directs: (
    run,
    asked,
  ) => sql`SELECT r.direct_id AS id, d.name AS title, d.name_fold AS name, d.name AS name_sort, d.bukkenmei, c.name AS customer, u.name AS user,
      k.name AS checker, d.henkyaku_hi, ${pointsOf('before')} AS before, ${pointsOf('after')} AS after,
      r.before_design, r.after_design, r.before_check, r.after_check, r.state
    FROM rule_scenario_results r LEFT JOIN directs d ON d.id = r.direct_id LEFT JOIN customers c ON c.id = r.customer_id
      LEFT JOIN users u ON u.id = r.user_id LEFT JOIN users k ON k.id = r.chekkusha_id
    WHERE r.run_id = ${run}${whereOf(asked)}`,
};

function selectGroups(column: 'dept_id' | 'customer_id', run: number, asked: Asked): SQL {
  const key = sql.raw(column);
  return sql`SELECT r.${key} AS id, COUNT(*) AS jobs, ROUND(TOTAL(${pointsOf('before')}), 3) AS before, ROUND(TOTAL(${pointsOf('after')}), 3) AS after
    FROM rule_scenario_results r WHERE r.run_id = ${run}${whereOf(asked)} GROUP BY r.${key}`;
}

function whereOf({ month, customer_id, dept_id, user_id }: Asked): SQL {
  return sql.join([
    month ? sql` AND r.month = ${month}` : sql.empty(),
    customer_id ? sql` AND r.customer_id = ${customer_id}` : sql.empty(),
    dept_id ? sql` AND r.dept_id = ${dept_id}` : sql.empty(),
    user_id ? sql` AND (r.user_id = ${user_id} OR r.chekkusha_id = ${user_id})` : sql.empty(),
  ]);
}

/** The points of a job, design and check together; null where it has neither. */
function pointsOf(side: 'before' | 'after'): SQL {
  const [design, check] = [`r.${side}_design`, `r.${side}_check`];
  return sql.raw(`iif(${design} IS NULL AND ${check} IS NULL, NULL, ROUND(ifnull(${design}, 0) + ifnull(${check}, 0), 3))`);
}
