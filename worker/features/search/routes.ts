import { Hono } from 'hono';
import { searchCalls } from '../../contracts/calls/declared/search.ts';
import type { Resource } from '../../crud/resource.ts';
import { bindCall } from '../../platform/call-routes.ts';
import type { AppEnv } from '../../platform/caller.ts';
import { searchEverywhere } from './search.ts';

/** The search over all lists. */
export function searchRoutes(resources: readonly Resource[]): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  bindCall(app, searchCalls.search, async (input) => ({ data: await searchEverywhere(resources, input) }));
  return app;
}
