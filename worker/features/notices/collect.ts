import { type SQL, sql } from 'drizzle-orm';
import type { NoticeKind } from '../../contracts/calls/notices.ts';
import { NEWEST_HISTORY_ROW } from '../../crud/list.ts';
import { IS_WAITING } from '../../platform/auth/register.ts';
import { NOW, SCRIPT_AUTHOR } from '../../platform/db/client.ts';
import { LOCKED_MONTHS } from '../../platform/db/month-lock.ts';
import { query } from '../../platform/db/query.ts';
import { asBoolean, asText, orNull, readValue } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { toOfficeTime } from '../../platform/text/office-time.ts';
import { WAITS_FOR_MONTH } from '../crawl/watch/changed-months.ts';
import { findChangedStatements } from '../month-close/statements/changed.ts';
import { ACTIVE_PEOPLE, ADMINS, ARE_REGISTRATIONS_SETTLED, notify } from '../notify/notify.ts';
import { noteSuccess } from '../system/heartbeats.ts';

const HOUR_MS = 3_600_000;
/** Events older than this tell nobody any more, so that a new installation is not flooded. */
const NEWS_MS = 48 * HOUR_MS;
const TOKEN_WARNING_MS = 7 * 24 * HOUR_MS;

/** The event of a locked month that the source changed jobs of, of alias m. */
const CHANGED_EVENT = sql`'source_changed:' || m.month || ':' || m.since`;

/** A kind of event that lies in the database: its rows tell `people` under an event name of their own. */
interface Source {
  kind: NoticeKind;
  /** A query with the columns user_id, event and params. */
  rows: SQL;
}

/**
 * Tells people of what the database says has happened. It may run as often as it likes, on several workers at once and after being killed: an
 * event and a person make one notice.
 */
export async function collectNotices(deps: Deps): Promise<void> {
  const sources = eventSources(deps.clock.now(), deps.clock.today());
  const found = await deps.db.read({
    news: query(
      sources.map((source) => {
        const { rows } = source;
        const isNew = sql`SELECT EXISTS (SELECT 1 FROM (${rows}) s WHERE NOT EXISTS (SELECT 1 FROM notices n
        WHERE n.user_id = s.user_id AND n.event = s.event)) AS news`;
        return query(query(isNew, readValue(asBoolean)), (read) => (read ? [source] : []));
      }),
      (groups) => groups.flat(),
    ),
    hasEnded: query(sql`SELECT EXISTS (SELECT 1 FROM notices WHERE ${HAS_ENDED}) AS ended`, readValue(asBoolean)),
  });
  if (found.news.length === 0 && !found.hasEnded) return;
  const told = found.news.map(
    ({ kind, rows }) => sql`INSERT OR IGNORE INTO notices (user_id, event, kind, params, at)
      SELECT user_id, event, ${kind}, params, ${NOW} FROM (${rows}) WHERE user_id IS NOT NULL`,
  );
  const ended = sql`UPDATE notices SET read_at = ${NOW} WHERE ${HAS_ENDED}`;
  await deps.db.write([...told, ended], SCRIPT_AUTHOR);
}

/**
 * Unread notices of what is no longer so: of an unlock whose month is locked again, and of jobs that the source changed once none of the month
 * waits any more, and of registrations once all are settled. By person, as the index of notices begins with them.
 */
const HAS_ENDED = sql`user_id IN (SELECT id FROM users) AND read_at IS NULL AND (${ARE_REGISTRATIONS_SETTLED} OR
  (event >= 'month_unlocked:' AND event < 'month_unlocked;' AND params ->> '$.month' IN (SELECT month FROM ${LOCKED_MONTHS}))
  OR (event >= 'source_changed:' AND event < 'source_changed;' AND event NOT IN (SELECT ${CHANGED_EVENT} FROM crawl_changed_months m)))`;

/**
 * The message `{type: 'notify_changed_statements'}`: tells people whose points are no longer what they confirmed. Where nothing was written since the
 * last time, nothing is read: the statements of six months are some ten thousand rows.
 */
export async function notifyChangedStatements(deps: Deps): Promise<void> {
  const { newest, compared } = await deps.db.read({
    newest: query(sql`SELECT ${NEWEST_HISTORY_ROW} AS newest`, readValue(orNull(asText))),
    compared: query(sql`SELECT (SELECT message FROM heartbeats WHERE name = ${COMPARED}) AS compared`, readValue(orNull(asText))),
  });
  if (newest === compared) return;
  const statements = (await findChangedStatements(deps)).map(({ user, month, sha256 }) =>
    notify({
      kind: 'statement_changed',
      event: `statement_changed:${month}:${sha256}`,
      people: sql`SELECT ${user} AS id`,
      params: { month },
    }),
  );
  if (statements.length > 0) await deps.db.write(statements, SCRIPT_AUTHOR);
  await noteSuccess(deps, COMPARED, newest);
}

/** The heartbeat that knows the newest write that statements were compared with. */
const COMPARED = 'statements_compared';

function eventSources(now: number, today: string): Source[] {
  const since = toOfficeTime(now - NEWS_MS);
  const tomorrow = toOfficeTime(Date.parse(`${today}T00:00:00Z`) + 17 * HOUR_MS).slice(0, 10);
  const tell = (people: SQL, events: SQL) => sql`SELECT p.id AS user_id, e.event, e.params FROM (${events}) e CROSS JOIN (${people}) p`;
  return [
    { kind: 'month_locked', rows: tell(ACTIVE_PEOPLE, lockEvents('month_locked', 1, since)) },
    {
      kind: 'month_unlocked',
      // Only while the month is open: one that was locked again at once is nobody's news.
      rows: tell(
        ACTIVE_PEOPLE,
        sql`SELECT * FROM (${lockEvents('month_unlocked', 0, since)}) WHERE params ->> '$.month' NOT IN (SELECT month FROM ${LOCKED_MONTHS})`,
      ),
    },
    {
      kind: 'review_ends',
      rows: tell(
        ACTIVE_PEOPLE,
        sql`SELECT 'review_ends:' || r.month || ':' || r.deadline AS event, json_object('month', r.month) AS params FROM month_reviews r
          WHERE r.deadline = ${tomorrow} AND r.month NOT IN (SELECT month FROM ${LOCKED_MONTHS})`,
      ),
    },
    { kind: 'import_done', rows: endedImports(since, sql`status = 'done' AND failed = 0`) },
    { kind: 'import_partly', rows: endedImports(since, sql`inserted + updated > 0 AND (status = 'failed' OR failed > 0)`) },
    { kind: 'import_failed', rows: endedImports(since, sql`inserted + updated = 0 AND (status = 'failed' OR failed > 0)`) },
    {
      kind: 'registered',
      // Once an hour, of the newest and how many wait with it.
      rows: tell(
        ADMINS,
        sql`SELECT 'registered:' || substr(w.at, 1, 13) AS event, json_object('user_id', w.id, 'name', w.username, 'count', w.n) AS params
          FROM (SELECT MAX(u.created_at) AS at, u.id, u.username, COUNT(*) AS n FROM users u WHERE ${IS_WAITING}) w WHERE w.at > ${since}`,
      ),
    },
    {
      kind: 'calculation_failed',
      rows: tell(
        ADMINS,
        sql`SELECT 'calculation_failed:' || id AS event, json_object('month', printf('%04d-%02d', year, month)) AS params
          FROM calculation_runs WHERE status = 'failed' AND finished_at > ${since}`,
      ),
    },
    {
      kind: 'source_changed',
      rows: tell(
        ADMINS,
        sql`SELECT ${CHANGED_EVENT} AS event, json_object('month', m.month,
            'count', (SELECT COUNT(*) FROM crawl_waiting w WHERE ${WAITS_FOR_MONTH} AND w.month = m.month)) AS params
          FROM crawl_changed_months m WHERE m.month IN (SELECT month FROM ${LOCKED_MONTHS})`,
      ),
    },
    {
      kind: 'source_missing',
      // A crawl does not see what is gone, a comparison does. Until one finds all jobs again it is one event.
      rows: tell(
        ADMINS,
        sql`SELECT 'source_missing:' || r.month || ':' || (SELECT MIN(o.id) FROM crawl_reconciliations o WHERE o.month = r.month AND o.status = 'done' AND o.id >
              ifnull((SELECT MAX(w.id) FROM crawl_reconciliations w WHERE w.month = r.month AND w.status = 'done' AND w.only_here = 0), 0)) AS event,
            json_object('month', r.month, 'count', r.only_here) AS params
          FROM crawl_reconciliations r WHERE r.status = 'done' AND r.only_here > 0 AND r.finished_at > ${since}
            AND r.month IN (SELECT month FROM ${LOCKED_MONTHS})
            AND r.id = (SELECT MAX(n.id) FROM crawl_reconciliations n WHERE n.month = r.month AND n.status = 'done')`,
      ),
    },
    {
      kind: 'token_ends',
      rows: sql`SELECT k.user_id, 'token_ends:' || k.id AS event, json_object('name', k.name, 'day', substr(k.expires_at, 1, 10)) AS params
        FROM access_tokens k JOIN users u ON u.id = k.user_id AND u.active = 1
        WHERE k.ended_at IS NULL AND k.expires_at > ${toOfficeTime(now)} AND k.expires_at <= ${toOfficeTime(now + TOKEN_WARNING_MS)}`,
    },
  ];
}

/**
 * Locks or unlocks, a month's once a day, however often it is opened and locked again. The day's first one names the event, also when the others
 * are younger than `since`: it would be told anew under another name. A short unlock tells only those whose figures it moved.
 */
function lockEvents(kind: 'month_locked' | 'month_unlocked', status: 0 | 1, since: string): SQL {
  return sql`SELECT ${`${kind}:`} || MIN(id) AS event, json_object('month', month) AS params FROM month_lock_events
    WHERE status = ${status} AND open_until IS NULL AND at >= ${since.slice(0, 10)} GROUP BY month, substr(at, 1, 10) HAVING MIN(at) > ${since}`;
}

/** Imports that have ended in a certain way; a preview is watched by who asks for it. All ways share their event: one notice an import. */
function endedImports(since: string, outcome: SQL): SQL {
  return sql`SELECT requested_by AS user_id, 'import_finished:' || id AS event,
      json_object('import_id', id, 'entity', entity, 'file', file_name, 'inserted', inserted, 'updated', updated, 'written', inserted + updated, 'failed', failed) AS params
    FROM imports WHERE status IN ('done', 'failed') AND dry_run = 0 AND finished_at > ${since} AND (${outcome})`;
}
