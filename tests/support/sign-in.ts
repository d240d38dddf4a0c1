import { hashPassword } from '../../worker/platform/auth/passwords.ts';
import type { TestApi } from './api.ts';

export const PASSWORD = 'Duong-Xanh-1';
let hash: string | undefined;

/** Gives these people the tests' password. */
export async function givePasswords({ client }: TestApi, usernames: string[]): Promise<void> {
  hash ??= await hashPassword(PASSWORD);
  for (const username of usernames)
    await client.execute({ sql: 'UPDATE users SET password = ? WHERE username = ?', args: [hash, username] });
}

export interface SignedIn {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  body: any;
  headers: Headers;
  /** The refresh cookie as a Cookie header. */
  cookie: string;
  /** The cookie of the device, as a Cookie header. */
  device: string;
}

/** Signs in from an address of the caller's choice. */
export async function signIn(
  api: TestApi,
  username: string,
  {
    password = PASSWORD,
    address = '192.0.2.1',
    device,
    ...more
  }: { password?: string; address?: string; device?: string; otp?: string } = {},
): Promise<SignedIn> {
  const answer = await api.call('POST', 'auth/login', {
    body: { username, password, ...more },
    headers: { 'cf-connecting-ip': address, 'user-agent': 'Test browser', ...(device && { cookie: device }) },
  });
  return { ...answer, cookie: cookieIn(answer.headers, 'tensu_refresh'), device: cookieIn(answer.headers, 'tensu_device') };
}

export async function refreshWith(api: TestApi, cookie: string): Promise<SignedIn> {
  const answer = await api.call('POST', 'auth/refresh-tokens', { headers: { cookie } });
  return { ...answer, cookie: cookieIn(answer.headers, 'tensu_refresh'), device: cookieIn(answer.headers, 'tensu_device') };
}

/** A caller with this access token. */
export const bearer = (token: string) => ({ id: 0, role: 'none' as const, token });

/** A cookie of the answer as a Cookie header; empty without one. */
function cookieIn(headers: Headers, name: string): string {
  return (
    headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0]!)
      .find((cookie) => cookie.startsWith(`${name}=`)) ?? ''
  );
}
