import { type SQL, sql } from 'drizzle-orm';
import type { CalculationCause } from '../../contracts/calls/answers/calculation.ts';
import type { Issue } from '../../contracts/calls/answers/calculation-issues.ts';
import {
  DIRECT_VARIABLES,
  emptyFieldMessage,
  emptyFieldOf,
  issueMessage,
  STANDARD_FIELDS,
} from '../../contracts/calls/calculation-issues.ts';
import type { calculationCalls } from '../../contracts/calls/declared/calculation.ts';
import { monthKey } from '../../contracts/months.ts';
import { MAX_IDS } from '../../contracts/paging.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import type { Caller } from '../../platform/caller.ts';
import { query } from '../../platform/db/query.ts';
import { asBoolean, asJson, asNumber, asText, orNull, readFirst, readRows, readValue } from '../../platform/db/typed-rows.ts';
import { selectCheckedWithoutPoints, selectDirectsByIds } from './directs.ts';
import { calculateDirect } from './engine/direct.ts';
import { SLOTS } from './engine/expression/scope.ts';
import { compileRules } from './engine/rules.ts';
import { directSlots } from './engine/variables.ts';
import { readRules, selectRules } from './load.ts';
import { selectLastRuleChange } from './rules-in-force.ts';
import { runNotFoundError } from './runs.ts';
import { type Run, selectRunById } from './work.ts';

/** More are no list to work through: then the rules are wrong as a whole. */
const MAX_CAUSES = 500;
/** Of more directs it is not computed whether they have a result now. */
const MAX_RECOMPUTED = 5000;

/** The field of the directs that is empty, of an issue `x`, as SQL: the same as `emptyFieldOf`. */
const FIELD = sql`CASE x.code
  WHEN 'no_standard' THEN json_extract(${JSON.stringify(STANDARD_FIELDS)}, '$.' || (x.issue ->> '$.reason'))
  WHEN 'empty_variable' THEN iif(x.issue ->> '$.variable' IN ${DIRECT_VARIABLES}, x.issue ->> '$.variable', NULL) END`;

/** What directs have in common that are fixed together, of an issue `x`: the empty field, or all of the issue. The same as `causeOf`. */
export const CAUSE = sql`ifnull(${FIELD}, x.issue)`;
const causeOf = (issue: Issue) => emptyFieldOf(issue) ?? JSON.stringify(issue);

/**
 * `GET /calculations/{id}/causes`: why directs have no result, the reason of most of them first, and for how many it still holds. One round trip;
 * another one once rules or these directs were written after the run.
 */
export async function listCauses({
  caller,
  grant,
  id,
}: CallInput<typeof calculationCalls.listCauses>): Promise<{ data: CalculationCause[] }> {
  const { results } = await caller.read(grant, () => ({
    run: selectRunById(id),
    // No row where there is no run.
    wasWritten: query(wasWrittenSince(id), readFirst({ written: asBoolean })),
    causes: selectCauses(id),
  }));
  const { run } = results;
  if (!run) throw runNotFoundError(caller.lang);
  const present = results.wasWritten?.written && run.failed > 0 && run.failed <= MAX_RECOMPUTED ? await countPresent(caller, run) : null;
  return {
    data: results.causes.map(({ issue, ...row }) => ({
      ...row,
      issue,
      direct_ids: row.direct_ids.sort((a, b) => a - b),
      remaining: present ? (present.remaining.get(row.cause) ?? 0) : row.count,
      checked: present?.checked.get(row.cause) ?? 0,
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

/** Whether a rule, or a direct without a result, was written after the run had read them. */
function wasWrittenSince(id: number): SQL {
  return sql`SELECT ifnull(${selectLastRuleChange(sql`printf('%04d-%02d', r.year, r.month)`)}, 0) > r.history_id OR EXISTS (SELECT 1 FROM calculation_issues x
      JOIN history h ON h.entity = 'directs' AND h.record_id = x.direct_id AND h.id > r.history_id WHERE x.run_id = r.id) AS written
    FROM calculation_runs r WHERE r.id = ${id}`;
}

/** Counts, by cause, the directs of the run that would have no result by the present rules, and those that would have one were they not checked. */
async function countPresent(caller: Pick<Caller, 'readMore'>, run: Run) {
  const ids = sql`SELECT direct_id AS id FROM calculation_issues WHERE run_id = ${run.id}`;
  const columns = { slots: directSlots(SLOTS) };
  const {
    directs,
    checkedDirects,
    causes,
    rules: present,
  } = await caller.readMore({
    directs: selectDirectsByIds(run, columns, ids),
    checkedDirects: selectCheckedWithoutPoints(run, columns, ids),
    causes: query(
      sql`SELECT json_group_array(json_array(x.direct_id, ${CAUSE})) AS packed FROM calculation_issues x WHERE x.run_id = ${run.id}`,
      readValue(asJson<[id: number, cause: string][]>()),
    ),
    rules: selectRules(monthKey(run.year, run.month)),
  });
  const rules = compileRules(readRules(present));
  const causeById = new Map(causes);
  const remaining = new Map<string, number>();
  const checked = new Map<string, number>();
  const increment = (counts: Map<string, number>, cause: string) => counts.set(cause, (counts.get(cause) ?? 0) + 1);
  const passedOver = new Set(checkedDirects);
  for (const direct of [...directs, ...checkedDirects]) {
    const calculated = calculateDirect(rules, direct);
    const cause = causeById.get(direct.id);
    if (cause === undefined) continue;
    if (!calculated.ok) {
      if (causeOf(calculated.issue) === cause) increment(remaining, cause);
    } else if (passedOver.has(direct)) increment(checked, cause);
  }
  return { remaining, checked };
}
