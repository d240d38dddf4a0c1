import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { TurnQueue, type Waiter } from '../turn-queue.ts';
import { BusyNetworks } from './busy-networks.ts';

const COST = { N: 16_384, r: 8, p: 5, maxmem: 64 * 1024 * 1024 };
const LENGTH = 32;

declare const turnBrand: unique symbol;
/** Proof that the caller holds the turn to hash. */
export type HashTurn = { [turnBrand]: true };

const TURN = {} as HashTurn;
/** Longer than any caller hashes. */
const LEASE_MS = 10_000;

/** A hash keeps the isolate busy for about 0.2 s, so one runs at a time and other calls get their share in between. */
const hashQueue = new TurnQueue({
  atOnce: 1,
  maxWaiting: 64,
  maxWaitingPerLane: 12,
  placesForKnown: 16,
  crowd: 6,
  maxWaitMs: 20_000,
  pauseMs: 60,
});

const busyNetworks = new BusyNetworks();

/**
 * Who wants a hash: a person whom a session, a link or the device has proven (`knownAs`, an account), or a stranger from these networks, the
 * widest first.
 */
export type HashCaller = { knownAs: string } | { networks: readonly string[] };

/**
 * Waits for the turn to hash passwords and runs the work in it. Known people go first; strangers whose networks called least go before the
 * others. 503 with Retry-After when too many wait; nothing of the work has been done then.
 */
export function withHashTurn<T>(caller: HashCaller, work: (turn: HashTurn) => Promise<T>): Promise<T> {
  return hashQueue.run(toWaiter(caller), LEASE_MS, () => work(TURN));
}

/** Whether so many strangers wait that each would wait for seconds. */
export const isCrowded = (): boolean => hashQueue.isCrowded;

function toWaiter(caller: HashCaller): Waiter {
  if ('knownAs' in caller) return { lane: `known ${caller.knownAs}`, isKnown: true };
  const { networks } = caller;
  busyNetworks.count(networks);
  return { lane: networks.at(-1) ?? '', busyness: () => busyNetworks.read(networks) };
}

/** Scripts and tests, which ask for no turn. */
const OWN_SCRIPTS: HashCaller = { knownAs: 'script' };

/** A password as `scrypt$<salt>$<hash>`, both base64, with a salt of its own. */
export async function hashPassword(password: string, turn?: HashTurn): Promise<string> {
  if (!turn) return withHashTurn(OWN_SCRIPTS, (own) => hashPassword(password, own));
  const salt = randomBytes(16);
  return `scrypt$${salt.toString('base64')}$${(await derive(password, salt)).toString('base64')}`;
}

/** Compares in constant time. Without a stored hash it takes as long and returns false, so that the time reveals nothing. */
export async function verifyPassword(password: string, stored: string | null | undefined, turn?: HashTurn): Promise<boolean> {
  if (!turn) return withHashTurn(OWN_SCRIPTS, (own) => verifyPassword(password, stored, own));
  const [scheme, salt, hash] = (stored ?? '').split('$');
  const known = scheme === 'scrypt' && salt !== undefined && hash !== undefined;
  const derived = await derive(password.slice(0, 128), known ? Buffer.from(salt, 'base64') : Buffer.alloc(16));
  const expected = known ? Buffer.from(hash, 'base64') : Buffer.alloc(LENGTH);
  return timingSafeEqual(derived, expected) && known;
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, LENGTH, COST, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
