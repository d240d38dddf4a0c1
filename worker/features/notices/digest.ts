import { sql } from 'drizzle-orm';
import { fill } from '../../contracts/text.ts';
import { SCRIPT_AUTHOR } from '../../platform/db/client.ts';
import { query } from '../../platform/db/query.ts';
import { users } from '../../platform/db/schema/organisation.ts';
import { asText, countWritten, readRows } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';

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

/** The daily mail to everybody with unread notices that no mail has told of: a link, never a figure. At most one a person and day. */
export async function sendDigests({ db, clock, mail, settings }: Deps): Promise<void> {
  if (!mail || !settings.appOrigin) {
    console.warn(JSON.stringify({ mail: 'digest', skipped: mail ? 'APP_ORIGIN is not set' : 'mail is not set up' }));
    return;
  }
  const unmailed = sql`n.user_id = u.id AND n.read_at IS NULL AND n.mailed_at IS NULL`;
  const people = await db.read(
    query(
      sql`SELECT u.id, u.name, u.email FROM users u WHERE u.active = 1 AND u.email IS NOT NULL AND u.email <> ''
      AND EXISTS (SELECT 1 FROM notices n WHERE ${unmailed})
      AND NOT EXISTS (SELECT 1 FROM notices n WHERE n.user_id = u.id AND n.mailed_at >= ${clock.today()})
      AND NOT EXISTS (SELECT 1 FROM user_preferences p WHERE p.user_id = u.id AND p.name = ${DIGEST_PREFERENCE} AND p.value = 'false')`,
      readRows({ id: users.id, name: users.name, email: asText }),
    ),
  );
  const from = { email: settings.mailFrom ?? `no-reply@${new URL(settings.appOrigin).hostname}`, name: 'Tensu' };
  const link = `${settings.appOrigin}/notices`;
  for (const { id, name, email } of people) {
    // Marked before it is sent: a worker that is killed in between costs a mail, never sends two.
    const marking = sql`UPDATE notices SET mailed_at = ${clock.time()} WHERE user_id = ${id} AND read_at IS NULL AND mailed_at IS NULL`;
    if ((await db.write(query(marking, countWritten), SCRIPT_AUTHOR)) === 0) continue;
    const text = fill(BODY, { name, link });
    await mail.send({ from, to: email, subject: SUBJECT, text }).catch((error) => {
      console.error(JSON.stringify({ mail: 'digest', user_id: id, error: String(error) }));
    });
  }
}
