import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';

/** The pattern of the route that answers a request, such as `/api/v1/customers/:id`; `*` where there is none. */
export function routePattern(c: Context): string {
  const paths = matchedRoutes(c).map(({ path }) => path);
  // What is matched by a star goes before or behind the route: routes without a token stand before the check of tokens.
  return paths.findLast((path) => !path.endsWith('*')) ?? '*';
}

/** The same below the root of the API: `customers/:id`. */
export function apiPattern(c: Context): string {
  return routePattern(c).replace(/^\/api\/v1\//, '');
}
