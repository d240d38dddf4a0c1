import { sql } from 'drizzle-orm';
import type { RealityRow } from '../../contracts/calls/answers/rule-scenarios.ts';
import type { scenarioCalls as calls } from '../../contracts/calls/declared/rule-scenarios.ts';
import { MAX_TRIED_MONTHS, REALITY_PARAMS } from '../../contracts/calls/rule-scenarios.ts';
import { monthsBetween } from '../../contracts/months.ts';
import type { Lang } from '../../contracts/text.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import type { Caller } from '../../platform/caller.ts';
import { inMonth } from '../../platform/db/date-ranges.ts';
import { query } from '../../platform/db/query.ts';
import { asJson, asNumber, asText, readRows, readValue } from '../../platform/db/typed-rows.ts';
import { invalidField } from '../../platform/parse-call.ts';
import { median } from '../../platform/text/median.ts';

/** Fewer jobs, or all by one person, say nothing about a standard, and would say something about a person. */
const MIN_JOBS = 8;
const MIN_PEOPLE = 2;

type Job = [customer: number, category: number, tsubo: number | null, minutes: number, points: number, person: number | null];

/** `GET /rules/reality?from=&to=`: the group whose minutes per point are farthest from the office's median first. */
export async function compareReality({ caller, grant, values }: CallInput<typeof calls.compareReality>): Promise<{ data: RealityRow[] }> {
  const months = listTriedMonths(values, caller.lang);
  const { results: names } = await caller.read(grant, () => ({
    customers: query(sql`SELECT id, name FROM customers`, readRows({ id: asNumber, name: asText })),
    categories: query(sql`SELECT id, work_name FROM work_categories`, readRows({ id: asNumber, work_name: asText })),
  }));
  const customers = new Map(names.customers.map(({ id, name }) => [id, name]));
  const categories = new Map(names.categories.map(({ id, work_name }) => [id, work_name]));
  const found = compareGroups(await readJobs(caller, months));
  return {
    data: found.map((group) => ({
      ...group,
      customer: customers.get(group.customer_id) ?? '',
      work_category: categories.get(group.work_category_id) ?? '',
    })),
  };
}

/** The months asked for; 422 for none, and for too many. */
export function listTriedMonths({ from, to }: { from: string; to: string }, lang: Lang): string[] {
  if (from > to) throw invalidField(REALITY_PARAMS, 'to', 'from_day', lang, { min: from });
  const months = monthsBetween(from, to);
  if (months.length > MAX_TRIED_MONTHS) throw invalidField(REALITY_PARAMS, 'to', 'longest_range', lang, { max: MAX_TRIED_MONTHS });
  return months;
}

/** Jobs with points and minutes: without either nothing can be compared. */
export async function readJobs(caller: Pick<Caller, 'readMore'>, months: readonly string[]): Promise<Job[]> {
  const jobs: Job[] = [];
  for (const month of months) {
    const points = sql`ifnull(result_design_point, 0) + ifnull(result_check_point, 0)`;
    const minutes = sql`ifnull(sagyou_jikan, 0) + ifnull(chekkku_jikan, 0)`;
    const packed = sql`SELECT json_group_array(json_array(customer_id, work_category_id, tsubosuu, ${minutes}, ${points}, user_id)) AS packed FROM directs
      WHERE ${inMonth(sql`henkyaku_hi`, month)} AND customer_id IS NOT NULL AND work_category_id IS NOT NULL AND ${points} > 0 AND ${minutes} > 0`;
    jobs.push(...(await caller.readMore(query(packed, readValue(asJson<Job[]>())))));
  }
  return jobs;
}

/** Groups of jobs against all of them: minutes per point with those of the office, minutes per tsubo with those of the category. */
function compareGroups(jobs: readonly Job[]): Omit<RealityRow, 'customer' | 'work_category'>[] {
  if (jobs.length === 0) return [];
  const perPoint = (list: readonly Job[]) => list.map(([, , , minutes, points]) => minutes / points);
  const perTsubo = (list: readonly Job[]) => list.flatMap(([, , tsubo, minutes]) => (tsubo && tsubo > 0 ? [minutes / tsubo] : []));
  const office = median(perPoint(jobs));
  const ofCategory = new Map(
    [...Map.groupBy(jobs, ([, category]) => category)].map(([category, list]) => [category, median(perTsubo(list))]),
  );
  const groups = Map.groupBy(jobs, ([customer, category]) => `${customer} ${category}`);
  const rows = [...groups.values()].flatMap((list) => {
    if (list.length < MIN_JOBS || new Set(list.map((job) => job[5])).size < MIN_PEOPLE) return [];
    const [customer_id, work_category_id] = list[0]!;
    const [points, tsubo] = [perPoint(list), perTsubo(list)];
    return [
      {
        customer_id,
        work_category_id,
        n: list.length,
        minutes_per_tsubo: roundedOrNull(median(tsubo)),
        minutes_per_tsubo_spread: roundedOrNull(spread(tsubo)),
        office_minutes_per_tsubo: roundedOrNull(ofCategory.get(work_category_id)!),
        minutes_per_point: rounded(median(points)),
        minutes_per_point_spread: rounded(spread(points)),
        office_minutes_per_point: rounded(office),
        deviation: rounded(median(points) / office - 1),
      },
    ];
  });
  return rows.sort((one, other) => Math.abs(other.deviation) - Math.abs(one.deviation));
}

/** The median distance from the median, which a few odd jobs do not move. */
function spread(values: readonly number[]): number {
  const middle = median(values);
  return median(values.map((value) => Math.abs(value - middle)));
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
/** Null for the median of none. */
const roundedOrNull = (value: number): number | null => (Number.isNaN(value) ? null : rounded(value));
