import { type SQL, sql } from 'drizzle-orm';
import { fill } from '../../contracts/text.ts';
import { CLAIM_COLUMNS, CLAIM_READERS } from '../../platform/auth/sessions.ts';
import type { Clock } from '../../platform/clock.ts';
import { SCRIPT_AUTHOR } from '../../platform/db/client.ts';
import { query } from '../../platform/db/query.ts';
import { users } from '../../platform/db/schema/organisation.ts';
import { asNumber, asText, readColumn, readRows } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { toOfficeTime } from '../../platform/text/office-time.ts';
import { isNoticeVisible } from './visible.ts';

/** The name of the preference that turns the daily mail off, with the value false. */
const DIGEST_PREFERENCE = 'notices.mail';

// In both languages: a browser keeps which one its person reads, the server does not know it.
const SUBJECT = 'Tensu: bạn có thông báo mới · you have new notices';
const BODY = `Chào {name},

Bạn có thông báo chưa đọc trên Tensu. Mở liên kết dưới đây để xem:

{link}

Mỗi ngày có tối đa một thư như thế này, lúc 17:00. Muốn ngừng nhận, hãy tắt trong trang thông báo.

—

Hello {name},

You have unread notices in Tensu. Open this link to read them:

{link}

There is at most one mail like this a day, at 17:00. Turn it off on the page of notices.
`;

/** 17:00 in the office: what came until then is told of. */
const DIGEST_HOUR = 17;

/**
 * The daily mail to everybody with unread notices that no mail has told of and that they may still open: a link, never a figure. At most one a person and
 * day, however many workers send at once. What the provider refuses is tried again, see `retryDigests`; a mail of which nobody knows whether it went
 * out, as after a timeout or a killed worker, is not: the mail of the next day tells of the same notices.
 */
export async function sendDigests({ db, clock, mail, settings }: Deps): Promise<void> {
  if (!mail || !settings.appOrigin) {
    console.warn(JSON.stringify({ mail: 'digest', skipped: mail ? 'APP_ORIGIN is not set' : 'mail is not set up' }));
    return;
  }
  const today = clock.today();
  const people = await db.read(
    query(
      sql`SELECT ${CLAIM_COLUMNS}, u.username, u.name, u.email FROM users u
        WHERE ${isDue(today)} AND EXISTS (SELECT 1 FROM notices n WHERE n.user_id = u.id AND ${isUnmailed(today)})`,
      readRows({ ...CLAIM_READERS, username: users.username, name: users.name, email: asText }),
    ),
  );
  const from = { email: settings.mailFrom ?? `no-reply@${new URL(settings.appOrigin).hostname}`, name: 'Tensu' };
  const link = `${settings.appOrigin}/notices`;
  for (const { email, ...person } of people) {
    const { id, name } = person;
    // Noted before it is sent: a worker that is killed in between never sends two. Who may open none of them gets no mail.
    const trying = sql`UPDATE notices AS n SET mail_tried_at = ${clock.time()}
      WHERE n.user_id = ${id} AND ${isUnmailed(today)} AND ${isNoticeVisible({ ...person, hasFreshProof: false })}
      AND EXISTS (SELECT 1 FROM users u WHERE u.id = ${id} AND u.email = ${email} AND ${isDue(today)}) RETURNING id`;
    const tried = await db.write(query(trying, readColumn(asNumber)), SCRIPT_AUTHOR);
    if (tried.length === 0) continue;
    const ofMail = sql`id IN (SELECT value FROM json_each(${JSON.stringify(tried)}))`;
    try {
      await mail.send({ from, to: email, subject: SUBJECT, text: fill(BODY, { name, link }) });
      await db.write(sql`UPDATE notices SET mailed_at = mail_tried_at WHERE ${ofMail}`, SCRIPT_AUTHOR);
    } catch (error) {
      console.error(JSON.stringify({ mail: 'digest', user_id: id, error: String(error) }));
      if (isRefusal(error)) await db.write(sql`UPDATE notices SET mail_tried_at = NULL WHERE ${ofMail}`, SCRIPT_AUTHOR);
    }
  }
}

/** Errors of the provider after which a mail may be under way; it knows no key that would let it recognise a second one. */
const UNKNOWN_OUTCOMES = new Set(['E_DELIVERY_FAILED', 'E_INTERNAL_SERVER_ERROR']);

/** Whether the provider said that it does not send a mail: by a code of its own, `E_…`. */
function isRefusal(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('E_') && !UNKNOWN_OUTCOMES.has(code);
}

/** Called every quarter of an hour: within the hour after 17:00 it sends what the provider refused. Later it is the next day's mail that tells. */
export async function retryDigests(deps: Deps): Promise<void> {
  if (deps.clock.time().slice(11, 13) === String(DIGEST_HOUR)) await sendDigests(deps);
}

/**
 * Takes it that mails have told of what came before the last 17:00. For a restored database: what the site mailed after the backup is not in it, and
 * the notices themselves are there unread.
 */
export function noteFormerDigests({ now, time, today }: Clock): SQL {
  const isBefore = Number(time().slice(11, 13)) < DIGEST_HOUR;
  const day = isBefore ? toOfficeTime(now() - 86_400_000).slice(0, 10) : today();
  const at = `${day} ${DIGEST_HOUR}:00:00`;
  return sql`UPDATE notices AS n SET mailed_at = ${at}, mail_tried_at = ${at} WHERE ${isUnmailed(day)}`;
}

/** A notice of alias n that the mail of a day tells of. */
const isUnmailed = (day: string): SQL => sql`n.read_at IS NULL AND n.mailed_at IS NULL AND n.at < ${`${day} ${DIGEST_HOUR}:00:00`}`;

/** A person of alias u who gets mails and for whom none was tried on this day. */
const isDue = (day: string): SQL => sql`u.active = 1 AND u.email IS NOT NULL AND u.email <> ''
  AND NOT EXISTS (SELECT 1 FROM notices m WHERE m.user_id = u.id AND m.mail_tried_at >= ${day})
  AND NOT EXISTS (SELECT 1 FROM user_preferences p WHERE p.user_id = u.id AND p.name = ${DIGEST_PREFERENCE} AND p.value = 'false')`;
