import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { accountCalls as calls } from '../../contracts/calls/declared/account.ts';
import { type Rule, ruleMessage, ruleToken } from '../../contracts/rules.ts';
import { bodyOf } from '../../crud/router.ts';
import { bindCall, bindRoute } from '../../platform/call-routes.ts';
import { type AppEnv, authorizeThenValidate } from '../../platform/caller.ts';
import { query } from '../../platform/db/query.ts';
import { asJson, hasRows, readValue } from '../../platform/db/typed-rows.ts';
import { AppError } from '../../platform/errors.ts';

const MAX_NAME_LENGTH = 64;
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
  const refuse = (field: 'name' | 'value', rule: Rule, max: number): never => {
    throw new AppError('invalid', {}, { messages: { [field]: ruleMessage(ruleToken(rule, { max }), field, caller.lang) } });
  };
  if (!/^[\w.-]+$/.test(name) || name.length > MAX_NAME_LENGTH) refuse('name', 'key', MAX_NAME_LENGTH);
  if (value.length > MAX_VALUE_LENGTH) refuse('value', 'max_length', MAX_VALUE_LENGTH);
  const isSaved = await caller.write(
    query(
      sql`INSERT OR REPLACE INTO user_preferences (user_id, name, value) SELECT ${actor.id}, ${name}, ${value}
        WHERE (SELECT COUNT(*) FROM user_preferences WHERE user_id = ${actor.id} AND name <> ${name}) < ${MAX_NAMES} RETURNING name`,
      hasRows,
    ),
  );
  if (!isSaved) refuse('name', 'max', MAX_NAMES);
  return c.json({ data: { [name]: JSON.parse(value) } });
});
