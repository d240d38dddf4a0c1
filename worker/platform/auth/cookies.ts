import type { Context } from 'hono';

/** Over https the name begins with `__Secure-`, so that no page without https can set the cookie; a browser takes no such name over http. */
export const cookieName = (c: Context, name: string): string => (isHttps(c) ? `__Secure-${name}` : name);

/** The cookies travel only to the calls that need them. A browser takes a Secure cookie on http://localhost too. */
export const COOKIE_OPTIONS = { path: '/api/v1/auth', httpOnly: true, secure: true, sameSite: 'Strict' } as const;

const isHttps = (c: Context): boolean => new URL(c.req.url).protocol === 'https:';
