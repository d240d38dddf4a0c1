import { sql } from 'drizzle-orm';
import type { Notice } from '../../contracts/calls/answers/notices.ts';
import type { noticeCalls } from '../../contracts/calls/declared/notices.ts';
import { HIDDEN_NOTICE, type NoticeKind, noticePath, noticeText } from '../../contracts/calls/notices.ts';
import { type Envelope, readPage, toEnvelope } from '../../contracts/paging.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import { query } from '../../platform/db/query.ts';
import { notices } from '../../platform/db/schema/statements.ts';
import { asBoolean, asJson, asNumber, asOption, readOne, readRows } from '../../platform/db/typed-rows.ts';
import { isNoticeVisible } from './visible.ts';

/** `GET /notices?unread=1`: what the reader was told, the newest first, and how much of it is unread. One round trip. */
export async function listNotices({
  caller,
  grant,
  values,
}: CallInput<typeof noticeCalls.list>): Promise<Envelope<Notice> & { unread: number }> {
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

const { id, at, read_at } = notices;
const NOTICE_READERS = {
  ...{ id, at, read_at },
  kind: asOption<NoticeKind>(),
  params: asJson<Record<string, string | number>>(),
  visible: asBoolean,
};
