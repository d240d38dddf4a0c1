import { sql } from 'drizzle-orm';
import type { DirectPoints } from '../../contracts/calls/direct-points.ts';
import { authorizeThenValidate, type Caller } from '../../crud/caller.ts';
import { selectionOf } from '../../crud/predicates.ts';
import { parseListQuery } from '../../crud/query.ts';
import type { Resource } from '../../crud/resource.ts';
import { roundPoints } from '../../text/rounding.ts';

/**
 * `GET directs/points`: takes the list's filters and answers the sum over all rows they leave. With `person_id` a job counts with its design
 * points for its designer and with its check points for its checker, as the totals count it.
 */
export async function sumPoints(resource: Resource, caller: Caller, params: URLSearchParams): Promise<DirectPoints> {
  const grant = resource.contract.access.list;
  const { filters } = await authorizeThenValidate(caller, grant, () => parseListQuery(resource, params, caller.lang));
  const person = filters.find(({ filter }) => filter.kind === 'ref' && filter.or)?.value ?? null;
  const { results } = await caller.read(grant, (actor) => {
    const { rows } = selectionOf(resource, filters, resource.scope?.(actor));
    return [
      sql`SELECT COUNT(*) AS directs,
        SUM(iif(${person} IS NULL OR t.user_id = ${person}, t.result_design_point, 0)) AS design,
        SUM(iif(${person} IS NULL OR t.chekkusha_id = ${person}, t.result_check_point, 0)) AS checks ${rows}`,
    ];
  });
  const { directs, design, checks } = results[0]!.rows[0]!;
  const [design_points, check_points] = [roundPoints(Number(design ?? 0)), roundPoints(Number(checks ?? 0))];
  return { directs: Number(directs), design_points, check_points, total: roundPoints(design_points + check_points) };
}
