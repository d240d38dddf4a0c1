import { sql } from 'drizzle-orm';
import type { DirectPoints } from '../../contracts/calls/direct-points.ts';
import { authorizeThenValidate, type Caller } from '../../crud/caller.ts';
import { buildSelection } from '../../crud/predicates.ts';
import { parseListQuery } from '../../crud/query.ts';
import type { Resource } from '../../crud/resource.ts';
import { roundPoints } from '../../text/rounding.ts';

/**
 * `GET directs/points`: takes the list's filters and answers the sum over all rows they leave, as the totals count it: design points where a
 * job has a designer, check points where it has a checker; with `person_id` where it is that person.
 */
export async function sumPoints(resource: Resource, caller: Caller, params: URLSearchParams): Promise<DirectPoints> {
  const grant = resource.contract.access.list;
  const { filters } = await authorizeThenValidate(caller, grant, () => parseListQuery(resource, params, caller.lang));
  const person = filters.find(({ filter }) => filter.kind === 'ref' && filter.or)?.value ?? null;
  const { results } = await caller.read(grant, (actor) => {
    const { rows } = buildSelection(resource, filters, resource.scope?.(actor));
    return [
      sql`SELECT COUNT(*) AS directs,
        SUM(iif(t.user_id = ifnull(${person}, t.user_id), t.result_design_point, 0)) AS design,
        SUM(iif(t.chekkusha_id = ifnull(${person}, t.chekkusha_id), t.result_check_point, 0)) AS checks,
        SUM(iif(t.user_id IS NULL, ifnull(t.result_design_point, 0), 0)
          + iif(t.chekkusha_id IS NULL, ifnull(t.result_check_point, 0), 0)) AS unassigned ${rows}`,
    ];
  });
  const { directs, design, checks, unassigned } = results[0]!.rows[0]!;
  const [design_points, check_points] = [roundPoints(Number(design ?? 0)), roundPoints(Number(checks ?? 0))];
  return {
    directs: Number(directs),
    design_points,
    check_points,
    total: roundPoints(design_points + check_points),
    unassigned: person === null ? roundPoints(Number(unassigned ?? 0)) : 0,
  };
}
