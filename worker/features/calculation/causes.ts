import { sql } from 'drizzle-orm';
import type { CalculationCause } from '../../contracts/calls/answers/calculation.ts';
import type { Issue } from '../../contracts/calls/answers/calculation-issues.ts';
import { DIRECT_VARIABLES, emptyFieldMessage, issueMessage, STANDARD_FIELDS } from '../../contracts/calls/calculation-issues.ts';
import type { calculationCalls } from '../../contracts/calls/declared/calculation.ts';
import { MAX_IDS } from '../../contracts/paging.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import { query } from '../../platform/db/query.ts';
import { asJson, asNumber, asText, orNull, readRows } from '../../platform/db/typed-rows.ts';
import { runNotFoundError } from '../../platform/queue/run-calls.ts';
import { calculationWork, selectRunById } from './work.ts';

/** More are no list to work through: then the rules are wrong as a whole. */
const MAX_CAUSES = 500;

/** The field of the directs that is empty, of an issue `x`. */
const FIELD = sql`CASE x.code
  WHEN 'no_standard' THEN json_extract(${JSON.stringify(STANDARD_FIELDS)}, '$.' || (x.issue ->> '$.reason'))
  WHEN 'empty_variable' THEN iif(x.issue ->> '$.variable' IN ${DIRECT_VARIABLES}, x.issue ->> '$.variable', NULL) END`;

/** What directs have in common that are fixed together, of an issue `x`: the empty field, or all of the issue. */
export const CAUSE = sql`ifnull(${FIELD}, x.issue)`;

/** `GET /calculations/{id}/causes`: why directs had no result in the run, the reason of most of them first. One round trip. */
export async function listCauses({
  caller,
  grant,
  id,
}: CallInput<typeof calculationCalls.listCauses>): Promise<{ data: CalculationCause[] }> {
  const { results } = await caller.read(grant, () => ({
    run: selectRunById(id),
    causes: selectCauses(id),
  }));
  if (!results.run) throw runNotFoundError(calculationWork, caller.lang);
  return {
    data: results.causes.map(({ issue, ...row }) => ({
      ...row,
      issue,
      direct_ids: row.direct_ids.sort((a, b) => a - b),
      message: row.field === null ? issueMessage(issue, caller.lang) : emptyFieldMessage(row.field, caller.lang),
    })),
  };
}

const CAUSE_READERS = {
  cause: asText,
  field: orNull(asText),
  issue: asJson<Issue>(),
  count: asNumber,
  direct_ids: asJson<number[]>(),
  customer_name: orNull(asText),
  work_name: orNull(asText),
};

function selectCauses(id: number) {
  const causes = sql`SELECT g.cause, g.field, g.issue, g.count, g.direct_ids, c.name AS customer_name, w.work_name
    FROM (SELECT cause, field, MIN(issue) AS issue, COUNT(*) AS count, MIN(direct_id) AS first,
        json_group_array(direct_id) FILTER (WHERE place <= iif(field IS NULL, 1, ${MAX_IDS})) AS direct_ids
      FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY cause ORDER BY direct_id) AS place
        FROM (SELECT x.direct_id, x.issue, ${FIELD} AS field, ${CAUSE} AS cause FROM calculation_issues x WHERE x.run_id = ${id}))
      GROUP BY cause) g
      LEFT JOIN customers c ON c.id = json_extract(g.issue, '$.customer_id')
      LEFT JOIN work_categories w ON w.id = json_extract(g.issue, '$.work_category_id')
    ORDER BY g.count DESC, g.first LIMIT ${MAX_CAUSES}`;
  return query(causes, readRows(CAUSE_READERS));
}
