import { type SQL, sql } from 'drizzle-orm';
import { type Context, Hono, type Next } from 'hono';
import type { RuleReach } from '../../contracts/calls/answers/rule-changes.ts';
import { ruleCalls, VERSION_CALLS } from '../../contracts/calls/declared/rules.ts';
import { REACH_PARAMS } from '../../contracts/calls/rule-versions.ts';
import { RULE_TABLES } from '../../contracts/rule-tables.ts';
import { notFoundError } from '../../crud/read.ts';
import type { Resource } from '../../crud/resource.ts';
import { bindCall, type CallInput } from '../../platform/call-routes.ts';
import type { AppEnv } from '../../platform/caller.ts';
import { isWithinMonths } from '../../platform/db/date-ranges.ts';
import { query } from '../../platform/db/query.ts';
import { isInForce, isSameRule, selectIdentity } from '../../platform/db/rule-versions.ts';
import { asNumber, asText, orNull, readColumn, readFirst, readRows } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { invalidField } from '../../platform/parse-call.ts';
import { readBody } from '../../platform/request-body.ts';
import { guardCases, wroteRules } from './cases/guard-cases.ts';
import { judgeCases, localizeCase, selectCases } from './cases/judge-cases.ts';
import { markRuleDocumentRead, readRuleDocument, readRuleState } from './document/read-document.ts';
import { listRuleChanges } from './list-changes.ts';
import { makeVersion } from './make-version.ts';

/** Versions of rules, and what differs between them. */
export function ruleRoutes(deps: Deps, resources: readonly Resource[]): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use('/operations/:id/undo', (c, next) => {
    const id = Number(c.req.param('id'));
    return keepCases(c, next, Number.isInteger(id) ? wroteRules(sql`(SELECT request_id FROM operations WHERE id = ${id})`) : undefined);
  });
  for (const resource of resources.filter(({ contract }) => contract.versions)) {
    app.use(`/${resource.contract.name}/*`, (c, next) => keepCases(c, next));
  }
  for (const resource of resources) {
    const call = VERSION_CALLS.get(resource.contract.name);
    if (call) bindCall(app, call, (input) => makeVersion(resource, input));
  }
  bindCall(app, ruleCalls.readReach, (input) => readRuleReach(resources, input));
  bindCall(app, ruleCalls.readState, readRuleState);
  bindCall(app, ruleCalls.readDocument, (input) => readRuleDocument(deps, input));
  bindCall(app, ruleCalls.markDocumentRead, (input) => markRuleDocumentRead(deps, input));
  bindCall(app, ruleCalls.judgeCases, async ({ caller, grant, values }) => {
    const asOf = values.as_of ?? undefined;
    const { results } = await caller.read(grant, () => selectCases(asOf));
    return { data: judgeCases(results, asOf).map((row) => localizeCase(row, caller.lang)) };
  });
  bindCall(app, ruleCalls.listChanges, (input) => listRuleChanges(deps, input));
  return app;
}

/** Has the writes of a call keep the worked examples right, whatever handler it comes to. An import writes later, on the queue; a scenario nothing that counts. */
async function keepCases(c: Context<AppEnv>, next: Next, concerns?: SQL): Promise<void> {
  if (c.req.method !== 'GET' && !c.var.caller.storeOf && !c.req.path.endsWith('/import')) {
    const copy = c.req.raw.clone();
    c.set(
      'caller',
      guardCases(c.var.caller, () => acceptsBroken(c, copy), concerns),
    );
  }
  await next();
}

/** `accept_broken: true` in the body, or in the address where there is none. */
async function acceptsBroken(c: Context, request: Pick<Request, 'headers' | 'body'>): Promise<boolean> {
  const body = await readBody(request, { optional: true });
  return ['true', '1'].includes(String(body.accept_broken ?? c.req.query('accept_broken')));
}

/**
 * `GET /rules/reach?entity=&id=&from=`: the months that a version of a rule from `from` on counts in, or the row's own version where it is left out:
 * up to which month, which of them are locked, and the open jobs of each that would be calculated anew.
 */
async function readRuleReach(
  resources: readonly Resource[],
  { caller, grant, values }: CallInput<typeof ruleCalls.readReach>,
): Promise<RuleReach> {
  const resource = resources.find(({ contract }) => contract.name === values.entity && contract.versions);
  if (!resource) throw invalidField(REACH_PARAMS, 'entity', 'exists', caller.lang);
  const rule = resource.contract.versions!;
  const table = sql.identifier(resource.table);
  const row = sql`SELECT t.*, ${values.from ?? sql`t.valid_from`} AS begins FROM ${table} t WHERE t.id = ${values.id}`;
  const next = sql`(SELECT min(n.valid_from) FROM ${table} n WHERE ${isSameRule(rule, sql`n`, sql`r`)} AND n.valid_from > r.begins)`;
  const span = sql`SELECT r.*, ${next} AS ends FROM (${row}) r`;
  const isIn = isWithinMonths(sql`d.henkyaku_hi`, sql`v.begins`, sql`v.ends`);
  const monthOfJob = sql`substr(d.henkyaku_hi, 1, 7)`;
  const isOfRule =
    rule.table === RULE_TABLES.standards.table
      ? sql`d.customer_id = v.customer_id AND d.work_category_id = v.work_category_id`
      : sql`EXISTS (SELECT 1 FROM standards s WHERE s.customer_id = d.customer_id AND s.work_category_id = d.work_category_id
          AND ${selectIdentity(rule, sql`s`, 'scale_code')} = ${selectIdentity(rule, sql`v`, rule.identity[0]!)} AND ${isInForce(RULE_TABLES.standards, monthOfJob, 's')})`;
  const { results } = await caller.read(grant, () => ({
    span: query(sql`SELECT begins, ends FROM (${span}) v`, readFirst({ begins: asText, ends: orNull(asText) })),
    locked: query(
      sql`SELECT l.month FROM (${span}) v CROSS JOIN month_locks l WHERE l.status = 1 AND l.month >= v.begins AND (v.ends IS NULL OR l.month < v.ends) ORDER BY l.month`,
      readColumn(asText),
    ),
    months: query(
      sql`SELECT ${monthOfJob} AS month, COUNT(*) AS jobs FROM (${span}) v CROSS JOIN directs d ON ${isIn}
        WHERE ${isOfRule} AND +d.is_checked = 0 AND +d.is_updated = 0 AND ${monthOfJob} NOT IN (SELECT month FROM month_locks WHERE status = 1)
        GROUP BY 1 ORDER BY 1`,
      readRows({ month: asText, jobs: asNumber }),
    ),
  }));
  if (!results.span) throw notFoundError(resource.contract, caller.lang);
  const { begins, ends } = results.span;
  return { from: begins || null, until: ends, locked: results.locked, months: results.months };
}
