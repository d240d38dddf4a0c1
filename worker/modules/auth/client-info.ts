import type { Context } from 'hono';
import { type Lang, langOf } from '../../contracts/text.ts';
import type { Author } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';

/** From where somebody calls who is not signed in. */
export interface ClientInfo {
  /** IP address; every caller whose address is not known counts as the same. */
  address: string;
  userAgent: string | null;
  lang: Lang;
  requestId: string;
}

const UNKNOWN_ADDRESS = 'unknown';
const MAX_ADDRESS_LENGTH = 64;
const MAX_USER_AGENT_LENGTH = 300;

/** The address is believed only from the header that the settings name: the one which the proxy in front sets itself. */
export function readClientInfo(c: Context, { settings }: Pick<Deps, 'settings'>): ClientInfo {
  const header = settings.clientIpHeader;
  return {
    address: (header && c.req.header(header)?.slice(0, MAX_ADDRESS_LENGTH)) || UNKNOWN_ADDRESS,
    userAgent: c.req.header('user-agent')?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    lang: langOf(c.req.header('accept-language')),
    requestId: c.var.requestId,
  };
}

export function toAuthor(client: ClientInfo, userId: number | null = null): Author {
  return { user_id: userId, source: 'screen', request_id: client.requestId };
}
