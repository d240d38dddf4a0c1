import { sql } from 'drizzle-orm';
import type { scenarioCalls as calls } from '../../contracts/calls/declared/rule-scenarios.ts';
import { FILL_BODY } from '../../contracts/calls/rule-scenarios.ts';
import { CONTRACTS } from '../../contracts/contracts.ts';
import { notFoundError } from '../../crud/read.ts';
import { type Resource, resourceFor } from '../../crud/resource.ts';
import { updateRows } from '../../crud/update-rows.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import { AppError } from '../../platform/errors.ts';
import { invalidField } from '../../platform/parse-call.ts';
import { median } from '../../platform/text/median.ts';
import { roundPoints } from '../../platform/text/rounding.ts';
import { selectMonthDirects } from '../calculation/directs.ts';
import { calculateDirect } from '../calculation/engine/direct.ts';
import type { DirectRow, RuleRows, StandardRow } from '../calculation/engine/rows.ts';
import { compileRules } from '../calculation/engine/rules.ts';
import { readRules, selectRules } from '../calculation/load.ts';
import { inScenario } from './in-scenario.ts';
import { listTriedMonths, readJobs } from './reality.ts';
import { selectScenario } from './runs.ts';
import { readInShadow } from './shadow.ts';
import { shadowTriedRules } from './tried.ts';

interface TriedJobs {
  rules: RuleRows;
  directs: DirectRow[];
}

/**
 * `POST /rule_scenarios/{id}/standards`: raises or lowers the standard of a customer and category in the scenario so far that its median of minutes
 * per point becomes the office's, and answers what its jobs of the months come to by the scenario before and after.
 */
export async function fillStandard(
  resources: readonly Resource[],
  { caller, grant, id, values }: CallInput<typeof calls.fill>,
): Promise<{ standard_design_point: number | null; standard_check_point: number | null; before: number; after: number; n: number }> {
  const { results: scenario } = await caller.read(grant, () => selectScenario(id));
  if (!scenario) throw notFoundError(CONTRACTS.rule_scenarios, caller.lang);
  if (scenario.status !== 'draft') throw new AppError('scenario_closed');
  const months = listTriedMonths(values, caller.lang);
  const isOf = ({ customer_id, work_category_id }: Pick<StandardRow, 'customer_id' | 'work_category_id'>) =>
    customer_id === values.customer_id && work_category_id === values.work_category_id;
  const jobs = await readJobs(caller, months);
  const own = jobs.filter(([customer_id, work_category_id]) => isOf({ customer_id, work_category_id }));
  const perPoint = (list: typeof jobs) => median(list.map(([, , , minutes, points]) => minutes / points));
  const wanted = own.length === 0 ? 0 : perPoint(own) / perPoint(jobs);
  const tried: TriedJobs[] = [];
  const shadow = shadowTriedRules(id, scenario.valid_from);
  for (const month of months) {
    const rules = readRules(await caller.readMore(readInShadow(shadow, selectRules(month))));
    const where = sql`+d.customer_id = ${values.customer_id} AND +d.work_category_id = ${values.work_category_id}`;
    tried.push({
      rules,
      directs: await caller.readMore(
        selectMonthDirects<DirectRow>(month, undefined, [compileRules(rules)], { columns: [], limit: -1, where }),
      ),
    });
  }
  const standard = tried.flatMap(({ rules }) => rules.standards.filter(isOf)).at(-1);
  if (wanted === 0 || !standard) throw invalidField(FILL_BODY, 'customer_id', 'exists', caller.lang);

  const sumBy = (factor: number) => roundPoints(tried.reduce((sum, jobs) => sum + sumPoints(jobs, isOf, factor), 0));
  const before = sumBy(1);
  // A result need not be proportional to its standard: a second step goes by what the first one did.
  const reached = before === 0 ? wanted : sumBy(wanted) / before;
  const factor = Math.abs(reached - 1) < 1e-6 ? wanted : Math.max(0.01, 1 + (wanted - 1) ** 2 / (reached - 1));
  const points = scaleStandard(standard, factor);
  const inside = inScenario(caller, id);
  const resource = resourceFor(inside, resources.find(({ table }) => table === 'standards')!);
  const { refused } = await updateRows(resource, inside, grant, [{ id: standard.id, values: points }]);
  for (const error of refused.values()) throw error;
  return { ...points, before, after: sumBy(factor), n: own.length };
}

function sumPoints({ rules, directs }: TriedJobs, isOf: (row: StandardRow) => boolean, factor: number): number {
  const standards = rules.standards.map((row) => (isOf(row) ? { ...row, ...scaleStandard(row, factor) } : row));
  const compiled = compileRules({ ...rules, standards });
  return directs.reduce((sum, direct) => {
    const result = calculateDirect(compiled, direct);
    return sum + (result.ok ? (result.result_design_point ?? 0) + (result.result_check_point ?? 0) : 0);
  }, 0);
}

/** Standards have two places. */
function scaleStandard({ standard_design_point, standard_check_point }: StandardRow, factor: number) {
  const scale = (points: unknown) => Math.round(Number(points ?? 0) * factor * 100) / 100;
  return { standard_design_point: scale(standard_design_point), standard_check_point: scale(standard_check_point) };
}
