import { type SQL, sql } from 'drizzle-orm';
import { DATED_RULES, RULE_TABLES, type RuleTable, TOTALS_EXPRESSIONS } from '../contracts/rule-tables.ts';
import type { LockedMonthsUsing } from '../crud/resource.ts';
import { inMonthOf } from '../platform/db/date-ranges.ts';
import { isInForce, selectIdentity } from '../platform/db/rule-versions.ts';
import { formColumn } from '../platform/text/text-forms.ts';

/**
 * For an entity that the totals of a month name: which locked months go on showing the former value of these fields. `usesIt` is a condition on
 * a sealed row of alias r.
 */
function lockedMonthsUsing(fields: readonly string[], usesIt: (ids: SQL) => SQL): LockedMonthsUsing {
  return (ids, changed) =>
    changed.some((name) => fields.includes(name))
      ? sql`SELECT DISTINCT l.month FROM month_locks l CROSS JOIN month_seal_rows r ON r.seal_id = l.seal_id
          WHERE l.status = 1 AND r.kind = 'totals' AND ${usesIt(sql`(${ids})`)} ORDER BY l.month`
      : undefined;
}

const PERSON = ['name', 'username', 'code', 'employee_code', 'area', 'active', 'position_id', 'department_id', 'dept_grp_id'];

export const monthsUsingPerson = lockedMonthsUsing(PERSON, (ids) => sql`r.user_id IN ${ids}`);
export const monthsUsingFactor = lockedMonthsUsing(['point'], (ids) => sql`r.row ->> '$.rating.pro_point_id' IN ${ids}`);
export const monthsUsingPosition = lockedMonthsUsing(['name'], (ids) => sql`r.row ->> '$.position_id' IN ${ids}`);
export const monthsUsingDepartment = lockedMonthsUsing(['name'], (ids) => sql`r.dept_id IN ${ids}`);
export const monthsUsingGroup = lockedMonthsUsing(['group_name'], (ids) => sql`r.dept_grp_id IN ${ids}`);

/** Columns of rules that no calculation reads. */
const REMARKS = ['description', 'note', 'rank', 'level', 'keisanyou', 'dept_id', 'version', 'created_at', 'updated_at'];

/** The locked months in which a rule that a request wrote counts for some job or all totals, by what it was and what it is. */
export function lockedMonthsOfRules(requestId: string): SQL {
  const months = DATED_RULES.map((rule) => {
    const [code] = rule.identity as [string];
    const cells = rule.identity.map((name) => sql`side.value ->> ${`$.${name}`} AS ${sql.identifier(name)}`);
    // A row that is gone has no key of its code.
    const key = sql`(SELECT n.${sql.identifier(formColumn(code, 'key'))} FROM ${sql.identifier(rule.table)} n WHERE n.id = h.record_id)`;
    const isRemark = sql`h.action = 'update' AND NOT EXISTS (SELECT 1 FROM json_each(h.after) a
      WHERE a.key NOT IN ${REMARKS} AND a.value IS NOT json_extract(h.before, '$.' || a.key))`;
    const written = sql`SELECT DISTINCT ${sql.join([...cells, ...(rule.byCode ? [sql`${key} AS ${sql.identifier(formColumn(code, 'key'))}`] : [])], sql`, `)},
        ifnull(side.value ->> '$.valid_from', '') AS valid_from
      FROM history h CROSS JOIN json_each(json_array(json(h.before), json(h.after))) side
      WHERE h.request_id = ${requestId} AND +h.entity = ${rule.table} AND side.value IS NOT NULL AND NOT (${isRemark})`;
    return sql`SELECT l.month FROM (${written}) t CROSS JOIN month_locks l
      WHERE l.status = 1 AND ${isInForce(rule, MONTH)} AND EXISTS (SELECT 1 FROM ${jobsOf(rule)})`;
  });
  return sql`${sql.join(months, sql` UNION `)} ORDER BY 1`;
}

const MONTH = sql`l.month`;

/** The jobs of a month that a rule of alias t decides, by the index of the customer and the date; one row where it decides the totals. */
function jobsOf(rule: RuleTable): SQL {
  if (rule === TOTALS_EXPRESSIONS) return sql`(SELECT 1)`;
  const { standards } = RULE_TABLES;
  const jobs = (alias: SQL) => sql`directs d ON d.customer_id = ${alias}.customer_id AND +d.work_category_id = ${alias}.work_category_id
    AND ${inMonthOf(sql`d.henkyaku_hi`, MONTH)}`;
  if (rule.table === standards.table) return sql`(SELECT 1) CROSS JOIN ${jobs(sql`t`)}`;
  return sql`standards s CROSS JOIN ${jobs(sql`s`)}
    WHERE ${selectIdentity(rule, sql`s`, 'scale_code')} = ${selectIdentity(rule, sql`t`, rule.identity[0]!)} AND ${isInForce(standards, MONTH, 's')}`;
}
