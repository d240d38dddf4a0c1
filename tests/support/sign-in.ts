import { hashPassword } from '../../worker/passwords.ts';
import type { TestApi } from './api.ts';

export const PASSWORD = 'Mat-Khau-1';
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
}

/** Signs in from an address of the caller's choice. */
export async function signIn(
  api: TestApi,
  username: string,
  { password = PASSWORD, address = '192.0.2.1', ...more }: { password?: string; address?: string; otp?: string } = {},
): Promise<SignedIn> {
  const answer = await api.call('POST', 'auth/login', {
    body: { username, password, ...more },
    headers: { 'cf-connecting-ip': address, 'user-agent': 'Test browser' },
  });
  return { ...answer, cookie: cookieOf(answer.headers) };
}

export async function refreshWith(api: TestApi, cookie: string): Promise<SignedIn> {
  const answer = await api.call('POST', 'auth/refresh-tokens', { headers: { cookie } });
  return { ...answer, cookie: cookieOf(answer.headers) };
}

/** A caller with this access token. */
export const bearer = (token: string) => ({ id: 0, role: 'none' as const, token });

function cookieOf(headers: Headers): string {
  return (headers.get('set-cookie') ?? '').split(';')[0]!;
}
