import { type SQL, sql } from 'drizzle-orm';
import type { NoticeKind } from '../../contracts/calls/notices.ts';
import { ADMIN_ROLE, STAFF } from '../../contracts/roles.ts';
import { IS_WAITING } from '../../platform/auth/register.ts';
import { NOW } from '../../platform/db/client.ts';

export interface NoticeOrder {
  kind: NoticeKind;
  /** Names the event: the same event tells a person once, however often it is delivered. */
  event: string | SQL;
  /** A query with the column `id` of the people to tell. */
  people: SQL;
  /** Parameters of the text, and what its link needs. */
  params: Record<string, string | number> | SQL;
  /** Whether the same event, told again, corrects the text of what was told. */
  isCorrected?: true;
}

/** A statement that tells people of an event, in the transaction of the event itself. Needs the write context for the time. */
export function notify({ kind, event, people, params, isCorrected }: NoticeOrder): SQL {
  const json = 'queryChunks' in params ? params : sql`${JSON.stringify(params)}`;
  const onRepeat = isCorrected ? sql`DO UPDATE SET params = excluded.params` : sql`DO NOTHING`;
  return sql`INSERT INTO notices (user_id, event, kind, params, at)
    SELECT id, ${event}, ${kind}, ${json}, ${NOW} FROM (${people}) WHERE id IS NOT NULL ON CONFLICT (user_id, event) ${onRepeat}`;
}

/** Nobody is told any more of an event that has been dealt with, where `isOver`; or of those that a condition means. By person, as the index of notices begins with them. */
export function endNotices(event: string | SQL, isOver: SQL = sql`1`): SQL {
  const isMeant = typeof event === 'string' ? sql`event = ${event}` : event;
  return sql`UPDATE notices SET read_at = ${NOW} WHERE user_id IN (SELECT id FROM users) AND ${isMeant} AND read_at IS NULL AND (${isOver})`;
}

/** True in SQL of a notice of registrations once nobody waits any more. */
export const ARE_REGISTRATIONS_SETTLED: SQL = sql`(kind = 'registered' AND NOT EXISTS (SELECT 1 FROM users u WHERE ${IS_WAITING}))`;

export const ACTIVE_PEOPLE: SQL = sql`SELECT id FROM users WHERE active = 1`;

export const ADMINS: SQL = sql`SELECT u.id FROM users u WHERE u.active = 1
  AND EXISTS (SELECT 1 FROM json_each(u.role_ids) j JOIN roles r ON r.id = j.value WHERE r.name = ${ADMIN_ROLE})`;

/** Admins, and the Writers and Checked of a department. */
export function selectOffice(department: number | null): SQL {
  return sql`SELECT u.id FROM users u WHERE u.active = 1 AND EXISTS (SELECT 1 FROM json_each(u.role_ids) j JOIN roles r ON r.id = j.value
    WHERE r.name = ${ADMIN_ROLE} OR (r.name IN ${STAFF} AND u.department_id = ${department}))`;
}

/** Notices of adjusted jobs that a person gets in an hour; what else is adjusted in it is added to one more. */
const MAX_ADJUSTED_PER_HOUR = 30;

/**
 * Tells the designer and the checker of adjusted jobs, each once for one request, but not whoever adjusted them. Jobs that the same request
 * adjusts in a further transaction are added to the notice.
 */
export function notifyAdjusted(isAdjusted: SQL, requestId: string, actor: number): SQL {
  const jobs = sql`SELECT id, user_id, chekkusha_id, henkyaku_hi FROM directs WHERE ${isAdjusted}`;
  const isCrowded = sql`(SELECT COUNT(*) FROM notices n WHERE n.user_id = person AND n.kind = 'job_adjusted'
    AND n.at > (SELECT datetime(at, '-1 hour') FROM write_context)) >= ${MAX_ADJUSTED_PER_HOUR}`;
  const event = sql`'job_adjusted:' || CASE WHEN ${isCrowded} THEN (SELECT substr(at, 1, 13) FROM write_context) ELSE ${requestId} END`;
  return sql`INSERT INTO notices (user_id, event, kind, params, at)
    SELECT person, ${event}, 'job_adjusted',
      json_object('count', COUNT(DISTINCT id), 'month', substr(MAX(henkyaku_hi), 1, 7)), ${NOW}
    FROM (SELECT id, user_id AS person, henkyaku_hi FROM (${jobs}) UNION ALL SELECT id, chekkusha_id, henkyaku_hi FROM (${jobs}))
    WHERE person IS NOT NULL AND person <> ${actor} GROUP BY person
    ON CONFLICT (user_id, event) DO UPDATE SET params = json_set(excluded.params, '$.count', params ->> '$.count' + excluded.params ->> '$.count')`;
}
