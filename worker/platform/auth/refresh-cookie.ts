import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Deps } from '../deps.ts';
import { spendCall } from './call-budget.ts';
import { cookieName, cookieOptions } from './cookies.ts';
import { REFRESH_SECONDS, readSessionId } from './refresh-tokens.ts';

const NAME = 'tensu_refresh';
/** A refresh is a write, and a browser needs six an hour. */
const CALLS_PER_REFRESH = 10;

export function setRefreshCookie(c: Context, token: string): void {
  setCookie(c, cookieName(c, NAME), token, { ...cookieOptions(c), maxAge: REFRESH_SECONDS });
}

export function getRefreshCookie(c: Context): string | undefined {
  return getCookie(c, cookieName(c, NAME));
}

export function clearRefreshCookie(c: Context): void {
  deleteCookie(c, cookieName(c, NAME), cookieOptions(c));
}

/** The token of the request, counted as a call of its session; undefined without one, and for one that this server never made. */
export async function spendRefreshCookie(c: Context, { settings, clock }: Pick<Deps, 'settings' | 'clock'>): Promise<string | undefined> {
  const token = getRefreshCookie(c);
  const sessionId = token && (await readSessionId(token, settings.jwtSecrets));
  if (!sessionId) return undefined;
  spendCall(`session:${sessionId}`, clock.now(), settings.callsPerMinute, CALLS_PER_REFRESH);
  return token;
}
