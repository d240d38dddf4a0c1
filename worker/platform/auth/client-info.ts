import type { Context } from 'hono';
import { type Lang, langOf } from '../../contracts/text.ts';
import type { Client } from '../caller.ts';
import type { Author } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { getRefreshCookie } from './refresh-cookie.ts';

/** The origin of a call by somebody who is not signed in. */
export interface ClientInfo extends Client {
  /** Of the session that the browser has; not checked. Only calls of `/auth` carry it, and none of a program, which may keep several people's. */
  refreshToken: string | undefined;
  lang: Lang;
  requestId: string;
}

/** Kept where no proxy names the address; people are shown none instead. */
export const UNKNOWN_ADDRESS = 'unknown';
const MAX_ADDRESS_LENGTH = 64;
const MAX_USER_AGENT_LENGTH = 300;

/** The address is believed only from the header that the settings name: the one which the proxy in front sets itself. */
export function readClientInfo(c: Context, { settings }: Pick<Deps, 'settings'>): ClientInfo {
  const header = settings.clientIpHeader;
  const address = (header && c.req.header(header)?.slice(0, MAX_ADDRESS_LENGTH)) || UNKNOWN_ADDRESS;
  return {
    address,
    ...toNetworks(address),
    userAgent: c.req.header('user-agent')?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    refreshToken: c.req.header('sec-fetch-site') ? getRefreshCookie(c) : undefined,
    lang: langOf(c.req.header('accept-language')),
    requestId: c.var.requestId,
  };
}

/** The networks that an address is in, the widest first: /48, /56 and /64 of IPv6, /24 and the address itself of IPv4. */
function toNetworks(address: string): Pick<Client, 'network' | 'networks'> {
  const groups = address.toLowerCase().split(':');
  const octets = groups.at(-1)!.split('.');
  if (octets.length === 4) return { network: address, networks: [`${octets.slice(0, 3).join('.')}.0/24`, address] };
  if (groups.length < 3) return { network: address, networks: [address] };
  const gap = groups.indexOf('', 1);
  // `::` stands for as many zeros as are missing.
  const whole = gap === -1 ? groups : [...groups.slice(0, gap), ...Array(Math.max(0, 9 - groups.length)).fill('0'), ...groups.slice(gap)];
  const [a, b, c, d = '0'] = whole.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, '') || '0');
  const network = `${a}:${b}:${c}:${d}::/64`;
  return { network, networks: [`${a}:${b}:${c}::/48`, `${a}:${b}:${c}:${d.padStart(4, '0').slice(0, 2)}00::/56`, network] };
}

export function toAuthor(client: ClientInfo, userId: number | null = null): Author {
  return { user_id: userId, source: 'screen', request_id: client.requestId };
}
