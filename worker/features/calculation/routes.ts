import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { updateSchema, waiveRequired } from '../../contracts/body-schemas.ts';
import type { PointsPreview } from '../../contracts/calls/answers/explanation.ts';
import type { TryFormulaAnswer } from '../../contracts/calls/answers/try-formula.ts';
import { calculationCalls as calls } from '../../contracts/calls/declared/calculation.ts';
import type { TryFormulaRequest } from '../../contracts/calls/try-formula.ts';
import { directFields, directs } from '../../contracts/entities/directs.ts';
import type { Values } from '../../contracts/fields.ts';
import { planColumns } from '../../crud/column-values.ts';
import { parseBody } from '../../crud/parse-body.ts';
import { notFoundError, requireVisible } from '../../crud/read.ts';
import { queryRefs, requireRefs } from '../../crud/refs.ts';
import { queryRowById } from '../../crud/row.ts';
import { bindCall, type CallInput } from '../../platform/call-routes.ts';
import type { AppEnv } from '../../platform/caller.ts';
import { query } from '../../platform/db/query.ts';
import { directs as directsTable } from '../../platform/db/schema/records.ts';
import { readFirst } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { recovering } from '../../platform/queue/run-calls.ts';
import { directsResource } from '../../resources/directs.ts';
import { listCauses } from './causes.ts';
import { calculateDirect } from './engine/direct.ts';
import { explainDirect } from './engine/explain.ts';
import { createFrame, SLOTS } from './engine/expression/scope.ts';
import type { DirectRow } from './engine/rows.ts';
import { type CompiledRules, compileRules } from './engine/rules.ts';
import { tryFormula } from './engine/try-formula.ts';
import { explain } from './explain.ts';
import { readRules, selectRules } from './load.ts';
import { selectMonthOfDirect } from './rules-in-force.ts';
import { listChanges, listIssues } from './run-rows.ts';
import { cancelCalculation, countAdjusted, getRun, listRuns, publishPreview, startCalculation } from './runs.ts';
import { calculationWork } from './work.ts';

/** The monthly calculation: its runs, what they found, the trace of one direct, and the trial of a formula. */
export function calculationRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const call of [calls.start, calls.startRun]) {
    bindCall(app, call, async (input, c) => {
      const { run, created } = await startCalculation(deps, input);
      return c.json(run, created ? 201 : 200);
    });
  }
  bindCall(app, calls.list, recovering(deps, [calculationWork], listRuns));
  bindCall(app, calls.countAdjusted, countAdjusted);
  bindCall(app, calls.read, recovering(deps, [calculationWork], getRun));
  bindCall(app, calls.listIssues, listIssues);
  bindCall(app, calls.listCauses, listCauses);
  bindCall(app, calls.listChanges, listChanges);
  bindCall(app, calls.cancel, cancelCalculation);
  bindCall(app, calls.publish, (input) => publishPreview(deps, input));
  bindCall(app, calls.explain, (input) => explain(deps, input));
  bindCall(app, calls.previewPoints, previewPoints);
  bindCall(app, calls.tryFormula, tryOut);
  return app;
}

/** `POST /formulas/try {scope, source, values?, direct_id?}`: one formula on the given values, over those of a direct. */
async function tryOut({ caller, grant, values: request }: CallInput<typeof calls.tryFormula>): Promise<TryFormulaAnswer> {
  const { direct_id } = request;
  const { results } = await caller.read(grant, () =>
    direct_id === undefined
      ? undefined
      : {
          direct: query(sql`SELECT * FROM directs WHERE id = ${direct_id}`, readFirst(directsTable)),
          rules: selectRules(selectMonthOfDirect(direct_id, caller.clock.today())),
        },
  );
  if (!results) return tryFormula(request);
  const { direct, rules } = results;
  if (!direct) throw notFoundError(directs, caller.lang);
  return tryFormula({ ...request, values: { ...readFormulaValues(compileRules(readRules(rules)), direct), ...request.values } });
}

/** The variables of a direct's formulas: its own columns, and the values of its standard, scale row and base points. */
function readFormulaValues(rules: CompiledRules, direct: DirectRow): TryFormulaRequest['values'] {
  const frame = createFrame();
  calculateDirect(rules, direct, frame);
  const values: TryFormulaRequest['values'] = {};
  for (const { variable, index } of SLOTS) {
    if (variable.origin === 'direct') values[variable.name] = (direct[variable.name] ?? null) as number | string | null;
    else if (variable.origin !== 'totals') {
      const value = frame.numbers[index]!;
      values[variable.name] = Number.isFinite(value) ? value : null;
    }
  }
  return values;
}

/** A form is looked at before it is whole: no field has to be filled in. */
const TYPED = waiveRequired(directFields, Object.keys(directFields));

/**
 * `POST /directs/preview-points {id?, values}`: what the job would come to with these values over its own, by the rules of the month that it
 * would be in. Writes nothing; a bad value is a 422 with its field. One round trip.
 */
async function previewPoints({ caller, grant, values: request }: CallInput<typeof calls.previewPoints>): Promise<PointsPreview> {
  const { lang, clock } = caller;
  const { id } = request;
  const values = parseBody(directsResource, updateSchema(TYPED), request.values, lang);
  const { results } = await caller.read(grant, (actor) => {
    const scope = directsResource.scope?.(actor);
    return {
      found: id === undefined ? undefined : queryRowById(directsResource, id, scope),
      refs: queryRefs(directsResource.contract, [values]),
      rules: selectRules(monthOf(id, values, clock.today())),
    };
  });
  const before = id === undefined ? undefined : requireVisible(directsResource, results.found, lang).row;
  const refs = requireRefs(directsResource.contract, values, results.refs, lang);
  const columns = planColumns(directsResource, values, {
    verb: before ? 'update' : 'create',
    source: 'screen',
    before,
    refs,
    time: clock.time(),
  });
  const trace = explainDirect(compileRules(readRules(results.rules)), {
    customer_id: null,
    work_category_id: null,
    ...before,
    ...columns,
    id: id ?? 0,
  });
  return { ...trace, direct_id: id ?? null };
}

/** The month of the typed return date, else of the saved one; the present month where there is none. */
function monthOf(id: number | undefined, { henkyaku_hi }: Values, today: string) {
  if (typeof henkyaku_hi === 'string') return henkyaku_hi.slice(0, 7);
  return id === undefined || henkyaku_hi === null ? today.slice(0, 7) : selectMonthOfDirect(id, today);
}
