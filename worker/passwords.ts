import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { TurnQueue } from './turn-queue.ts';

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
  maxWaiting: 32,
  maxWaitingPerLane: 12,
  maxWaitMs: 20_000,
  pauseMs: 60,
});

/**
 * Waits for the turn to hash passwords and runs the work in it. `lane` is the caller's address or account. 503 with Retry-After when
 * too many wait; nothing of the work has been done then.
 */
export function withHashTurn<T>(lane: string, work: (turn: HashTurn) => Promise<T>): Promise<T> {
  return hashQueue.run(lane, LEASE_MS, () => work(TURN));
}

/** Lane of callers that need no lane of their own. */
const DEFAULT_LANE = '';

/** A password as `scrypt$<salt>$<hash>`, both base64, with a salt of its own. */
export async function hashPassword(password: string, turn?: HashTurn): Promise<string> {
  if (!turn) return withHashTurn(DEFAULT_LANE, (own) => hashPassword(password, own));
  const salt = randomBytes(16);
  return `scrypt$${salt.toString('base64')}$${(await derive(password, salt)).toString('base64')}`;
}

/** Compares in constant time. Without a stored hash it takes as long and returns false, so that the time reveals nothing. */
export async function verifyPassword(password: string, stored: string | null | undefined, turn?: HashTurn): Promise<boolean> {
  if (!turn) return withHashTurn(DEFAULT_LANE, (own) => verifyPassword(password, stored, own));
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
