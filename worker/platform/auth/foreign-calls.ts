import type { Context, MiddlewareHandler } from 'hono';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';

/**
 * Calls that set or use cookies come from our own pages: JSON only, which no form of another site can send, and no foreign `Origin` or
 * `Sec-Fetch-Site`. Programs send neither header and are let through; they have no cookies of a victim.
 */
export function refuseForeignCalls({ settings }: Deps): MiddlewareHandler {
  return async (c, next) => {
    if (isForeign(c, settings.appOrigin)) throw new AppError('foreign_origin');
    const type = c.req.header('content-type');
    if (type !== undefined && type.split(';')[0]!.trim().toLowerCase() !== 'application/json') {
      throw new AppError('unsupported_type', { accepted: 'application/json' });
    }
    await next();
  };
}

function isForeign(c: Context, appOrigin: string | undefined): boolean {
  if (c.req.header('sec-fetch-site') === 'cross-site') return true;
  const origin = c.req.header('origin');
  return origin !== undefined && origin !== new URL(c.req.url).origin && origin !== appOrigin;
}
