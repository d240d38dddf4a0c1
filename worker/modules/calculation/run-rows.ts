import { type SQL, sql } from 'drizzle-orm';
import type { CalculationChangeRow, CalculationChangeSums, CalculationIssueRow } from '../../contracts/calls/calculation.ts';
import { ISSUE_LABELS, type Issue, type IssueCode, issueMessage } from '../../contracts/calls/calculation-issues.ts';
import { option } from '../../contracts/fields.ts';
import { pageFields, readPage } from '../../contracts/paging.ts';
import { STAFF } from '../../contracts/roles.ts';
import { paramValues } from '../../crud/call-values.ts';
import { authorizeThenValidate, type Caller } from '../../crud/caller.ts';
import { type Envelope, envelope } from '../../crud/list.ts';
import { MAX_LIMIT } from '../../crud/query.ts';
import { parseId } from '../../crud/read.ts';
import { orNull, readRows } from '../../db/typed-rows.ts';
import { noRun } from './runs.ts';

const PAGE_PARAMS = pageFields(MAX_LIMIT);
const ISSUE_PARAMS = { code: option({ vi: 'Vấn đề', en: 'Issue' }, ISSUE_LABELS), ...PAGE_PARAMS };

type IssueEnvelope = Envelope<CalculationIssueRow> & { by_code: Partial<Record<IssueCode, number>> };
type ChangeEnvelope = Envelope<CalculationChangeRow> & { sum: CalculationChangeSums };

/** `GET /calculations/{id}/issues`: the directs without a result and why; `by_code` counts them over all pages. */
export async function listIssues(caller: Caller, idText: string, params: URLSearchParams): Promise<IssueEnvelope> {
  const { id, values } = await authorizeThenValidate(caller, STAFF, () => ({
    id: parseId(idText, caller.lang),
    values: paramValues(ISSUE_PARAMS, params, caller.lang),
  }));
  const query = readPage(values);
  const ofCode = values.code ? sql` AND x.code = ${values.code}` : sql``;
  const { results } = await caller.read(STAFF, () => [
    runExists(id),
    sql`SELECT code, COUNT(*) AS count FROM calculation_issues WHERE run_id = ${id} GROUP BY code`,
    sql`SELECT ${DIRECT}, x.issue FROM calculation_issues x LEFT JOIN directs d ON d.id = x.direct_id
      WHERE x.run_id = ${id}${ofCode} ORDER BY x.direct_id LIMIT ${query.limit} OFFSET ${(query.page - 1) * query.limit}`,
  ]);
  if (results[0]!.rows.length === 0) throw noRun(caller.lang);
  const by_code = Object.fromEntries(results[1]!.rows.map(({ code, count }) => [String(code), Number(count)])) as IssueEnvelope['by_code'];
  const total = values.code ? (by_code[values.code as IssueCode] ?? 0) : Object.values(by_code).reduce((sum, n) => sum + n, 0);
  const rows = readRows({ ...DIRECT_READERS, issue: parseIssue }, results[2]).map(({ issue, ...direct }) => ({
    ...direct,
    code: issue.code,
    message: issueMessage(issue, caller.lang),
  }));
  return { ...envelope(query, total, rows), by_code };
}

/** `GET /calculations/{id}/changes`: old and new points per direct; `sum` adds them up over all pages. */
export async function listChanges(caller: Caller, idText: string, params: URLSearchParams): Promise<ChangeEnvelope> {
  const { id, query } = await authorizeThenValidate(caller, STAFF, () => ({
    id: parseId(idText, caller.lang),
    query: readPage(paramValues(PAGE_PARAMS, params, caller.lang)),
  }));
  const { results } = await caller.read(STAFF, () => [
    runExists(id),
    sql`SELECT COUNT(*) AS total, ${sql.join(
      Object.entries(SHOWN).map(([name, column]) => sql`ROUND(TOTAL(${sql.identifier(column)}), 3) AS ${sql.identifier(name)}`),
      sql`, `,
    )} FROM calculation_results WHERE run_id = ${id}`,
    sql`SELECT ${DIRECT}, ${sql.join(
      Object.entries(SHOWN).map(([name, column]) => sql`x.${sql.identifier(column)} AS ${sql.identifier(name)}`),
      sql`, `,
    )} FROM calculation_results x LEFT JOIN directs d ON d.id = x.direct_id
      WHERE x.run_id = ${id} ORDER BY x.direct_id LIMIT ${query.limit} OFFSET ${(query.page - 1) * query.limit}`,
  ]);
  if (results[0]!.rows.length === 0) throw noRun(caller.lang);
  const [sums] = readRows({ ...CHANGE_READERS, total: Number }, results[1]);
  const { total, ...sum } = sums!;
  return { ...envelope(query, total, readRows({ ...DIRECT_READERS, ...CHANGE_READERS }, results[2])), sum };
}

const DIRECT = sql.raw('x.direct_id, d.external_id, d.name, d.bukkenmei, d.henkyaku_hi');
const DIRECT_READERS = {
  direct_id: Number,
  external_id: orNull(String),
  name: orNull(String),
  bukkenmei: orNull(String),
  henkyaku_hi: orNull(String),
};
const CHANGE_READERS = {
  old_design_point: orNull(Number),
  old_check_point: orNull(Number),
  new_design_point: orNull(Number),
  new_check_point: orNull(Number),
};

const parseIssue = (json: unknown) => JSON.parse(String(json)) as Issue;

/** Columns of the staged results by their names on the wire. */
const SHOWN: Record<keyof CalculationChangeSums, string> = {
  old_design_point: 'old_design_point',
  old_check_point: 'old_check_point',
  new_design_point: 'result_design_point',
  new_check_point: 'result_check_point',
};

function runExists(id: number): SQL {
  return sql`SELECT 1 FROM calculation_runs WHERE id = ${id}`;
}
