import { Hono } from 'hono';
import { ruleCalls, VERSION_CALLS } from '../../contracts/calls/declared/rules.ts';
import type { Resource } from '../../crud/resource.ts';
import type { AppEnv } from '../../crud/router.ts';
import { bindCall } from '../../platform/call-routes.ts';
import type { Deps } from '../../platform/deps.ts';
import { listRuleChanges } from './list-changes.ts';
import { makeVersion } from './make-version.ts';

/** Versions of rules, and what differs between them. */
export function ruleRoutes(deps: Deps, resources: readonly Resource[]): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const resource of resources) {
    const call = VERSION_CALLS.get(resource.contract.name);
    if (call) bindCall(app, call, (input) => makeVersion(resource, input));
  }
  bindCall(app, ruleCalls.listChanges, (input) => listRuleChanges(deps, input));
  return app;
}
