import { sql } from 'drizzle-orm';
import type { DeletedAnswer } from '../../contracts/calls/answers/envelope.ts';
import type { GoneFromView, View } from '../../contracts/calls/answers/views.ts';
import type { viewCalls } from '../../contracts/calls/declared/views.ts';
import { MAX_SHARED_VIEWS, MAX_VIEWS, SHARE_VIEWS, VIEW_FIELDS } from '../../contracts/calls/views.ts';
import { isAdmin, isGranted } from '../../contracts/roles.ts';
import { ruleMessage, ruleToken } from '../../contracts/rules.ts';
import { fill, type Text } from '../../contracts/text.ts';
import type { ViewState } from '../../contracts/view-state.ts';
import type { CallInput, GrantedRecord } from '../../platform/call-routes.ts';
import type { Actor, Caller } from '../../platform/caller.ts';
import { query } from '../../platform/db/query.ts';
import { asNumber, hasRows, readValue } from '../../platform/db/typed-rows.ts';
import { AppError } from '../../platform/errors.ts';
import { checkState } from './check-state.ts';
import { findList, mayChange, requireList, requireView, selectView, toView } from './read-views.ts';
import type { ViewedList } from './viewed-lists.ts';

/** `POST /views`: a view of one's own. 403 for sharing by others than staff, 422 for what its list does not have. */
export async function createView(
  lists: readonly ViewedList[],
  { caller, grant, values }: CallInput<typeof viewCalls.create>,
): Promise<View> {
  const { entity, name, state, shared = 'none' } = values;
  const list = findList(lists, entity);
  const actor = await caller.require(grant);
  requireList(list, actor);
  refuseSharing(shared, actor, caller);
  refuseUnknownParts(list, state, actor, caller);
  const now = caller.clock.time();
  if (shared === 'all') await refuseManyShared(actor.id, caller);
  const { isSaved, row } = await caller.write({
    isSaved: query(
      sql`INSERT INTO views (entity, name, state, shared, user_id, created_at, updated_at)
        SELECT ${entity}, ${name}, ${JSON.stringify(state)}, ${shared}, ${actor.id}, ${now}, ${now}
        WHERE (SELECT COUNT(*) FROM views WHERE user_id = ${actor.id}) < ${MAX_VIEWS} RETURNING id`,
      hasRows,
    ),
    row: selectView(sql`v.id = (SELECT seq FROM sqlite_sequence WHERE name = 'views')`),
  });
  if (!isSaved || !row) throw new AppError('conflict', { detail: fill(TOO_MANY[caller.lang], { n: MAX_VIEWS }) });
  return toView(list, row, actor, caller);
}

/** `PUT /views/{id}`: 409 with the present view where the `version` is no longer the newest; what changes nothing writes nothing. */
export async function updateView(
  lists: readonly ViewedList[],
  { caller, grant, id, values }: CallInput<typeof viewCalls.update>,
): Promise<View> {
  const { actor, row, list } = await requireView(lists, { caller, grant, id });
  const { name = row.name, state = row.state, shared = row.shared, owner_id = row.user_id, version = row.version } = values;
  if (!mayChange(row, actor)) throw new AppError('forbidden');
  if (shared !== row.shared) refuseSharing(shared, actor, caller);
  if (owner_id !== row.user_id && !(isAdmin(actor.roles) && owner_id === actor.id)) throw new AppError('forbidden');
  if (values.state) refuseUnknownParts(list, state, actor, caller);
  if (shared === 'all' && row.shared !== 'all') await refuseManyShared(owner_id, caller);
  const before = [row.name, JSON.stringify(row.state), row.shared, row.user_id];
  const after = [name, JSON.stringify(state), shared, owner_id];
  if (version === row.version && before.every((value, at) => value === after[at])) return toView(list, row, actor, caller);
  const { isSaved, saved } = await caller.write({
    isSaved: query(
      sql`UPDATE views SET name = ${name}, state = ${JSON.stringify(state)}, shared = ${shared}, user_id = ${owner_id},
        version = version + 1, updated_at = ${caller.clock.time()} WHERE id = ${id} AND version = ${version} RETURNING id`,
      hasRows,
    ),
    saved: selectView(sql`v.id = ${id}`),
  });
  if (!saved) throw new AppError('not_found', { what: row.name });
  const present = toView(list, saved, actor, caller);
  if (!isSaved) throw new AppError('stale', {}, { current: present });
  return present;
}

/** `DELETE /views/{id}`. */
export async function deleteView(lists: readonly ViewedList[], { caller, grant, id }: GrantedRecord): Promise<DeletedAnswer> {
  const { actor, row } = await requireView(lists, { caller, grant, id });
  if (!mayChange(row, actor)) throw new AppError('forbidden');
  await caller.write([sql`DELETE FROM views WHERE id = ${id}`]);
  return { message: DELETED[caller.lang], ids: [id] };
}

function refuseSharing(shared: 'none' | 'all', actor: Actor, { lang }: Caller): void {
  if (shared === 'none' || isGranted(actor.roles, SHARE_VIEWS)) return;
  const message = ruleMessage(ruleToken('by_staff'), VIEW_FIELDS.shared.label[lang], lang);
  throw new AppError('forbidden', {}, { messages: { shared: message } });
}

/** Everybody has to look through what one person shares. */
async function refuseManyShared(ownerId: number, { lang, readMore }: Caller): Promise<void> {
  const count = await readMore(query(sql`SELECT COUNT(*) FROM views WHERE user_id = ${ownerId} AND shared = 'all'`, readValue(asNumber)));
  if (count >= MAX_SHARED_VIEWS) throw new AppError('conflict', { detail: fill(TOO_MANY_SHARED[lang], { n: MAX_SHARED_VIEWS }) });
}

/** What a list does not have is refused by name when it is saved; what it loses later is left out when the view is opened. */
function refuseUnknownParts(list: ViewedList, state: ViewState, actor: Actor, caller: Caller): void {
  const { gone } = checkState(list, state, caller, list.scope?.(actor) ?? {});
  if (gone.length === 0) return;
  const parts = gone.map(({ part, name, value }) => `${PARTS[part][caller.lang]} ${value === undefined ? name : `${name} = «${value}»`}`);
  const message = fill(UNKNOWN[caller.lang], { field: VIEW_FIELDS.state.label[caller.lang], parts: parts.join(', ') });
  throw new AppError('invalid', {}, { messages: { state: message } });
}

const PARTS: Record<GoneFromView['part'], Text> = {
  filter: { vi: 'bộ lọc', en: 'filter' },
  order: { vi: 'thứ tự', en: 'order' },
  column: { vi: 'cột', en: 'column' },
  period: { vi: 'khoảng ngày', en: 'days' },
};
const UNKNOWN: Text = {
  vi: '{field}: danh sách này không có, hoặc không nhận giá trị của: {parts}. Hãy bỏ hoặc sửa phần đó',
  en: '{field}: this list does not have, or not with that value: {parts}. Leave it out or correct it',
};
const DELETED: Text = { vi: 'Đã xóa chế độ xem', en: 'The view was deleted' };
const TOO_MANY: Text = {
  vi: 'Bạn đã có {n} chế độ xem. Hãy xóa một chế độ xem không dùng nữa',
  en: 'You have {n} views already. Delete one that is no longer used',
};
const TOO_MANY_SHARED: Text = {
  vi: 'Đã có {n} chế độ xem chia sẻ cho mọi người. Hãy ngừng chia sẻ một chế độ xem rồi lưu lại',
  en: 'One person may share {n} views with everybody. Stop sharing one, then save again',
};
