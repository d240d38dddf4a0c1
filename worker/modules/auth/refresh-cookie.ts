import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { COOKIE_OPTIONS, cookieName } from './cookies.ts';
import { REFRESH_SECONDS } from './refresh-tokens.ts';

const NAME = 'tensu_refresh';

export function setRefreshCookie(c: Context, token: string): void {
  setCookie(c, cookieName(c, NAME), token, { ...COOKIE_OPTIONS, maxAge: REFRESH_SECONDS });
}

export function clearRefreshCookie(c: Context): void {
  deleteCookie(c, cookieName(c, NAME), COOKIE_OPTIONS);
}

export const readRefreshCookie = (c: Context): string | undefined => getCookie(c, cookieName(c, NAME));
