import { sql } from 'drizzle-orm';
import { HIDDEN_NOTICE, NOTICE_PARAMS, type Notice, type NoticeKind, noticeText } from '../../contracts/calls/notices.ts';
import { readPage } from '../../contracts/paging.ts';
import { EVERYONE, holds, STAFF } from '../../contracts/roles.ts';
import { paramValues } from '../../crud/call-values.ts';
import { type Actor, authorizeThenValidate, type Caller } from '../../crud/caller.ts';
import { type Envelope, envelope } from '../../crud/list.ts';

type Params = Record<string, string | number>;

/** `GET /notices?unread=1`: what the reader was told, the newest first, and how much of it is unread. One round trip. */
export async function listNotices(caller: Caller, params: URLSearchParams): Promise<Envelope<Notice> & { unread: number }> {
  const query = await authorizeThenValidate(caller, EVERYONE, () => {
    const values = paramValues(NOTICE_PARAMS, params, caller.lang);
    return { ...readPage(values, 20), unread: values.unread === 1 };
  });
  const { actor, results } = await caller.read(EVERYONE, (actor) => {
    const own = query.unread ? sql`user_id = ${actor.id} AND read_at IS NULL` : sql`user_id = ${actor.id}`;
    return [
      sql`SELECT (SELECT COUNT(*) FROM notices WHERE ${own}) AS total,
        (SELECT COUNT(*) FROM notices WHERE user_id = ${actor.id} AND read_at IS NULL) AS unread`,
      sql`SELECT n.id, n.kind, n.params, n.at, n.read_at,
          (SELECT COUNT(*) FROM questions q WHERE q.id = json_extract(n.params, '$.question_id')) AS question_exists,
          (SELECT q.user_id = ${actor.id} OR q.dept_id = ${actor.department_id} FROM questions q
            WHERE q.id = json_extract(n.params, '$.question_id')) AS question_own
        FROM notices n WHERE ${own} ORDER BY n.id DESC LIMIT ${query.limit} OFFSET ${(query.page - 1) * query.limit}`,
    ];
  });
  const counts = results[0]!.rows[0]!;
  const data = results[1]!.rows.map((row): Notice => {
    const kind = String(row.kind) as NoticeKind;
    const params = JSON.parse(String(row.params)) as Params;
    const question = row.question_exists === 1 && (row.question_own === 1 || actor.roles.includes('Admin'));
    const link = linkOf(kind, params, actor, question);
    const text = link === null ? HIDDEN_NOTICE[caller.lang] : noticeText(kind, params, caller.lang);
    return { id: Number(row.id), kind, text, link, at: String(row.at), read_at: row.read_at === null ? null : String(row.read_at) };
  });
  return { ...envelope(query, Number(counts.total), data), unread: Number(counts.unread) };
}

/** Where the notice leads; null where the reader may no longer see what it is about. */
function linkOf(kind: NoticeKind, params: Params, actor: Actor, question: boolean): string | null {
  const [year, month] = String(params.month ?? '').split('-');
  const ownMonth = `/my-points?year=${year}&month=${Number(month)}`;
  const isAdmin = actor.roles.includes('Admin');
  switch (kind) {
    case 'question_asked':
      return question && holds(actor.roles, STAFF) ? `/questions/${params.question_id}` : null;
    case 'question_answered':
      return question ? `/questions/${params.question_id}` : null;
    case 'job_adjusted':
    case 'statement_changed':
    case 'review_opened':
    case 'review_ends':
    case 'month_locked':
      return ownMonth;
    case 'import_finished':
      return holds(actor.roles, STAFF) ? `/imports/${params.import_id}` : null;
    case 'calculation_failed':
      return isAdmin ? `/calculate?year=${year}&month=${Number(month)}` : null;
    case 'crawl_silent':
      return isAdmin ? '/directs/crawls' : null;
    case 'many_refusals':
      return isAdmin ? '/history/refusals' : null;
    case 'backup_old':
    case 'job_dead':
      return isAdmin ? '/history' : null;
  }
}
