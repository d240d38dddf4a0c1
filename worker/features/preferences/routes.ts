import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { accountCalls as calls } from '../../contracts/calls/declared/account.ts';
import { ruleMessage, ruleToken } from '../../contracts/rules.ts';
import { bodyOf } from '../../crud/router.ts';
import { bindCall, bindRoute } from '../../platform/call-routes.ts';
import { type AppEnv, authorizeThenValidate } from '../../platform/caller.ts';
import { query } from '../../platform/db/query.ts';
import { asJson, hasRows, readValue } from '../../platform/db/typed-rows.ts';
import { AppError } from '../../platform/errors.ts';

const MAX_VALUE_LENGTH = 4000;
/** Names that one person may keep. */
const MAX_NAMES = 100;

/** `GET /me/preferences` → {data: {name: value}}; `PUT /me/preferences/{name}` {value}: what a person chose about a screen. */
export const preferences = new Hono<AppEnv>();
bindCall(preferences, calls.readPreferences, async ({ caller, grant }) => {
  const { results } = await caller.read(grant, (actor) =>
    query(
      sql`SELECT json_group_object(name, json(value)) AS chosen FROM user_preferences WHERE user_id = ${actor.id}`,
      readValue(asJson<Record<string, unknown>>()),
    ),
  );
  return { data: results };
});
bindRoute(preferences, calls.savePreference, async (c) => {
  const { caller } = c.var;
  const { grant } = calls.savePreference;
  const name = c.req.param('name');
  const value = await authorizeThenValidate(caller, grant, async () => JSON.stringify((await bodyOf(c)()).value ?? null));
  const actor = await caller.require(grant);
  if (!/^[\w.-]{1,64}$/.test(name) || value.length > MAX_VALUE_LENGTH) {
    const message = ruleMessage(ruleToken('max_length', { max: MAX_VALUE_LENGTH }), 'value', caller.lang);
    throw new AppError('invalid', {}, { messages: { value: message } });
  }
  const isSaved = await caller.write(
    query(
      sql`INSERT OR REPLACE INTO user_preferences (user_id, name, value) SELECT ${actor.id}, ${name}, ${value}
        WHERE (SELECT COUNT(*) FROM user_preferences WHERE user_id = ${actor.id} AND name <> ${name}) < ${MAX_NAMES} RETURNING name`,
      hasRows,
    ),
  );
  if (!isSaved) {
    const message = ruleMessage(ruleToken('max', { max: MAX_NAMES }), 'name', caller.lang);
    throw new AppError('invalid', {}, { messages: { name: message } });
  }
  return c.json({ data: { [name]: JSON.parse(value) } });
});
