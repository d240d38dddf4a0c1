import type { Context } from 'hono';
import type { Caller } from '../../crud/caller.ts';
import type { Deps } from '../../deps.ts';
import type { SessionEnv } from './authenticate.ts';
import { type ClientInfo, readClientInfo } from './client-info.ts';

/** A call of a signed-in person about their own session or account. */
export interface SessionCall {
  client: ClientInfo;
  caller: Caller;
  sessionId: string;
}

export function readSessionCall(c: Context<SessionEnv>, deps: Deps): SessionCall {
  return { client: readClientInfo(c, deps), caller: c.var.caller, sessionId: c.var.sessionId };
}
