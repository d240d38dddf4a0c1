import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { isSignedText, randomToken, sha256, signText } from '../crypto.ts';
import type { Deps } from '../deps.ts';
import { cookieName, cookieOptions } from './cookies.ts';

const PURPOSE = 'device cookie';
const YEAR_SECONDS = 365 * 86_400;
const MAX_ACCOUNTS = 5;

/** A browser that signed in before: its id, and the accounts that did, as hashes. */
export interface Device {
  id: string;
  accounts: readonly string[];
}

const hashAccount = async (usernameFold: string) => (await sha256(`device:${usernameFold}`)).slice(0, 22);

/** The device that a request names and the server has signed; undefined for a stranger. */
export async function readDevice(c: Context, { settings }: Deps): Promise<Device | undefined> {
  const [id = '', accounts = '', signature = ''] = (getCookie(c, cookieName(c, 'tensu_device')) ?? '').split('.');
  if (!(await isSignedText(`${id}.${accounts}`, signature, settings.jwtSecrets, PURPOSE))) return undefined;
  return { id, accounts: accounts.split('~') };
}

/** Whether this account has signed in on the device before. */
export async function hasSignedInOn(device: Device | undefined, usernameFold: string): Promise<boolean> {
  return device?.accounts.includes(await hashAccount(usernameFold)) ?? false;
}

/** Remembers that the account signed in on this device. The cookie gives no access: wrong passwords from a known device are counted separately. */
export async function rememberDevice(c: Context, deps: Deps, usernameFold: string): Promise<void> {
  const device = await readDevice(c, deps);
  const account = await hashAccount(usernameFold);
  const accounts = [account, ...(device?.accounts ?? []).filter((each) => each !== account)].slice(0, MAX_ACCOUNTS);
  const text = `${device?.id ?? randomToken(12)}.${accounts.join('~')}`;
  const value = `${text}.${await signText(text, deps.settings.jwtSecrets[0]!, PURPOSE)}`;
  setCookie(c, cookieName(c, 'tensu_device'), value, { ...cookieOptions(c), maxAge: YEAR_SECONDS });
}
