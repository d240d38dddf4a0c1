import { sql } from 'drizzle-orm';
import type { RuleReach } from '../../contracts/calls/answers/rule-changes.ts';
import type { ruleCalls } from '../../contracts/calls/declared/rules.ts';
import { REACH_PARAMS } from '../../contracts/calls/rule-versions.ts';
import { RULE_TABLES } from '../../contracts/rule-tables.ts';
import { notFoundError } from '../../crud/read.ts';
import type { Resource } from '../../crud/resource.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import { isWithinMonths } from '../../platform/db/date-ranges.ts';
import { query } from '../../platform/db/query.ts';
import { isInForce, isSameRule, selectIdentity } from '../../platform/db/rule-versions.ts';
import { asNumber, asText, orNull, readColumn, readFirst, readRows } from '../../platform/db/typed-rows.ts';
import { invalidField } from '../../platform/parse-call.ts';

/**
 * `GET /rules/reach?entity=&id=&from=`: the months that a version of a rule from `from` on counts in, or the row's own version where it is left out:
 * up to which month, which of them are locked, and the open jobs of each that would be calculated anew.
 */
export async function readRuleReach(
  resources: readonly Resource[],
  { caller, grant, values }: CallInput<typeof ruleCalls.readReach>,
): Promise<RuleReach> {
  const resource = resources.find(({ contract }) => contract.name === values.entity && contract.versions);
  if (!resource) throw invalidField(REACH_PARAMS, 'entity', 'exists', caller.lang);
  const rule = resource.contract.versions!;
  const table = sql.identifier(resource.table);
  const row = sql`SELECT t.*, ${values.from ?? sql`t.valid_from`} AS begins FROM ${table} t WHERE t.id = ${values.id}`;
  const next = sql`(SELECT min(n.valid_from) FROM ${table} n WHERE ${isSameRule(rule, sql`n`, sql`r`)} AND n.valid_from > r.begins)`;
  const span = sql`SELECT r.*, ${next} AS ends FROM (${row}) r`;
  const isIn = isWithinMonths(sql`d.henkyaku_hi`, sql`v.begins`, sql`v.ends`);
  const monthOfJob = sql`substr(d.henkyaku_hi, 1, 7)`;
  const isOfRule =
    rule.table === RULE_TABLES.standards.table
      ? sql`d.customer_id = v.customer_id AND d.work_category_id = v.work_category_id`
      : sql`EXISTS (SELECT 1 FROM standards s WHERE s.customer_id = d.customer_id AND s.work_category_id = d.work_category_id
          AND ${selectIdentity(rule, sql`s`, 'scale_code')} = ${selectIdentity(rule, sql`v`, rule.identity[0]!)} AND ${isInForce(RULE_TABLES.standards, monthOfJob, 's')})`;
  const { results } = await caller.read(grant, () => ({
    span: query(sql`SELECT begins, ends FROM (${span}) v`, readFirst({ begins: asText, ends: orNull(asText) })),
    locked: query(
      sql`SELECT l.month FROM (${span}) v CROSS JOIN month_locks l WHERE l.status = 1 AND l.month >= v.begins AND (v.ends IS NULL OR l.month < v.ends) ORDER BY l.month`,
      readColumn(asText),
    ),
    months: query(
      sql`SELECT ${monthOfJob} AS month, COUNT(*) AS jobs FROM (${span}) v CROSS JOIN directs d ON ${isIn}
        WHERE ${isOfRule} AND +d.is_checked = 0 AND +d.is_updated = 0 AND ${monthOfJob} NOT IN (SELECT month FROM month_locks WHERE status = 1)
        GROUP BY 1 ORDER BY 1`,
      readRows({ month: asText, jobs: asNumber }),
    ),
  }));
  if (!results.span) throw notFoundError(resource.contract, caller.lang);
  const { begins, ends } = results.span;
  return { from: begins || null, until: ends, locked: results.locked, months: results.months };
}
