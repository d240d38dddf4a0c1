import type { Context } from 'hono';
import { type Lang, langOf } from '../../contracts/text.ts';
import type { Author } from '../../db/client.ts';

/** Somebody who is not known yet: from where they call. */
export interface ClientInfo {
  /** IP address as Cloudflare saw it; every caller without one counts as the same. */
  address: string;
  userAgent: string | null;
  lang: Lang;
  requestId: string;
}

export function readClientInfo(c: Context): ClientInfo {
  return {
    address: c.req.header('cf-connecting-ip')?.slice(0, 64) ?? 'unknown',
    userAgent: c.req.header('user-agent')?.slice(0, 300) ?? null,
    lang: langOf(c.req.header('accept-language')),
    requestId: c.var.requestId,
  };
}

export function toAuthor(client: ClientInfo, userId: number | null = null): Author {
  return { user_id: userId, source: 'screen', request_id: client.requestId };
}
