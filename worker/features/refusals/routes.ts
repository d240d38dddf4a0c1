import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { RefusalRow } from '../../contracts/calls/answers/history.ts';
import { historyCalls } from '../../contracts/calls/declared/history.ts';
import { type Envelope, readPage, toEnvelope } from '../../contracts/paging.ts';
import { bindCall, type CallInput } from '../../platform/call-routes.ts';
import type { AppEnv } from '../../platform/caller.ts';
import { query } from '../../platform/db/query.ts';
import { asNumber, asText, orNull, readRows, readValue } from '../../platform/db/typed-rows.ts';
import type { RefusalLog } from './refusal-log.ts';

export function refusalRoutes(log: RefusalLog): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  bindCall(app, historyCalls.listRefusals, (input) => listRefusals(input, log));
  return app;
}

/** Lists the refusals of signed-in people, the latest first, with those that this isolate has counted up to now. */
async function listRefusals(
  { caller, grant, values }: CallInput<typeof historyCalls.listRefusals>,
  log: RefusalLog,
): Promise<Envelope<RefusalRow>> {
  const page = readPage(values);
  const where = values.user_id ? sql`r.user_id = ${values.user_id}` : sql`1`;
  await caller.require(grant);
  await log.flush();
  const { total, rows } = await caller.readMore({
    total: query(sql`SELECT COUNT(*) AS total FROM security_refusals r WHERE ${where}`, readValue(asNumber)),
    rows: query(
      sql`SELECT r.id, r.user_id, u.username, u.name AS user_name, r.route, r.status, r.count, r.first_at, r.last_at
      FROM security_refusals r LEFT JOIN users u ON u.id = r.user_id WHERE ${where}
      ORDER BY r.last_at DESC, r.id DESC LIMIT ${page.limit} OFFSET ${(page.page - 1) * page.limit}`,
      readRows(REFUSAL_READERS),
    ),
  });
  return toEnvelope(page, total, rows);
}

const REFUSAL_READERS = {
  id: asNumber,
  user_id: asNumber,
  username: orNull(asText),
  user_name: orNull(asText),
  route: asText,
  status: asNumber,
  count: asNumber,
  first_at: asText,
  last_at: asText,
};
