import type { ResultSet } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import { createSchema, updateSchema } from '../contracts/body-schemas.ts';
import { labelOf } from '../contracts/contract.ts';
import { type Rule, ruleMessage, ruleToken } from '../contracts/rules.ts';
import { fill, type Lang, type Text } from '../contracts/text.ts';
import { DatabaseError } from '../db/database-error.ts';
import { AppError } from '../errors.ts';
import { scalarText } from '../text/scalar-text.ts';
import { throwApiError } from './api-error.ts';
import { authorizeThenValidate, type Caller } from './caller.ts';
import { toColumnValues } from './column-values.ts';
import { parseWithEmptyChoices } from './empty-choices.ts';
import { isReplay, type ReplayKey, rememberReplay, replayStatement } from './idempotency.ts';
import { notFoundError, parseId, requireVisible, requireWritable } from './read.ts';
import { requireRefs, selectRefs, versionWithRefs } from './refs.ts';
import type { Resource, Values, WriteContext } from './resource.ts';
import { addImageAddresses, readFoundRow, selectRowById } from './row.ts';

/** `POST {entity}`: two round trips, one to check, one to write row, history and idempotency key. */
export async function create(
  resource: Resource,
  caller: Caller,
  readBody: () => Promise<Values>,
  key?: ReplayKey,
  isRetry = false,
): Promise<Values> {
  const { contract } = resource;
  const values = await authorizeThenValidate(caller, contract.access.create, async () =>
    parseWithEmptyChoices(resource, caller, contract.access.create, createSchema, withDefaults(resource, caller, await readBody())),
  );
  const { actor, results } = await caller.read(contract.access.create, (actor) => [
    replayStatement(key, actor),
    selectRefs(contract, values),
  ]);
  const replay = isReplay(results[0]!, key, contract.name);
  if (replay !== undefined) return currentRow(resource, caller, replay);

  const refs = requireRefs(contract, values, results[1], caller.lang);
  const { lang, clock } = caller;
  const context: WriteContext = { verb: 'create', actor, lang, clock, source: 'screen', before: undefined, refs };
  await resource.guard?.(values, context);
  const columns = await toColumnValues(resource, values, context);
  const table = sql.identifier(resource.table);
  const id = sql`(SELECT seq FROM sqlite_sequence WHERE name = ${resource.table})`;
  const statements = [
    sql`INSERT INTO ${table} (version, ${columnNames(columns)})
      VALUES (${versionWithRefs(contract, values, sql`1`)}, ${sql.join(Object.values(columns).map(bindValue), sql`, `)})`,
    ...(key ? rememberReplay(key, contract.name, actor, id) : []),
    selectRowById(resource, id),
  ];
  const written = await caller
    .write(statements)
    .catch((error) => (isOvertaken(error) && !isRetry ? undefined : throwApiError(resource, caller, error, [columns])));
  if (!written) return create(resource, caller, readBody, key, true);
  return addImageAddresses(resource, caller, readFoundRow(resource, written.at(-1))!.row);
}

/** `PUT {entity}/{id}`: a stale `version` gets 409 with the current row; without one the update is taken as it is. */
export async function update(
  resource: Resource,
  caller: Caller,
  idText: string,
  readBody: () => Promise<Values>,
  isRetry = false,
): Promise<Values> {
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
  });
  const { actor, results } = await caller.read(grant, (actor) => [
    selectRowById(resource, id, resource.scope?.(actor)),
    selectRefs(contract, values),
  ]);
  const found = requireVisible(resource, readFoundRow(resource, results[0], resource.scope?.(actor)), caller.lang);
  const before = found.row;
  if (version !== undefined && version !== before.version) throw await staleError(resource, caller, before);
  requireWritable(resource, found);

  const refs = requireRefs(contract, values, results[1], caller.lang);
  const context: WriteContext = { verb: 'update', actor, lang: caller.lang, clock: caller.clock, source: 'screen', before, refs };
  await resource.guard?.(values, context);
  const columns = await toColumnValues(resource, values, context);
  const table = sql.identifier(resource.table);
  const target = version === undefined ? sql`id = ${id}` : sql`id = ${id} AND version = ${version}`;
  const effects = resource.updateEffects?.({ id, before, columns, actor, target }, caller);
  const statements = effects?.statements ?? [];
  const changed = Object.keys(columns).filter((name) => columns[name] !== before[name]);
  const keptBy = resource.lockedMonthsUsing?.(id, changed);
  const written = await caller
    .write([
      ...statements,
      sql`UPDATE ${table} SET ${toAssignments(columns)}, version = ${versionWithRefs(contract, values, sql`version + 1`)}
        WHERE ${target} RETURNING id`,
      selectRowById(resource, id),
      ...(keptBy ? [keptBy] : []),
    ])
    .catch((error) => (isOvertaken(error) && !isRetry ? undefined : throwApiError(resource, caller, error, [{ ...before, ...columns }])));
  if (!written) return update(resource, caller, idText, readBody, true);
  const [updated, current, months] = written.slice(statements.length);
  const after = readFoundRow(resource, current);
  if (!after) throw notFoundError(contract, caller.lang);
  if (updated!.rows.length === 0) throw await staleError(resource, caller, after.row);
  const row = addImageAddresses(resource, caller, after.row);
  warnOfLockedMonths(caller, months);
  if (effects?.afterAnswer) await caller.afterAnswer(() => effects.afterAnswer!(written.slice(0, statements.length)));
  return row;
}

/** 409 with the record as it is now, and the name of who wrote it last. */
async function staleError(resource: Resource, caller: Caller, row: Values): Promise<AppError> {
  const [last] = await caller.readMore([
    sql`SELECT u.name FROM history h JOIN users u ON u.id = h.user_id
      WHERE h.id = (SELECT MAX(id) FROM history WHERE entity = ${resource.table} AND record_id = ${row.id})`,
  ]);
  const saved_by = last?.rows[0]?.name;
  return new AppError(
    'stale',
    {},
    { current: addImageAddresses(resource, caller, row), ...(saved_by != null && { saved_by: String(saved_by) }) },
  );
}

/** Warns which locked months still show the former values. */
export function warnOfLockedMonths(caller: Caller, months: ResultSet | undefined): void {
  const columnNames = months?.rows.map(({ month }) => String(month)) ?? [];
  if (columnNames.length > 0) caller.warnings.push(fill(KEPT_BY_LOCKED[caller.lang], { months: columnNames.join(', ') }));
}

const KEPT_BY_LOCKED: Text = {
  vi: 'Các tháng đã khóa vẫn giữ giá trị cũ: {months}',
  en: 'Locked months keep the old value: {months}',
};

/** A row that the body points to is gone, or the key was used, since it was read: a second attempt reports it. */
function isOvertaken(error: unknown): boolean {
  return error instanceof DatabaseError && (error.kind === 'dangling' || error.columns.includes('idempotency_keys.key'));
}

/** A 422 for one field. */
export function invalidFieldError(resource: Resource, field: string, rule: Rule, lang: Lang): AppError {
  const message = ruleMessage(ruleToken(rule), labelOf(resource.contract, field, lang), lang);
  return new AppError('invalid', {}, { messages: { [field]: message } });
}

function toAssignments(columns: Values): SQL {
  return sql.join(
    Object.entries(columns).map(([name, value]) => sql`${sql.identifier(name)} = ${bindValue(value)}`),
    sql`, `,
  );
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

async function currentRow(resource: Resource, caller: Caller, id: number): Promise<Values> {
  const [result] = await caller.readMore([selectRowById(resource, id)]);
  const found = readFoundRow(resource, result);
  if (!found) throw notFoundError(resource.contract, caller.lang);
  return addImageAddresses(resource, caller, found.row);
}

const columnNames = (columns: Values): SQL =>
  sql.join(
    Object.keys(columns).map((name) => sql.identifier(name)),
    sql`, `,
  );

const bindValue = (value: unknown): SQL => sql`${value === undefined ? null : value}`;
