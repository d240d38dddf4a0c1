import { sql } from 'drizzle-orm';
import type { CallInput } from '../../call-routes.ts';
import type { noticeCalls } from '../../contracts/calls/declared/notices.ts';
import { HIDDEN_NOTICE, NOTICES, type Notice, type NoticeKind, noticePath, noticeText } from '../../contracts/calls/notices.ts';
import { type Envelope, readPage, toEnvelope } from '../../contracts/paging.ts';
import { isGranted } from '../../contracts/roles.ts';
import { isQuestionReadable } from '../questions/list.ts';

/** `GET /notices?unread=1`: what the reader was told, the newest first, and how much of it is unread. One round trip. */
export async function listNotices({
  caller,
  grant,
  values,
}: CallInput<typeof noticeCalls.list>): Promise<Envelope<Notice> & { unread: number }> {
  const query = { ...readPage(values, 20), unread: values.unread === 1 };
  const { actor, results } = await caller.read(grant, (actor) => {
    const own = query.unread ? sql`user_id = ${actor.id} AND read_at IS NULL` : sql`user_id = ${actor.id}`;
    return [
      sql`SELECT (SELECT COUNT(*) FROM notices WHERE ${own}) AS total,
        (SELECT COUNT(*) FROM notices WHERE user_id = ${actor.id} AND read_at IS NULL) AS unread`,
      sql`SELECT n.id, n.kind, n.params, n.at, n.read_at,
          (SELECT ${isQuestionReadable(actor)} FROM questions q WHERE q.id = json_extract(n.params, '$.question_id')) AS question_readable
        FROM notices n WHERE ${own} ORDER BY n.id DESC LIMIT ${query.limit} OFFSET ${(query.page - 1) * query.limit}`,
    ];
  });
  const counts = results[0]!.rows[0]!;
  const data = results[1]!.rows.map((row): Notice => {
    const kind = String(row.kind) as NoticeKind;
    const params = JSON.parse(String(row.params)) as Record<string, string | number>;
    const visible = isGranted(actor.roles, NOTICES[kind].access) && (params.question_id === undefined || row.question_readable === 1);
    const text = visible ? noticeText(kind, params, caller.lang) : HIDDEN_NOTICE[caller.lang];
    const link = visible ? noticePath(kind, params) : null;
    return { id: Number(row.id), kind, text, link, at: String(row.at), read_at: row.read_at === null ? null : String(row.read_at) };
  });
  return { ...toEnvelope(query, Number(counts.total), data), unread: Number(counts.unread) };
}
