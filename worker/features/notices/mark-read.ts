import { sql } from 'drizzle-orm';
import { MAX_READ_NOTICES, noticeCalls, readRequest } from '../../contracts/calls/declared/notices.ts';
import { integer, type Values } from '../../contracts/fields.ts';
import { authorizeThenValidate, type Caller } from '../../platform/caller.ts';
import { query } from '../../platform/db/query.ts';
import { asNumber, readValue } from '../../platform/db/typed-rows.ts';
import { invalidField } from '../../platform/parse-call.ts';

/** `POST /notices/read {ids}` or `{all: true}`: marks the caller's notices as read and answers how many are still unread. */
export async function markRead(caller: Caller, readBody: () => Promise<Values>): Promise<{ unread: number }> {
  const { grant } = noticeCalls.markRead;
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
