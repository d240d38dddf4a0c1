import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';

/** The pattern of the route that answers a request, such as `/api/v1/customers/:id`; `*` where there is none. */
export function routePattern(c: Context): string {
  const paths = matchedRoutes(c).map(({ path }) => path);
  // The route that answered, or where a star refused, the one behind it; `directs/bulk` is matched by `directs/:id` too.
  const isRoute = (path: string) => !path.endsWith('*');
  return paths.slice(c.req.routeIndex).find(isRoute) ?? paths.findLast(isRoute) ?? '*';
}

/** The same below the root of the API: `customers/:id`. */
export function apiPattern(c: Context): string {
  return routePattern(c).replace(/^\/api\/v1\//, '');
}
