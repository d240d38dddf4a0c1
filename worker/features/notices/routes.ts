import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { Notice } from '../../contracts/calls/answers/notices.ts';
import { noticeCalls as calls, MAX_READ_NOTICES, readRequest } from '../../contracts/calls/declared/notices.ts';
import { HIDDEN_NOTICE, type NoticeKind, noticePath, noticeText } from '../../contracts/calls/notices.ts';
import { integer, type Values } from '../../contracts/fields.ts';
import { type Envelope, readPage, toEnvelope } from '../../contracts/paging.ts';
import { bodyOf } from '../../crud/router.ts';
import { bindCall, bindRoute, type CallInput } from '../../platform/call-routes.ts';
import { type AppEnv, authorizeThenValidate, type Caller } from '../../platform/caller.ts';
import { query } from '../../platform/db/query.ts';
import { notices as noticesTable } from '../../platform/db/schema/statements.ts';
import { asBoolean, asJson, asNumber, asOption, readOne, readRows, readValue } from '../../platform/db/typed-rows.ts';
import { invalidField } from '../../platform/parse-call.ts';
import { isNoticeVisible } from './visible.ts';

/** Routes of a person's notices. */
export const notices = new Hono<AppEnv>();
bindCall(notices, calls.list, listNotices);
bindRoute(notices, calls.markRead, async (c) => c.json(await markRead(c.var.caller, bodyOf(c))));

/** `POST /notices/read {ids}` or `{all: true}`: marks the caller's notices as read and answers how many are still unread. */
async function markRead(caller: Caller, readBody: () => Promise<Values>): Promise<{ unread: number }> {
  const { grant } = calls.markRead;
  const request = await authorizeThenValidate(caller, grant, async () => {
    const parsed = readRequest().safeParse(await readBody());
    if (parsed.success) return parsed.data;
    throw invalidField({ ids: integer({ vi: 'Thông báo', en: 'Notices' }) }, 'ids', 'ids', caller.lang, { max: MAX_READ_NOTICES });
  });
  const actor = await caller.require(grant);
  const chosen = 'ids' in request ? sql` AND id IN (SELECT value FROM json_each(${JSON.stringify(request.ids)}))` : sql``;
  const { unread } = await caller.write({
    marking: sql`UPDATE notices SET read_at = ${caller.clock.time()} WHERE user_id = ${actor.id} AND read_at IS NULL${chosen}`,
    unread: query(sql`SELECT COUNT(*) AS unread FROM notices WHERE user_id = ${actor.id} AND read_at IS NULL`, readValue(asNumber)),
  });
  return { unread };
}

/** `GET /notices?unread=1`: what the reader was told, the newest first, and how much of it is unread. One round trip. */
async function listNotices({ caller, grant, values }: CallInput<typeof calls.list>): Promise<Envelope<Notice> & { unread: number }> {
  const asked = { ...readPage(values, 20), unread: values.unread === 1 };
  const { results } = await caller.read(grant, (actor) => {
    const own = asked.unread ? sql`user_id = ${actor.id} AND read_at IS NULL` : sql`user_id = ${actor.id}`;
    return {
      counts: query(
        sql`SELECT (SELECT COUNT(*) FROM notices WHERE ${own}) AS total,
        (SELECT COUNT(*) FROM notices WHERE user_id = ${actor.id} AND read_at IS NULL) AS unread`,
        readOne({ total: asNumber, unread: asNumber }),
      ),
      rows: query(
        sql`SELECT n.id, n.kind, n.params, n.at, n.read_at,
          ${isNoticeVisible(actor)} AS visible
        FROM notices n WHERE ${own} ORDER BY n.id DESC LIMIT ${asked.limit} OFFSET ${(asked.page - 1) * asked.limit}`,
        readRows(NOTICE_READERS),
      ),
    };
  });
  const { counts, rows } = results;
  const data = rows.map(({ kind, params, visible, ...row }): Notice => {
    const text = visible ? noticeText(kind, params, caller.lang) : HIDDEN_NOTICE[caller.lang];
    const link = visible ? noticePath(kind, params) : null;
    return { ...row, kind, text, link };
  });
  return { ...toEnvelope(asked, counts.total, data), unread: counts.unread };
}

const { id, at, read_at } = noticesTable;
const NOTICE_READERS = {
  ...{ id, at, read_at },
  kind: asOption<NoticeKind>(),
  params: asJson<Record<string, string | number>>(),
  visible: asBoolean,
};
