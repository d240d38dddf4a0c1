import { sql } from 'drizzle-orm';
import type { CalculationChangeRow, CalculationChangeSums, CalculationIssueRow } from '../../contracts/calls/answers/calculation.ts';
import type { Issue } from '../../contracts/calls/answers/calculation-issues.ts';
import { type IssueCode, issueMessage } from '../../contracts/calls/calculation-issues.ts';
import type { calculationCalls } from '../../contracts/calls/declared/calculation.ts';
import { type Envelope, readPage, toEnvelope } from '../../contracts/paging.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { asJson, asNumber, asText, hasRows, orNull, readOne, readRows, readValue } from '../../platform/db/typed-rows.ts';
import { runNotFoundError } from '../../platform/queue/run-calls.ts';
import { CAUSE } from './causes.ts';
import { calculationWork } from './work.ts';

type IssueEnvelope = Envelope<CalculationIssueRow> & { by_code: Partial<Record<IssueCode, number>> };
type ChangeEnvelope = Envelope<CalculationChangeRow> & { sum: CalculationChangeSums };

/** `GET /calculations/{id}/issues`: the directs without a result and why; `by_code` counts them over all pages. */
export async function listIssues({ caller, grant, id, values }: CallInput<typeof calculationCalls.listIssues>): Promise<IssueEnvelope> {
  const page = readPage(values);
  const asked = sql`x.run_id = ${id}${values.code ? sql` AND x.code = ${values.code}` : sql``}${
    values.cause ? sql` AND ${CAUSE} = ${values.cause}` : sql``
  }`;
  const { results } = await caller.read(grant, () => ({
    exists: selectIfExists(id),
    codes: query(
      sql`SELECT code, COUNT(*) AS count FROM calculation_issues WHERE run_id = ${id} GROUP BY code`,
      readRows({ code: asText, count: asNumber }),
    ),
    total: query(sql`SELECT COUNT(*) AS total FROM calculation_issues x WHERE ${asked}`, readValue(asNumber)),
    rows: query(
      sql`SELECT ${DIRECT}, x.issue, d.result_design_point AS kept_design_point, d.result_check_point AS kept_check_point FROM calculation_issues x ${JOINED}
      WHERE ${asked} ORDER BY x.direct_id LIMIT ${page.limit} OFFSET ${(page.page - 1) * page.limit}`,
      readRows(ISSUE_READERS),
    ),
  }));
  if (!results.exists) throw runNotFoundError(calculationWork, caller.lang);
  const by_code = Object.fromEntries(results.codes.map(({ code, count }) => [code, count])) as IssueEnvelope['by_code'];
  const rows = results.rows.map(({ issue, ...direct }) => ({
    ...direct,
    code: issue.code,
    message: issueMessage(issue, caller.lang),
  }));
  return { ...toEnvelope(page, results.total, rows), by_code };
}

/** `GET /calculations/{id}/changes`: old and new points per direct, the largest difference first; `sum` adds them up over all pages. */
export async function listChanges({ caller, grant, id, values }: CallInput<typeof calculationCalls.listChanges>): Promise<ChangeEnvelope> {
  const page = readPage(values);
  const { results } = await caller.read(grant, () => ({
    exists: selectIfExists(id),
    sums: query(
      sql`SELECT COUNT(*) AS total, ${sql.join(
        Object.entries(SHOWN).map(([name, column]) => sql`ROUND(TOTAL(${sql.identifier(column)}), 3) AS ${sql.identifier(name)}`),
        sql`, `,
      )} FROM calculation_results WHERE run_id = ${id}`,
      readOne({ ...CHANGE_SUMS, total: asNumber }),
    ),
    rows: query(
      sql`SELECT ${DIRECT}, ${sql.join(
        Object.entries(SHOWN).map(([name, column]) => sql`x.${sql.identifier(column)} AS ${sql.identifier(name)}`),
        sql`, `,
      )} FROM (SELECT *, ${DIFFERENCE} AS difference FROM calculation_results WHERE run_id = ${id}
        ORDER BY difference DESC, direct_id LIMIT ${page.limit} OFFSET ${(page.page - 1) * page.limit}) x ${JOINED}
      ORDER BY x.difference DESC, x.direct_id`,
      readRows({ ...DIRECT_READERS, ...CHANGE_READERS }),
    ),
  }));
  if (!results.exists) throw runNotFoundError(calculationWork, caller.lang);
  const { total, ...sum } = results.sums;
  return { ...toEnvelope(page, total, results.rows), sum };
}

const DIRECT = sql.raw(`x.direct_id, d.external_id, d.name, d.bukkenmei, d.henkyaku_hi,
  c.name AS customer_name, u.name AS user_name, k.name AS checker_name`);
const JOINED = sql.raw(`LEFT JOIN directs d ON d.id = x.direct_id LEFT JOIN customers c ON c.id = d.customer_id
  LEFT JOIN users u ON u.id = d.user_id LEFT JOIN users k ON k.id = d.chekkusha_id`);
const DIRECT_READERS = {
  direct_id: asNumber,
  external_id: orNull(asText),
  name: orNull(asText),
  bukkenmei: orNull(asText),
  henkyaku_hi: orNull(asText),
  customer_name: orNull(asText),
  user_name: orNull(asText),
  checker_name: orNull(asText),
};
const ISSUE_READERS = {
  ...DIRECT_READERS,
  kept_design_point: orNull(asNumber),
  kept_check_point: orNull(asNumber),
  issue: asJson<Issue>(),
};
const CHANGE_SUMS = { old_design_point: asNumber, old_check_point: asNumber, new_design_point: asNumber, new_check_point: asNumber };
const CHANGE_READERS = {
  old_design_point: orNull(asNumber),
  old_check_point: orNull(asNumber),
  new_design_point: orNull(asNumber),
  new_check_point: orNull(asNumber),
};

/** Columns of the staged results by their names on the wire. */
const SHOWN: Record<keyof CalculationChangeSums, string> = {
  old_design_point: 'old_design_point',
  old_check_point: 'old_check_point',
  new_design_point: 'result_design_point',
  new_check_point: 'result_check_point',
};

/** The change of a direct's points, both kinds together, rounded to remove binary noise. */
const DIFFERENCE = sql.raw(`ROUND(ABS(ifnull(result_design_point, 0) - ifnull(old_design_point, 0))
  + ABS(ifnull(result_check_point, 0) - ifnull(old_check_point, 0)), 3)`);

function selectIfExists(id: number): Query<boolean> {
  return query(sql`SELECT 1 FROM calculation_runs WHERE id = ${id}`, hasRows);
}
