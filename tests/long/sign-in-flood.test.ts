import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../../worker/platform/auth/passwords.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { insert } from '../worker/calculation-month.ts';

const PASSWORD = 'Duong-Xanh-1';
const ADDRESS_HEADER = 'x-client-ip';
const [CONNECTIONS, KNOWN, NEW] = [40, 4, 10];
let stack: Stack;
beforeAll(async () => {
  const password = await hashPassword(PASSWORD);
  stack = await startStack({
    vars: { CLIENT_IP_HEADER: ADDRESS_HEADER },
    prepare: async (client) => {
      await insert(client, 'users', { username: 'chi', username_fold: 'chi', name: 'Chi', password });
    },
  });
});
afterAll(() => stack.close());

interface SignIn {
  address: string;
  username?: string;
  password?: string;
  cookie?: string;
  signal?: AbortSignal;
}

async function signIn({ address, username = 'chi', password = PASSWORD, cookie = '', signal }: SignIn) {
  const answer = await stack.fetch('/api/v1/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', [ADDRESS_HEADER]: address, cookie },
    body: JSON.stringify({ username, password }),
    ...(signal && { signal }),
  });
  await answer.text();
  const device = answer.headers.getSetCookie().find((each) => each.includes('tensu_device'));
  return { status: answer.status, cookie: device?.split(';')[0] ?? '' };
}

/** Strangers guess from 200 addresses on so many connections, again and again, until the work has ended. */
async function floodDuring<T>(work: () => Promise<T>): Promise<T> {
  const over = new AbortController();
  let guesses = 0;
  const guess = async () => {
    while (!over.signal.aborted) {
      const n = guesses++;
      await signIn({ address: `10.${n % 200}.0.1`, username: `ghost${n}`, password: 'Wrong-password-1', signal: over.signal });
    }
  };
  const flood = Array.from({ length: CONNECTIONS }, () => guess().catch(() => expect(over.signal.aborted).toBe(true)));
  const result = await work().finally(() => over.abort());
  await Promise.all(flood);
  return result;
}

/** Two at a time. */
async function repeat(times: number, call: (n: number) => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  let next = 0;
  const inTurn = async () => {
    while (next < times) statuses.push((await call(next++)).status);
  };
  await Promise.all([inTurn(), inTurn()]);
  return statuses;
}

describe('while 40 connections send wrong passwords from 200 addresses', () => {
  it('every device that signed in before gets in, and 9 of 10 new ones', async () => {
    const { cookie } = await signIn({ address: '192.0.2.1' });
    const { known, strangers } = await floodDuring(async () => ({
      known: await repeat(KNOWN, () => signIn({ address: '198.51.100.7', cookie })),
      strangers: await repeat(NEW, (n) => signIn({ address: `203.0.${n}.9` })),
    }));
    expect(known.filter((status) => status === 200)).toHaveLength(KNOWN);
    expect(strangers.filter((status) => status === 200).length).toBeGreaterThanOrEqual(0.9 * NEW);
  });
});
