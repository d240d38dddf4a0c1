import { updateSchema, waiveRequired } from '../../contracts/body-schemas.ts';
import type { PointsPreview } from '../../contracts/calls/answers/explanation.ts';
import type { calculationCalls } from '../../contracts/calls/declared/calculation.ts';
import { directFields } from '../../contracts/entities/directs.ts';
import type { Values } from '../../contracts/fields.ts';
import { planColumns } from '../../crud/column-values.ts';
import { parseBody } from '../../crud/parse-body.ts';
import { requireVisible } from '../../crud/read.ts';
import { queryRefs, requireRefs } from '../../crud/refs.ts';
import { queryRowById } from '../../crud/row.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import { directsResource } from '../../resources/directs.ts';
import { explainDirect } from './engine/explain.ts';
import { compileRules } from './engine/rules.ts';
import { readRules, selectRules } from './load.ts';
import { selectMonthOfDirect } from './rules-in-force.ts';

/** A form is looked at before it is whole: no field has to be filled in. */
const TYPED = waiveRequired(directFields, Object.keys(directFields));

/**
 * `POST /directs/preview-points {id?, values}`: what the job would come to with these values over its own, by the rules of the month that it
 * would be in. Writes nothing; a bad value is a 422 with its field. One round trip.
 */
export async function previewPoints({
  caller,
  grant,
  values: request,
}: CallInput<typeof calculationCalls.previewPoints>): Promise<PointsPreview> {
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
