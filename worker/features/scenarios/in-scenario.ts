import { sql } from 'drizzle-orm';
import type { MiddlewareHandler } from 'hono';
import { VERSION_CALLS } from '../../contracts/calls/declared/rules.ts';
import { ADMIN } from '../../contracts/roles.ts';
import type { AppEnv, Caller } from '../../platform/caller.ts';
import { query } from '../../platform/db/query.ts';
import { ruleScenarios } from '../../platform/db/schema/rule-scenarios.ts';
import { readFirst } from '../../platform/db/typed-rows.ts';
import { AppError } from '../../platform/errors.ts';
import { readInShadow, shadowRules } from './shadow.ts';
import { createScenarioStore } from './store.ts';

/** The calls about rules that are made in a scenario as they are made live. */
const RULE_PATHS = new RegExp(
  `^/api/v1/(?:(?:${[...VERSION_CALLS.keys()].join('|')})(?:/(?:[0-9]+|deleteByIds|versions|export))?|totals-expressions)/?$`,
);

/**
 * A call with the header `X-Scenario: id` reads and writes the rules of that scenario; any that is not about them is refused with 400, as it is in
 * `bindRoute`. Only Admins may send it; 404 for a scenario that is gone, 409 for a write into one that is no draft.
 */
export const takeScenario: MiddlewareHandler<AppEnv> = async (c, next) => {
  const header = c.req.header('x-scenario');
  if (header === undefined) return next();
  const { caller } = c.var;
  const id = /^[1-9]\d{0,8}$/.test(header) ? Number(header) : 0;
  const { results: found } = await caller.read(ADMIN, () =>
    query(sql`SELECT status FROM rule_scenarios WHERE id = ${id}`, readFirst({ status: ruleScenarios.status })),
  );
  if (id === 0) throw new AppError('scenario_header');
  if (!found) throw new AppError('scenario_deleted');
  if (found.status !== 'draft' && !/^(GET|HEAD)$/.test(c.req.method)) throw new AppError('scenario_closed');
  if (!RULE_PATHS.test(c.req.path)) throw new AppError('scenario_refused');
  c.set('caller', inScenario(caller, id));
  return next();
};

/** The caller of a call that is made in a scenario. Answers of different scenarios are as those of different programs. */
export function inScenario(caller: Caller, id: number): Caller {
  const shadow = shadowRules(id);
  return {
    ...caller,
    version: `${caller.version} scenario ${id}`,
    storeOf: (table) => createScenarioStore(table, id),
    read: (grant, plan) => caller.read(grant, (actor) => readInShadow(shadow, plan(actor))),
    readMore: (plan) => caller.readMore(readInShadow(shadow, plan)),
    write: (plan, source) => caller.write(readInShadow(shadow, plan), source),
  };
}
