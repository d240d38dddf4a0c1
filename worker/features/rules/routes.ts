import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { ruleCalls, VERSION_CALLS } from '../../contracts/calls/declared/rules.ts';
import type { Resource } from '../../crud/resource.ts';
import { bindCall } from '../../platform/call-routes.ts';
import type { AppEnv } from '../../platform/caller.ts';
import type { Deps } from '../../platform/deps.ts';
import { wroteRules } from './cases/guard-cases.ts';
import { judgeCases, localizeCase, selectCases } from './cases/judge-cases.ts';
import { keepCases } from './cases/keep-cases.ts';
import { markRuleDocumentRead, readRuleDocument, readRuleState } from './document/read-document.ts';
import { listRuleChanges } from './list-changes.ts';
import { makeVersion } from './make-version.ts';
import { readRuleReach } from './read-reach.ts';

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
