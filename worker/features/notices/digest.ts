import { type SQL, sql } from 'drizzle-orm';
import { fill } from '../../contracts/text.ts';
import type { Clock } from '../../platform/clock.ts';
import { SCRIPT_AUTHOR } from '../../platform/db/client.ts';
import { query } from '../../platform/db/query.ts';
import { users } from '../../platform/db/schema/organisation.ts';
import { asNumber, asText, readColumn, readRows } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { toOfficeTime } from '../../platform/text/office-time.ts';

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
 * The daily mail to everybody with unread notices that no mail has told of: a link, never a figure. At most one a person and day, however many workers
 * send at once. What the provider refuses is told of by the next mail: see `retryDigests`.
 */
export async function sendDigests({ db, clock, mail, settings }: Deps): Promise<void> {
  if (!mail || !settings.appOrigin) {
    console.warn(JSON.stringify({ mail: 'digest', skipped: mail ? 'APP_ORIGIN is not set' : 'mail is not set up' }));
    return;
  }
  const today = clock.today();
  const people = await db.read(
    query(
      sql`SELECT u.id, u.name, u.email FROM users u WHERE ${isDue(today)} AND EXISTS (SELECT 1 FROM notices n WHERE n.user_id = u.id AND ${isUnmailed(today)})`,
      readRows({ id: users.id, name: users.name, email: asText }),
    ),
  );
  const from = { email: settings.mailFrom ?? `no-reply@${new URL(settings.appOrigin).hostname}`, name: 'Tensu' };
  const link = `${settings.appOrigin}/notices`;
  for (const { id, name, email } of people) {
    // Marked before it is sent: a worker that is killed in between costs a mail, never sends two.
    const marking = sql`UPDATE notices AS n SET mailed_at = ${clock.time()} WHERE n.user_id = ${id} AND ${isUnmailed(today)}
      AND EXISTS (SELECT 1 FROM users u WHERE u.id = ${id} AND u.email = ${email} AND ${isDue(today)}) RETURNING id`;
    const marked = await db.write(query(marking, readColumn(asNumber)), SCRIPT_AUTHOR);
    if (marked.length === 0) continue;
    try {
      await mail.send({ from, to: email, subject: SUBJECT, text: fill(BODY, { name, link }) });
    } catch (error) {
      console.error(JSON.stringify({ mail: 'digest', user_id: id, error: String(error) }));
      const unmark = sql`UPDATE notices SET mailed_at = NULL WHERE id IN (SELECT value FROM json_each(${JSON.stringify(marked)}))`;
      await db.write(unmark, SCRIPT_AUTHOR);
    }
  }
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
  return sql`UPDATE notices AS n SET mailed_at = ${`${day} ${DIGEST_HOUR}:00:00`} WHERE ${isUnmailed(day)}`;
}

/** A notice of alias n that the mail of a day tells of. */
const isUnmailed = (day: string): SQL => sql`n.read_at IS NULL AND n.mailed_at IS NULL AND n.at < ${`${day} ${DIGEST_HOUR}:00:00`}`;

/** A person of alias u who gets mails and had none on this day. */
const isDue = (day: string): SQL => sql`u.active = 1 AND u.email IS NOT NULL AND u.email <> ''
  AND NOT EXISTS (SELECT 1 FROM notices m WHERE m.user_id = u.id AND m.mailed_at >= ${day})
  AND NOT EXISTS (SELECT 1 FROM user_preferences p WHERE p.user_id = u.id AND p.name = ${DIGEST_PREFERENCE} AND p.value = 'false')`;
