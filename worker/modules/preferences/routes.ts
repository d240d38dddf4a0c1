import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { EVERYONE } from '../../contracts/roles.ts';
import { ruleMessage, ruleToken } from '../../contracts/rules.ts';
import { authorizeThenValidate } from '../../crud/caller.ts';
import { type AppEnv, bodyOf } from '../../crud/router.ts';
import { AppError } from '../../errors.ts';

const LONGEST = 4000;

/** `GET /me/preferences` → {data: {name: value}}; `PUT /me/preferences/{name}` {value}: what a person chose about a screen. */
export const preferences = new Hono<AppEnv>()
  .get('/', async (c) => {
    const { results } = await c.var.caller.read(EVERYONE, (actor) => [
      sql`SELECT json_group_object(name, json(value)) AS chosen FROM user_preferences WHERE user_id = ${actor.id}`,
    ]);
    return c.json({ data: JSON.parse(String(results[0]!.rows[0]!.chosen)) });
  })
  .put('/:name', async (c) => {
    const { caller } = c.var;
    const name = c.req.param('name');
    const value = await authorizeThenValidate(caller, EVERYONE, async () => JSON.stringify((await bodyOf(c)()).value ?? null));
    const actor = await caller.require(EVERYONE);
    if (!/^[\w.-]{1,64}$/.test(name) || value.length > LONGEST) {
      const message = ruleMessage(ruleToken('max_length', { max: LONGEST }), 'value', caller.lang);
      throw new AppError('invalid', {}, { messages: { value: message } });
    }
    await caller.write([sql`INSERT OR REPLACE INTO user_preferences (user_id, name, value) VALUES (${actor.id}, ${name}, ${value})`]);
    return c.json({ data: { [name]: JSON.parse(value) } });
  });
