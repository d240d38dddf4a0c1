import { Hono } from 'hono';
import { VERSION_CALLS } from '../../contracts/calls/declared/rules.ts';
import type { Resource } from '../../crud/resource.ts';
import type { AppEnv } from '../../crud/router.ts';
import { bindCall } from '../../platform/call-routes.ts';
import { makeVersion } from './make-version.ts';

/** Versions of rules. */
export function ruleRoutes(resources: readonly Resource[]): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const resource of resources) {
    const call = VERSION_CALLS.get(resource.contract.name);
    if (call) bindCall(app, call, (input) => makeVersion(resource, input));
  }
  return app;
}
