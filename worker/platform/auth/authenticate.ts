import type { Context, MiddlewareHandler } from 'hono';
import type { AppEnv } from '../../crud/router.ts';
import { runAfterAnswer } from '../after-answer.ts';
import type { Database } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { costOfCall, spendCall } from './call-budget.ts';
import { createCaller } from './caller.ts';
import { readClientInfo } from './client-info.ts';
import { type Claims, verifyAccessToken } from './tokens.ts';

/** The context of handlers about the caller's own session. */
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
    c.set(
      'caller',
      createCaller({ ...deps, db: inTurn(c, deps.db, claims.sub) }, claims, {
        client: readClientInfo(c, deps),
        questionId: readQuestionId(c),
        afterAnswer: (work) => runAfterAnswer(c, work),
      }),
    );
    await next();
  };
}

/**
 * The database for one call of a person: each person's calls wait in a lane of their own. A read that still waits is dropped when its client has
 * gone, so that calls which are broken off do not fill the queue; a call that writes goes on to its end.
 */
function inTurn(c: Context, db: Database, person: string): Database {
  const turn = { lane: person, signal: c.req.method === 'GET' ? c.req.raw.signal : undefined };
  return { ...db, read: (statements, timeoutMs) => db.read(statements, timeoutMs, turn) };
}

/** The header `X-Question` of a call that may write. */
function readQuestionId(c: Context): number | undefined {
  if (c.req.method === 'GET') return undefined;
  const text = c.req.header('x-question') ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** Claims of the request's bearer token; undefined without a valid one. */
export async function readBearerClaims(c: Context, { settings, clock }: Deps): Promise<Claims | undefined> {
  const token = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  return token ? verifyAccessToken(token, settings.jwtSecrets, clock.now()) : undefined;
}
