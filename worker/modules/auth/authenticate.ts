import type { Context, MiddlewareHandler } from 'hono';
import { langOf } from '../../contracts/text.ts';
import type { AppEnv } from '../../crud/router.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { costOfCall, spendCall } from './call-budget.ts';
import { createCaller } from './caller.ts';
import { type Claims, verifyAccessToken } from './tokens.ts';

/** What handlers about the caller's own session find beside the caller. */
export interface SessionEnv {
  Variables: AppEnv['Variables'] & { userId: number; sessionId: string };
}

/** Lets in who carries a valid bearer token; whether the account may still be used is checked with the call's own reads. */
export function authenticate(deps: Deps): MiddlewareHandler<SessionEnv> {
  return async (c, next) => {
    const claims = await readBearerClaims(c, deps);
    if (!claims) throw new AppError('unauthorized');
    c.set('userId', Number(claims.sub));
    spendCall(Number(claims.sub), deps.clock.now(), deps.settings.callsPerMinute, costOfCall(c.req.query('limit')));
    c.set('sessionId', claims.sid);
    c.set('caller', createCaller(whileConnected(c, deps), claims, langOf(c.req.header('accept-language')), c.var.requestId, questionOf(c)));
    await next();
  };
}

/**
 * A read that still waits for its turn at the database is dropped when its client has gone, so that clients who break off calls again and again
 * do not fill the queue. A call that writes goes on to its end.
 */
function whileConnected(c: Context, deps: Deps): Deps {
  if (c.req.method !== 'GET') return deps;
  const { signal } = c.req.raw;
  return { ...deps, db: { ...deps.db, read: (statements, timeoutMs) => deps.db.read(statements, timeoutMs, signal) } };
}

/** The header `X-Question`: the question that a correction answers, kept with its history. */
function questionOf(c: Context): number | undefined {
  const text = c.req.header('x-question') ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** Claims of the request's bearer token; undefined without a valid one. */
export async function readBearerClaims(c: Context, { settings, clock }: Deps): Promise<Claims | undefined> {
  const token = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  return token ? verifyAccessToken(token, settings.jwtSecrets, clock.now()) : undefined;
}
