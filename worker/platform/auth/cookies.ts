import type { Context } from 'hono';

/** Over https the name begins with `__Secure-`, so that no page without https can set the cookie; a browser takes no such name over http. */
export const cookieName = (c: Context, name: string): string => (isHttps(c) ? `__Secure-${name}` : name);

/** The cookies travel only to the calls that need them. WebKit alone takes no Secure cookie from http://localhost. */
export const cookieOptions = (c: Context) =>
  ({ path: '/api/v1/auth', httpOnly: true, secure: isHttps(c) || !(isLoopback(c) && isWebKit(c)), sameSite: 'Strict' }) as const;

const isHttps = (c: Context): boolean => new URL(c.req.url).protocol === 'https:';
const isLoopback = (c: Context): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(c.req.url).hostname);
const isWebKit = (c: Context): boolean => /AppleWebKit\/(?!.*(?:Chrome|Chromium)\/)/.test(c.req.header('user-agent') ?? '');
