import { type SQL, sql } from 'drizzle-orm';
import type { View } from '../../contracts/calls/answers/views.ts';
import type { viewCalls } from '../../contracts/calls/declared/views.ts';
import { type Envelope, readPage, toEnvelope } from '../../contracts/paging.ts';
import { isAdmin, isGranted } from '../../contracts/roles.ts';
import type { Text } from '../../contracts/text.ts';
import type { ViewState } from '../../contracts/view-state.ts';
import type { CallInput, GrantedRecord } from '../../platform/call-routes.ts';
import type { Actor, Caller } from '../../platform/caller.ts';
import { query } from '../../platform/db/query.ts';
import { users } from '../../platform/db/schema/organisation.ts';
import { views } from '../../platform/db/schema/views.ts';
import { asFlag, asJson, asNumber, orNull, type RowOf, readFirst, readRows, readValue } from '../../platform/db/typed-rows.ts';
import { AppError } from '../../platform/errors.ts';
import { checkState, type LostRecord, selectLostRecords } from './check-state.ts';
import type { ViewedList } from './viewed-lists.ts';

const { id, entity, name, shared, user_id, version, created_at, updated_at } = views;
const READERS = {
  ...{ id, entity, name, shared, user_id, version, created_at, updated_at },
  state: asJson<ViewState>(),
  owner_name: orNull(users.name),
  owner_active: orNull(asFlag),
};
export type StoredView = RowOf<typeof READERS>;

const COLUMNS = sql`v.id, v.entity, v.name, v.shared, v.user_id, v.version, v.created_at, v.updated_at, v.state,
  u.name AS owner_name, u.active AS owner_active FROM views v LEFT JOIN users u ON u.id = v.user_id`;

/** Views that a person may use: their own and the shared ones. */
const isUsable = (actor: Actor): SQL => sql`(v.user_id = ${actor.id} OR v.shared = 'all')`;

/** `GET /views?entity=`: one's own, then those shared by others, by name. 403 for who may not list the entity. One round trip. */
export async function listViews(
  lists: readonly ViewedList[],
  { caller, grant, values }: CallInput<typeof viewCalls.list>,
): Promise<Envelope<View>> {
  const list = findList(lists, values.entity);
  const asked = readPage(values, 100);
  const { actor, results } = await caller.read(grant, (actor) => {
    const meant = sql`v.entity = ${values.entity} AND ${isUsable(actor)}`;
    return {
      total: query(sql`SELECT COUNT(*) FROM views v WHERE ${meant}`, readValue(asNumber)),
      rows: query(
        sql`SELECT ${COLUMNS} WHERE ${meant} ORDER BY v.user_id <> ${actor.id}, v.name COLLATE NOCASE, v.id
          LIMIT ${asked.limit} OFFSET ${(asked.page - 1) * asked.limit}`,
        readRows(READERS),
      ),
      lost: selectLostRecords(list.contract, meant),
    };
  });
  requireList(list, actor);
  const { total, rows, lost } = results;
  return toEnvelope(
    asked,
    total,
    rows.map((row) => toView(list, row, actor, caller, lost)),
  );
}

/** `GET /views/{id}`; 404 for a view of somebody else that is not shared. */
export async function readView(lists: readonly ViewedList[], input: GrantedRecord): Promise<View> {
  const { caller } = input;
  const { actor, row, list } = await requireView(lists, input);
  const lost = await caller.readMore(selectLostRecords(list.contract, sql`v.id = ${row.id}`));
  return toView(list, row, actor, caller, lost);
}

/** A view that the person may use, with its list, which they may read. */
export async function requireView(
  lists: readonly ViewedList[],
  { caller, grant, id }: GrantedRecord,
): Promise<{ actor: Actor; row: StoredView; list: ViewedList }> {
  const { actor, results: row } = await caller.read(grant, (actor) => selectView(sql`v.id = ${id} AND ${isUsable(actor)}`));
  if (!row) throw new AppError('not_found', { what: `${VIEW[caller.lang]} ${id}` });
  const list = findList(lists, row.entity);
  requireList(list, actor);
  return { actor, row, list };
}

export function selectView(condition: SQL) {
  return query(sql`SELECT ${COLUMNS} WHERE ${condition}`, readFirst(READERS));
}

/** Throws 403 for who may not read the list of a view. */
export function requireList({ contract }: ViewedList, actor: Actor): void {
  if (!isGranted(actor.roles, contract.access.list)) throw new AppError('forbidden');
}

/** The owner changes a view; a shared one an Admin too, whose owner may have left. */
export function mayChange({ user_id, shared }: Pick<StoredView, 'user_id' | 'shared'>, actor: Actor): boolean {
  return user_id === actor.id || (shared === 'all' && isAdmin(actor.roles));
}

export function toView(list: ViewedList, row: StoredView, actor: Actor, caller: Caller, lost: readonly LostRecord[] = []): View {
  const { user_id, owner_name, owner_active, state, ...stored } = row;
  const ofView = lost.filter(({ view_id }) => view_id === row.id);
  return {
    ...stored,
    ...checkState(list, state, caller, list.scope?.(actor) ?? {}, ofView),
    owner: owner_active === null ? null : { id: user_id, name: owner_name, active: owner_active },
    is_own: user_id === actor.id,
    is_editable: mayChange(row, actor),
  };
}

export function findList(lists: readonly ViewedList[], entity: string): ViewedList {
  const found = lists.find(({ contract }) => contract.name === entity);
  if (!found) throw new AppError('not_found', { what: entity });
  return found;
}

const VIEW: Text = { vi: 'chế độ xem', en: 'view' };
