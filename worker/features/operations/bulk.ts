import { sql } from 'drizzle-orm';
import { updateSchema } from '../../contracts/body-schemas.ts';
import type { BulkEdit } from '../../contracts/calls/answers/operations.ts';
import type { BulkBody } from '../../contracts/calls/declared/bulk.ts';
import { BULK_LABELS, MAX_BULK_ROWS, MAX_ROWS_AT_ONCE } from '../../contracts/calls/operations.ts';
import { DIRECT_POINTS } from '../../contracts/entities/directs.ts';
import type { Grant } from '../../contracts/roles.ts';
import { type Rule, ruleMessage, ruleToken } from '../../contracts/rules.ts';
import { authorizeThenValidate, type Caller } from '../../crud/caller.ts';
import { selectCount, selectIds } from '../../crud/list.ts';
import { parseBody } from '../../crud/parse-call.ts';
import { planWrite } from '../../crud/plan-write.ts';
import { parseListQuery } from '../../crud/query.ts';
import { queryRefs } from '../../crud/refs.ts';
import type { Resource, Values } from '../../crud/resource.ts';
import { queryRowsByIds } from '../../crud/row.ts';
import { type RowUpdate, updateRows } from '../../crud/update-rows.ts';
import { lockedMonths } from '../../platform/db/month-lock.ts';
import { query } from '../../platform/db/query.ts';
import { asNumber, readColumn, readValue } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueueRun } from '../../platform/queue/run.ts';
import { insertRun, operationWork } from './work.ts';

/** What a bulk edit writes: validated values, and the right that it takes. */
interface Edit {
  values: Values;
  grant: Grant | undefined;
}

/**
 * `POST {entity}/bulk`: the same values for many records. Each is written or refused by itself, as a single edit would be. Above 1,000 the
 * queue does it. 409 with the new number where the filters no longer mean as many records as the person saw.
 */
export async function editMany(deps: Deps, resource: Resource, caller: Caller, body: BulkBody): Promise<BulkEdit> {
  const { values, grant } = await authorizeThenValidate(caller, resource.contract.access.update, () =>
    parseEdit(resource, body.values, caller),
  );
  const ids = body.ids ? [...new Set(body.ids)] : await readFilteredIds(resource, caller, grant, body);
  const rows = ids.map((id): RowUpdate => ({ id, values, version: body.versions?.[id] }));
  if (rows.length > MAX_ROWS_AT_ONCE) {
    if (body.dry_run) throw invalid('ids', 'max', caller, { max: MAX_ROWS_AT_ONCE });
    return queueEdit(deps, resource, caller, grant, body, ids);
  }
  if (rows.length === 0) return { ...NOTHING, operation_id: null };
  if (body.dry_run) return tryEdit(resource, caller, grant, rows);
  const written = await updateRows(resource, caller, grant, rows);
  const refused = toRefused(written.refused, ids, caller);
  const unpointed = values.is_checked === 1 ? ids.filter((_, place) => lacksPoints(resource, written.rows.get(place))) : [];
  const operation_id = written.changed.size > 0 ? await readOperationId(caller) : null;
  const changed = [...written.changed].filter((place) => !written.refused.has(place)).length;
  return { operation_id, status: 'done', changed, unchanged: ids.length - changed - refused.length, refused, without_points: unpointed };
}

const NOTHING = { status: 'done', changed: 0, unchanged: 0, refused: [], without_points: [] } as const satisfies Partial<BulkEdit>;

/** A check mark is set alone, by the right to check; any other values by the right to update. */
export function parseEdit({ contract, ...resource }: Resource, given: Values, caller: Caller): Edit {
  const { check, update } = contract.access;
  if (Object.keys(given).join() === 'is_checked' && check) {
    if (given.is_checked !== 0 && given.is_checked !== 1) throw invalid('is_checked', 'option', caller, { options: '0, 1' });
    return { values: { is_checked: given.is_checked }, grant: check };
  }
  const values = parseBody({ contract, ...resource }, updateSchema(contract.fields), given, caller.lang);
  if (Object.keys(values).length === 0) throw invalid('values', 'required', caller);
  return { values, grant: update };
}

function invalid(field: string, rule: Rule, { lang }: Caller, params: Record<string, string | number> = {}): AppError {
  const label = BULK_LABELS[field as keyof typeof BULK_LABELS]?.[lang] ?? field;
  return new AppError('invalid', {}, { messages: { [field]: ruleMessage(ruleToken(rule, params), label, lang) } });
}

/** The ids of the records that the filters mean, once they are as many as the person saw. */
async function readFilteredIds(
  resource: Resource,
  caller: Caller,
  grant: Grant | undefined,
  { filter, expected }: BulkBody,
): Promise<number[]> {
  const params = new URLSearchParams(Object.entries(filter!).map(([name, value]) => [name, String(value)]));
  for (const name of ['page', 'sum']) params.delete(name);
  params.set('limit', String(MAX_BULK_ROWS));
  const { results } = await caller.read(grant, (actor) => {
    const scope = resource.scope?.(actor) ?? {};
    const list = parseListQuery(resource, params, caller, scope);
    return { total: selectCount(resource, list, scope), ids: selectIds(resource, list, scope) };
  });
  if (results.total !== expected) throw new AppError('other_rows', { n: results.total }, { current: { total: results.total } });
  if (results.total > MAX_BULK_ROWS) throw invalid('ids', 'max', caller, { max: MAX_BULK_ROWS });
  return results.ids;
}

/** What an edit would do, by one more read. */
async function tryEdit(resource: Resource, caller: Caller, grant: Grant | undefined, rows: readonly RowUpdate[]): Promise<BulkEdit> {
  const ids = rows.map(({ id }) => id);
  const { actor, results } = await caller.read(grant, (actor) => ({
    lockedMonths,
    found: queryRowsByIds(resource, ids, resource.scope?.(actor)),
    refs: queryRefs(
      resource.contract,
      rows.slice(0, 1).map(({ values }) => values),
    ),
  }));
  const plan = planWrite(resource, rows, { actor, lang: caller.lang, clock: caller.clock, source: 'screen', ...results });
  const refused = toRefused(plan.rows.length > 0 ? await caller.readMore(plan.check) : plan.refused, ids, caller);
  const refusedIds = new Set(refused.map(({ id }) => id));
  const unpointed =
    rows[0]!.values.is_checked === 1 ? ids.filter((id) => !refusedIds.has(id) && lacksPoints(resource, results.found.get(id)?.row)) : [];
  const changed = ids.length - plan.unchanged.length - refused.length;
  return { operation_id: null, status: 'done', changed, unchanged: plan.unchanged.length, refused, without_points: unpointed };
}

/** A job that is checked before it has points is never calculated again. */
function lacksPoints(resource: Resource, row: Values | undefined): boolean {
  const points = DIRECT_POINTS.filter((name) => name.startsWith('result_') && resource.columns.has(name));
  return row !== undefined && points.length > 0 && points.every((name) => row[name] === null);
}

export function toRefused(refused: ReadonlyMap<number, AppError>, ids: readonly number[], { lang }: Caller): BulkEdit['refused'] {
  return [...refused].map(([place, error]) => {
    const { code, message } = error.body(lang, '');
    return { id: ids[place]!, code, message: Object.values(error.options.messages ?? {})[0] ?? message };
  });
}

async function readOperationId(caller: Caller): Promise<number | null> {
  const [id = null] = await caller.readMore(
    query(sql`SELECT id FROM operations WHERE request_id = ${caller.requestId}`, readColumn(asNumber)),
  );
  return id;
}

async function queueEdit(
  deps: Deps,
  resource: Resource,
  caller: Caller,
  grant: Grant | undefined,
  body: BulkBody,
  ids: number[],
): Promise<BulkEdit> {
  const actor = await caller.require(grant);
  const task = { entity: resource.contract.name, ids, values: body.values, versions: body.versions };
  const { id } = await caller.write({
    id: query(
      sql`INSERT INTO operations (request_id, user_id, source, at, entity)
        VALUES (${caller.requestId}, ${actor.id}, 'screen', ${caller.clock.time()}, ${resource.table}) RETURNING id`,
      readValue(asNumber),
    ),
    run: insertRun(caller, 'bulk', task, ids.length),
  });
  await enqueueRun(deps, operationWork, id);
  return { ...NOTHING, status: 'queued', operation_id: id };
}
