import { sql } from 'drizzle-orm';
import type { SignInRow } from '../../contracts/calls/answers/history.ts';
import type { historyCalls } from '../../contracts/calls/declared/history.ts';
import { type Envelope, readPage, toEnvelope } from '../../contracts/paging.ts';
import { UNKNOWN_ADDRESS } from '../../platform/auth/client-info.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import { query } from '../../platform/db/query.ts';
import { signInEvents } from '../../platform/db/schema/accounts.ts';
import { asNumber, asOption, asText, orNull, readRows, readValue } from '../../platform/db/typed-rows.ts';
import { toPeriodConditions } from './history.ts';

/** Logins, refused logins and ended sessions, newest first. */
export async function listSignIns({ caller, grant, values }: CallInput<typeof historyCalls.listSignIns>): Promise<Envelope<SignInRow>> {
  const conditions = [
    sql`1`,
    ...(values.user_id ? [sql`e.user_id = ${values.user_id}`] : []),
    ...(values.kind ? [sql`e.kind = ${values.kind}`] : []),
    ...toPeriodConditions(sql`e.at`, values),
  ];
  const where = sql.join(conditions, sql` AND `);
  const page = readPage(values);
  const { results } = await caller.read(grant, () => ({
    total: query(sql`SELECT COUNT(*) AS total FROM sign_in_events e WHERE ${where}`, readValue(asNumber)),
    rows: query(
      sql`SELECT e.id, e.at, e.kind, e.user_id, u.username, u.name AS user_name, a.id AS actor_id, a.name AS actor_name,
      NULLIF(e.address, ${UNKNOWN_ADDRESS}) AS address,
      e.user_agent FROM sign_in_events e LEFT JOIN users u ON u.id = e.user_id LEFT JOIN users a ON a.id = e.actor_id AND a.id IS NOT e.user_id WHERE ${where}
      ORDER BY e.id DESC LIMIT ${page.limit} OFFSET ${(page.page - 1) * page.limit}`,
      readRows(SIGN_IN_READERS),
    ),
  }));
  return toEnvelope(page, results.total, results.rows);
}

const { id, at, user_id, address, user_agent } = signInEvents;
const SIGN_IN_READERS = {
  ...{ id, at, user_id, address, user_agent },
  kind: asOption<SignInRow['kind']>(),
  username: orNull(asText),
  user_name: orNull(asText),
  actor_id: orNull(asNumber),
  actor_name: orNull(asText),
};
