import { sql } from 'drizzle-orm';
import { createSchema, updateSchema } from '../contracts/body-schemas.ts';
import { labelOf, META_LABELS } from '../contracts/contract.ts';
import { idSchema } from '../contracts/field-schemas.ts';
import { flag, integer, type Values } from '../contracts/fields.ts';
import type { Grant } from '../contracts/roles.ts';
import { type Rule, type RuleParams, ruleMessage, ruleToken } from '../contracts/rules.ts';
import type { Lang } from '../contracts/text.ts';
import { authorizeThenValidate, type Caller } from '../platform/caller.ts';
import { DatabaseError } from '../platform/db/database-error.ts';
import { lockedMonths } from '../platform/db/month-lock.ts';
import { query } from '../platform/db/query.ts';
import { asText, readColumn } from '../platform/db/typed-rows.ts';
import { AppError } from '../platform/errors.ts';
import { forgetReplay, queryReplay, type ReplayKey, rememberReplay, toReplayedId } from '../platform/idempotency.ts';
import { parseCallBody, parseId } from '../platform/parse-call.ts';
import { throwApiError } from './api-error.ts';
import { parseWithEmptyChoices } from './parse-body.ts';
import { planWrite } from './plan-write.ts';
import { queryRefs, requireRefs } from './refs.ts';
import type { Resource } from './resource.ts';
import { addImageAddresses, queryRowById } from './row.ts';
import { planUpdates, type RowUpdate, updateRows } from './update-rows.ts';

/**
 * `POST {entity}`: two round trips, one to check, one to write row, history and idempotency key; where the row was left out, a third asks why.
 * A second attempt answers with the record of whoever used the key since it was read, or writes what nothing is against any more.
 */
export async function create(resource: Resource, caller: Caller, readBody: () => Promise<Values>, key?: ReplayKey): Promise<Values> {
  const row = (await tryToCreate(resource, caller, readBody, key)) ?? (await tryToCreate(resource, caller, readBody, key));
  if (!row) throw new AppError('database_unavailable', {}, { retryAfter: 2 });
  return row;
}

/** The new record; undefined where what kept it from being written, another call with its key among it, may be gone at a second attempt. */
async function tryToCreate(
  resource: Resource,
  caller: Caller,
  readBody: () => Promise<Values>,
  key: ReplayKey | undefined,
): Promise<Values | undefined> {
  const { contract } = resource;
  const values = await authorizeThenValidate(caller, contract.access.create, async () =>
    parseWithEmptyChoices(resource, caller, contract.access.create, createSchema, withDefaults(resource, caller, await readBody())),
  );
  const { actor, results } = await caller.read(contract.access.create, (actor) => ({
    replay: queryReplay(key, actor),
    refs: queryRefs(contract, [values]),
    images: resource.selectImages?.([values], actor.id),
    lockedMonths,
  }));
  const replayed = key && toReplayedId(results.replay, key, contract.name);
  if (replayed !== undefined) return readReplayed(resource, caller, replayed);

  const { lang, clock, warnings } = caller;
  const context = { actor, lang, clock, warnings, source: 'screen' } as const;
  const refs = requireRefs(contract, values, results.refs, lang);
  const prepared = await resource.prepareCreate?.(values, { ...context, verb: 'create', refs });
  const plan = planWrite(resource, [{ values: prepared ?? values }], { ...context, ...results, found: new Map() });
  throwFirst(plan.refused);
  const id = resource.store.newestId;
  const columns = plan.rows.map((row) => row.columns);
  const written = await caller
    .write({
      forgotten: key && forgetReplay(key, actor),
      isWritten: plan.writeOrLeave,
      replay: key && rememberReplay(key, contract.name, actor, id),
      created: queryRowById(resource, id),
    })
    .catch((error) => (isKeyTaken(error) ? undefined : throwApiError(resource, caller, error, columns)));
  if (written?.isWritten) return addImageAddresses(resource, caller, written.created!.row);
  if (written) throwFirst(await caller.readMore(plan.check));
  return undefined;
}

/** `PUT {entity}/{id}`: a stale `version` gets 409 with the current row; without one the update is taken as it is. One that changes nothing writes nothing. */
export async function update(resource: Resource, caller: Caller, idText: string, readBody: () => Promise<Values>): Promise<Values> {
  const { contract } = resource;
  const grant = contract.access.update;
  const { id, values, version } = await authorizeThenValidate(caller, grant, async () => {
    const id = parseId(idText, caller.lang);
    const body = await readBody();
    // A POST on a record is this update too, unless it names another verb.
    if (!/^(put|patch)$/i.test(scalarText(body._method ?? 'PUT'))) throw invalidFieldError(resource, '_method', 'invalid', caller.lang);
    return {
      id,
      values: await parseWithEmptyChoices(resource, caller, grant, updateSchema, body),
      version: expectedVersion(body, resource, caller.lang),
    };
  }).catch(async (error) => {
    // Who may not write the record is told so before what is wrong with the body.
    const id = idSchema.safeParse(idText).data;
    const refusal = id && (await planUpdates(resource, caller, grant, [{ id, values: {} }])).plan.refused.get(0);
    throw refusal && refusal.status === 403 ? refusal : error;
  });
  return updateOne(resource, caller, grant, { id, version, values });
}

/** Body of the call: the row, of which these count. Its `version` does not: whoever checks a row of a list means the row as it is. */
const CHECK_FIELDS = {
  id: integer(META_LABELS.id!, { required: true, min: 1 }),
  is_checked: flag({ vi: 'Đã kiểm tra', en: 'Checked' }, { required: true }),
  seen_version: integer({ vi: 'Phiên bản đã xem', en: 'Version that was looked at' }, { min: 1 }),
};

/** `POST {entity}/checked {id, is_checked, seen_version?}`: sets the check mark and answers the row; 409 with it where it is no longer the version that was seen. */
export async function setChecked(resource: Resource, caller: Caller, readBody: () => Promise<Values>): Promise<Values> {
  const grant = resource.contract.access.check;
  const body = await authorizeThenValidate(caller, grant, async () => parseCallBody(CHECK_FIELDS, await readBody(), caller.lang));
  const { id, is_checked, seen_version } = body;
  return updateOne(resource, caller, grant, { id, values: { is_checked }, version: seen_version ?? undefined });
}

/** Writes one row into its record and answers the record; throws why it may not be written. */
async function updateOne(resource: Resource, caller: Caller, grant: Grant | undefined, row: RowUpdate): Promise<Values> {
  const { rows, refused } = await updateRows(resource, caller, grant, [row]);
  const error = refused.get(0);
  if (error?.code === 'stale') throw await staleError(resource, caller, rows.get(0)!);
  throwFirst(refused);
  return addImageAddresses(resource, caller, rows.get(0)!);
}

/** 409 with the record as it is now, and the name of who wrote it last. */
async function staleError(resource: Resource, caller: Caller, row: Values): Promise<AppError> {
  const lastWriter = sql`SELECT u.name FROM history h JOIN users u ON u.id = h.user_id
    WHERE h.id = (SELECT MAX(id) FROM history WHERE entity = ${resource.table} AND record_id = ${row.id})`;
  const [saved_by] = await caller.readMore(query(lastWriter, readColumn(asText)));
  return new AppError('stale', {}, { current: addImageAddresses(resource, caller, row), ...(saved_by !== undefined && { saved_by }) });
}

function throwFirst(refused: ReadonlyMap<number, AppError>): void {
  for (const error of refused.values()) throw error;
}

const isKeyTaken = (error: unknown): boolean => error instanceof DatabaseError && error.columns.includes('idempotency_keys.key');

/** A 422 for one field. */
export function invalidFieldError(resource: Resource, field: string, rule: Rule, lang: Lang, params: RuleParams = {}): AppError {
  const message = ruleMessage(ruleToken(rule, params), labelOf(resource.contract, field, lang), lang);
  return new AppError('invalid', {}, { messages: { [field]: message } });
}

function withDefaults({ contract }: Resource, caller: Caller, body: Values): Values {
  const initial = Object.entries(contract.fields).filter(([name, field]) => field.initial === 'today' && (body[name] ?? '') === '');
  return initial.length === 0 ? body : { ...body, ...Object.fromEntries(initial.map(([name]) => [name, caller.clock.today()])) };
}

function expectedVersion(body: Values, resource: Resource, lang: Lang): number | undefined {
  const { version } = body;
  if (version === undefined || version === null || version === '') return undefined;
  if (/^\d{1,9}$/.test(scalarText(version))) return Number(version);
  throw invalidFieldError(resource, 'version', 'integer', lang);
}

/** The record that the first call with the key made, as it is now; 409 where it was deleted since. */
async function readReplayed(resource: Resource, caller: Caller, id: number): Promise<Values> {
  const found = await caller.readMore(queryRowById(resource, id));
  if (!found) throw new AppError('deleted_replay');
  return addImageAddresses(resource, caller, found.row);
}

/** The text of a body's value; none of an object, which can make String() throw: `{"toString": []}`. */
function scalarText(value: unknown): string {
  return typeof value === 'object' ? '' : String(value);
}
