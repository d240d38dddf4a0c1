import type { Value } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import type { DirectSums } from '../../contracts/calls/answers/direct-sums.ts';
import { buildSelection, targetPredicate } from '../../crud/predicates.ts';
import { parseListQuery } from '../../crud/query.ts';
import type { Resource } from '../../crud/resource.ts';
import { authorizeThenValidate, type Caller } from '../../platform/caller.ts';
import { query } from '../../platform/db/query.ts';
import { asNumber, readOne } from '../../platform/db/typed-rows.ts';
import { roundPoints } from '../../platform/text/rounding.ts';

/**
 * `GET directs/points`: takes the list's filters and answers the sums over all rows they leave, as totals and dashboard count them: what was
 * designed where a job has a designer, what was checked where it has a checker; with `person_id` or `person_ids` where it is one of these people.
 */
export async function sumDirects(resource: Resource, caller: Caller, params: URLSearchParams): Promise<DirectSums> {
  const grant = resource.contract.access.list;
  const { filters } = await authorizeThenValidate(caller, grant, () => parseListQuery(resource, params, caller));
  const people = filters.filter(({ filter }) => filter.or?.some(({ field }) => field === 'chekkusha_id'));
  const isOneOfThem = (field: 'user_id' | 'chekkusha_id') =>
    people.length === 0
      ? sql`t.${sql.identifier(field)} IS NOT NULL`
      : sql.join(
          people.map(({ filter, value }) => targetPredicate(filter.op === 'in' ? 'in' : 'equals', { field }, value, 'directs')),
          sql` AND `,
        );
  const isDesigner = isOneOfThem('user_id');
  const isChecker = isOneOfThem('chekkusha_id');
  // The area of a job without a designer is in the customers' totals.
  const isOwn = people.length === 0 ? sql`1` : isDesigner;
  const sumWhere = (condition: SQL, column: string) => sql`ifnull(SUM(iif(${condition}, t.${sql.identifier(column)}, 0)), 0)`;
  const { results: sums } = await caller.read(grant, (actor) => {
    const { rows } = buildSelection(resource, filters, resource.scope?.(actor));
    return query(
      sql`SELECT COUNT(*) AS directs,
        ${sumWhere(isDesigner, 'result_design_point')} AS design_points,
        ${sumWhere(isChecker, 'result_check_point')} AS check_points,
        ${sumWhere(sql`t.user_id IS NULL`, 'result_design_point')} + ${sumWhere(sql`t.chekkusha_id IS NULL`, 'result_check_point')} AS unassigned,
        ${sumWhere(isDesigner, 'standard_design_point')} AS standard_design_points,
        ${sumWhere(isChecker, 'standard_check_point')} AS standard_check_points,
        ${sumWhere(isDesigner, 'sagyou_jikan')} AS design_minutes,
        ${sumWhere(isChecker, 'chekkku_jikan')} AS check_minutes,
        ${sumWhere(isOwn, 'tsubosuu')} AS tsubo,
        ${sumWhere(isOwn, 'complex_factor')} AS difficulty ${rows}`,
      readOne(SUM_READERS),
    );
  });
  return {
    ...sums,
    total: roundPoints(sums.design_points + sums.check_points),
    unassigned: people.length === 0 ? sums.unassigned : 0,
  };
}

const asSum = (cell: Value, name: string) => roundPoints(asNumber(cell, name));
const SUM_READERS = {
  directs: asNumber,
  design_points: asSum,
  check_points: asSum,
  unassigned: asSum,
  standard_design_points: asSum,
  standard_check_points: asSum,
  design_minutes: asSum,
  check_minutes: asSum,
  tsubo: asSum,
  difficulty: asSum,
};
