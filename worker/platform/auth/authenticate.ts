import type { Context, MiddlewareHandler } from 'hono';
import { EVERYONE } from '../../contracts/roles.ts';
import { runAfterAnswer } from '../after-answer.ts';
import type { Actor, AppEnv } from '../caller.ts';
import type { Database } from '../db/client.ts';
import { measureRequest, noCost } from '../db/request-cost.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { sizeOfBody } from '../request-body.ts';
import { CallCost, costOfCall, spendCall } from './call-budget.ts';
import { readClientInfo } from './client-info.ts';
import { createCaller } from './create-caller.ts';
import { readCredential, recordTokenUse, type TokenUse } from './credential.ts';
import { type Claims, verifyAccessToken } from './tokens.ts';

/** The context of handlers about the caller's own session. */
export interface SessionEnv {
  Variables: AppEnv['Variables'] & { userId: number; sessionId: string; tokenUse?: TokenUse; actor?: Actor };
}

/** Lets in who carries a valid bearer token or access token; whether the account may still be used is checked with the call's own reads. */
export function authenticate(deps: Deps): MiddlewareHandler<SessionEnv> {
  return async (c, next) => {
    const credential = await readCredential(c, deps);
    if (!credential) throw new AppError('unauthorized');
    const { budget, callsPerMinute, known } = credential;
    c.set('userId', known.id);
    const least = costOfCall(c.req.query('limit'));
    spendCall(budget, deps.clock.now(), callsPerMinute, least);
    const cost = new CallCost(budget, callsPerMinute, least);
    c.set('sessionId', credential.sessionId);
    const caller = createCaller({ ...deps, db: inTurn(c, deps.db, known.id, cost) }, credential, {
      client: readClientInfo(c, deps),
      questionId: readQuestionId(c),
      afterAnswer: (work) => runAfterAnswer(c, work),
      onActor: (actor) => c.set('actor', actor),
      onTokenUse: (use) => c.set('tokenUse', use),
    });
    c.set('caller', caller);
    if (caller.isReadOnly && !isReading(c)) {
      await caller.require(EVERYONE);
      throw new AppError('read_only_token');
    }
    await next();
    cost.add({ bytes: sizeOfBody(c.req.raw) });
    if (c.var.tokenUse) await recordTokenUse(c, deps, c.var.tokenUse);
  };
}

/** Tells programs that ask for a file without a valid credential to send an access token as a password; pages of the app would show a prompt. */
export const offerBasicSignIn: MiddlewareHandler = async (c, next) => {
  await next();
  const isOwnPage = c.req.header('sec-fetch-site') !== undefined && c.req.header('sec-fetch-mode') !== 'navigate';
  const isFile = /\/export(?:\/excel)?\/?$/.test(c.req.path) || /^Basic /i.test(c.req.header('authorization') ?? '');
  if (c.res.status === 401 && isFile && !isOwnPage) c.res.headers.set('www-authenticate', 'Basic realm="Tensu", charset="UTF-8"');
};

const isReading = (c: Context): boolean => c.req.method === 'GET' || c.req.method === 'HEAD';

/**
 * The database for one call of a person: each person's calls wait in a lane of their own. A read that still waits is dropped when its client has
 * gone, so that calls which are broken off do not fill the queue; a call that writes goes on to its end.
 */
function inTurn(c: Context, db: Database, personId: number, cost: CallCost): Database {
  const turn = { lane: String(personId), signal: isReading(c) ? c.req.raw.signal : undefined };
  const charged = async <T>(work: () => Promise<T>) => {
    const measured = noCost();
    try {
      return await measureRequest(measured, work);
    } finally {
      cost.add({ rows: measured.rowsRead + measured.rowsWritten });
    }
  };
  return {
    read: (plan, timeoutMs) => charged(() => db.read(plan, timeoutMs, turn)),
    write: (plan, author, timeoutMs) => charged(() => db.write(plan, author, timeoutMs)),
  };
}

/** The header `X-Question` of a call that may write; 0, which is no question, where it names none. */
function readQuestionId(c: Context): number | undefined {
  if (isReading(c)) return undefined;
  const text = c.req.header('x-question')?.trim() ?? '';
  if (text === '') return undefined;
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

/** Claims of the request's bearer token; undefined without a valid one. */
export async function readBearerClaims(c: Context, { settings, clock }: Deps): Promise<Claims | undefined> {
  const token = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  return token ? verifyAccessToken(token, settings.jwtSecrets, clock.now()) : undefined;
}
