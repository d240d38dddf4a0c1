import { sql } from 'drizzle-orm';
import { updateSchema } from '../../contracts/body-schemas.ts';
import type { BulkEdit } from '../../contracts/calls/answers/operations.ts';
import type { BulkBody } from '../../contracts/calls/declared/bulk.ts';
import { BULK_LABELS, MAX_BULK_ROWS, MAX_ROWS_AT_ONCE } from '../../contracts/calls/operations.ts';
import type { Values } from '../../contracts/fields.ts';
import type { Grant } from '../../contracts/roles.ts';
import { MAX_TABLE_ROWS } from '../../contracts/rule-tables.ts';
import { type Rule, ruleMessage, ruleToken } from '../../contracts/rules.ts';
import { selectCount, selectIds } from '../../crud/list.ts';
import { parseBody } from '../../crud/parse-body.ts';
import { parseListQuery } from '../../crud/query.ts';
import type { Resource } from '../../crud/resource.ts';
import type { RowUpdate } from '../../crud/update-rows.ts';
import { authorizeThenValidate, type Caller } from '../../platform/caller.ts';
import { splitRows } from '../../platform/db/pieces.ts';
import { query } from '../../platform/db/query.ts';
import { unlessTooLarge } from '../../platform/db/too-large.ts';
import { asNumber, readValue } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueueRun } from '../../platform/queue/run.ts';
import { requireRoomInQueue } from '../../platform/queue/waiting-work.ts';
import { type EditRows, NO_EDIT, skipWithoutPoints, toRefused, tryEdits, writeEdits } from './edit-rows.ts';
import { insertRun, operationWork } from './work.ts';

/** What a bulk edit writes: validated values, and the right that it takes. */
interface Edit {
  values: Values;
  grant: Grant | undefined;
}

/**
 * `POST {entity}/bulk`: the same values for many records, or for each of `rows` its own. Each is written or refused by itself, as a single edit
 * would be. Above 1,000, or with very long texts, the queue does it; a dry run is answered at once, and rules are written at once, up to 5,000.
 * 409 with the new number where the filters no longer mean as many records as the person saw.
 */
export async function editMany(deps: Deps, resource: Resource, caller: Caller, body: BulkBody): Promise<BulkEdit> {
  const edit = body.dry_run ? tryInPortions : writeEdits;
  const { update } = resource.contract.access;
  if (body.rows) {
    const { rows, refused } = await authorizeThenValidate(caller, update, () => parseRows(resource, body.rows!, caller));
    const write = async () => {
      const answer = await edit(resource, caller, update, rows);
      return { ...answer, refused: [...refused, ...answer.refused] };
    };
    return atOnceOr(resource, body.rows.length, write, body.dry_run ? write : () => queueEdit(deps, resource, caller, update, body));
  }
  const { values, grant } = await authorizeThenValidate(caller, update, () => parseEdit(resource, body.values!, caller));
  const ids = body.ids ? [...new Set(body.ids)] : await readFilteredIds(resource, caller, grant, body);
  const rows = ids.map((id) => ({ id, values, version: body.versions?.[id] }));
  const write = () => (body.skip_without_points ? skipWithoutPoints(edit) : edit)(resource, caller, grant, rows);
  return atOnceOr(resource, ids.length, write, body.dry_run ? write : () => queueEdit(deps, resource, caller, grant, { ...body, ids }));
}

/** What `writeEdits` would answer for any number of rows, a thousand after the other: nobody's work in the queue is waited for. */
const tryInPortions: EditRows = async (resource, caller, grant, rows) => {
  let answer = NO_EDIT;
  for (const portion of splitRows(rows, MAX_ROWS_AT_ONCE)) {
    const { changed, unchanged, refused, without_points } = await tryEdits(resource, caller, grant, portion);
    answer = {
      ...answer,
      changed: answer.changed + changed,
      unchanged: answer.unchanged + unchanged,
      refused: [...answer.refused, ...refused],
      without_points: [...answer.without_points, ...without_points],
    };
  }
  return answer;
};

/** Writes so many rows at once, or has the queue do it; rules are written at once or refused. */
async function atOnceOr<T>({ contract }: Resource, n: number, write: () => Promise<T>, inQueue: () => Promise<T>): Promise<T> {
  if (!contract.versions) return n > MAX_ROWS_AT_ONCE ? inQueue() : unlessTooLarge(write, inQueue);
  if (n > MAX_TABLE_ROWS) throw new AppError('too_many_rules', { n, max: MAX_TABLE_ROWS });
  return write();
}

/** The rows of a grid: one whose values are not valid is refused by itself. */
export function parseRows(resource: Resource, given: NonNullable<BulkBody['rows']>, caller: Caller) {
  const schema = updateSchema(resource.contract.fields);
  const rows: RowUpdate[] = [];
  const refused: BulkEdit['refused'] = [];
  for (const { id, version, values } of given)
    try {
      rows.push({ id, version, values: parseBody(resource, schema, values, caller.lang) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push(...toRefused(new Map([[0, error]]), [{ id }], caller));
    }
  return { rows, refused };
}

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

/** Puts an edit of the named records on the queue. */
async function queueEdit(
  deps: Deps,
  resource: Resource,
  caller: Caller,
  grant: Grant | undefined,
  { filter, expected, ...edit }: BulkBody,
): Promise<BulkEdit> {
  const task = { entity: resource.contract.name, ...edit };
  const actor = await requireRoomInQueue(deps, caller, grant);
  const { id } = await caller.write({
    id: query(
      sql`INSERT INTO operations (request_id, user_id, source, at, entity)
        VALUES (${caller.requestId}, ${actor.id}, 'screen', ${caller.clock.time()}, ${resource.table}) RETURNING id`,
      readValue(asNumber),
    ),
    run: insertRun(caller, 'bulk', task, (edit.rows ?? edit.ids)!.length),
  });
  await enqueueRun(deps, operationWork, id);
  return { ...NO_EDIT, status: 'queued', operation_id: id };
}
