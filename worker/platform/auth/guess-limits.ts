import type { Device } from './device-cookie.ts';
import type { Limit } from './rate-limiter.ts';

const MAX_PER_ACCOUNT = 5;
const MAX_PER_ADDRESS = 20;
const MAX_CODES_BY_STRANGERS = 20;

/** What counts all failures of strangers at an account. It has no limit, or anybody could lock the owner out: it only slows strangers. */
export const toAccountSubject = (usernameFold: string) => `account:${usernameFold}`;

/** The limit of guesses at an account from one address, or from a device that signed in before. */
export function accountLimit(usernameFold: string, address: string, knownDevice: Device | undefined): Limit {
  const from = knownDevice ? `device:${knownDevice.id}` : `address:${address}`;
  return { subject: `${toAccountSubject(usernameFold)}:${from}`, limit: MAX_PER_ACCOUNT };
}

/** Limits of a guess at a password. A device that signed in before has a budget of its own, which strangers cannot use up. */
export function passwordLimits(usernameFold: string, address: string, knownDevice: Device | undefined): Limit[] {
  const ofAccount = accountLimit(usernameFold, address, knownDevice);
  if (knownDevice) return [ofAccount];
  return [
    ofAccount,
    { subject: `address:${address}`, limit: MAX_PER_ADDRESS },
    { subject: toAccountSubject(usernameFold), limit: Infinity },
  ];
}

/** Limits of a guess at the code, by somebody who knows the password. Six digits need a total for strangers, wherever they call from. */
export function codeLimits(userId: number, address: string, knownDevice: Device | undefined): Limit[] {
  const from = knownDevice ? `device:${knownDevice.id}` : `address:${address}`;
  const ofAccount = { subject: `second-factor:${userId}:${from}`, limit: MAX_PER_ACCOUNT };
  return knownDevice ? [ofAccount] : [ofAccount, { subject: `second-factor:${userId}`, limit: MAX_CODES_BY_STRANGERS }];
}

/** A stranger waits this long before a guess at an account that many have guessed at. */
export function slowDownMs(failures: number): number {
  if (failures < 10) return 0;
  return failures < 50 ? 1000 : 3000;
}
