import type { MiddlewareHandler } from 'hono';
import { isAdmin } from '../contracts/roles.ts';
import type { Actor } from './caller.ts';
import { measureRequest, noCost } from './db/request-cost.ts';
import type { Deps } from './deps.ts';
import { routePattern } from './route-pattern.ts';

/** A local site is asked for this once a second, whether it answers at all: nothing is there, and no line tells of it. */
export const PROBE_PATH = '/api/probe';

/** One line a request: what was asked of which route by whom, and what it cost until its headers were sent. No words, names or tokens. */
interface RequestLine {
  route: string;
  status: number;
  ms: number;
  db_round_trips: number;
  db_rows_read: number;
  db_rows_written: number;
  actor_id: number | null;
  /** Where the platform took the call in; null on a local site. */
  colo: string | null;
  request_id: string;
}

interface LogEnv {
  Variables: { requestId: string; userId?: number; actor?: Actor };
}

/** Logs each request, and tells its times in `Server-Timing` to Admins only: they can tell what rights hide. */
export function logRequests({ log }: Pick<Deps, 'log'>): MiddlewareHandler<LogEnv> {
  return async (c, next) => {
    if (c.req.path === PROBE_PATH) return next();
    const started = Date.now();
    const cost = noCost();
    await measureRequest(cost, next);
    const { actor, requestId } = c.var;
    const ms = Date.now() - started;
    if (actor && isAdmin(actor.roles))
      c.res.headers.set('server-timing', `total;dur=${ms}, db;dur=${cost.milliseconds};desc="${cost.roundTrips} round trips"`);
    log?.({
      route: `${c.req.method} ${routePattern(c)}`,
      status: c.res.status,
      ms,
      db_round_trips: cost.roundTrips,
      db_rows_read: cost.rowsRead,
      db_rows_written: cost.rowsWritten,
      actor_id: c.var.userId ?? null,
      colo: coloOf(c.req.raw),
      request_id: requestId,
    } satisfies RequestLine);
  };
}

function coloOf({ cf }: Request): string | null {
  return typeof cf?.colo === 'string' ? cf.colo : null;
}
