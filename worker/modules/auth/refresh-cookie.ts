import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { REFRESH_SECONDS } from './refresh-tokens.ts';

const NAME = 'tensu_refresh';
/** The refresh token travels only to the calls that need it. A browser takes a Secure cookie on http://localhost too. */
const OPTIONS = { path: '/api/v1/auth', httpOnly: true, secure: true, sameSite: 'Strict' } as const;

export function setRefreshCookie(c: Context, token: string): void {
  setCookie(c, NAME, token, { ...OPTIONS, maxAge: REFRESH_SECONDS });
}

export function clearRefreshCookie(c: Context): void {
  deleteCookie(c, NAME, OPTIONS);
}

export const readRefreshCookie = (c: Context): string | undefined => getCookie(c, NAME);
