import type { Context } from 'hono';
import type { Deps } from '../deps.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The origin that links in mails begin with. The host of a request can be made up, so without the setting only loopback is believed:
 * a link to another host would hand its token to a stranger. Undefined where no link may be sent.
 */
export function findMailOrigin(c: Context, { settings }: Deps): string | undefined {
  if (settings.appOrigin) return settings.appOrigin;
  const url = new URL(c.req.url);
  return LOOPBACK.has(url.hostname) ? url.origin : undefined;
}

/** The origin, or an error for the log that says what is missing. */
export function requireMailOrigin(origin: string | undefined): string {
  if (origin === undefined) throw new Error('No link was mailed: set APP_ORIGIN, the site is not called by a loopback host');
  return origin;
}
