import { describe, expect, it, vi } from 'vitest';
import { BusyNetworks } from '../../../worker/platform/auth/busy-networks.ts';
import { TurnQueue } from '../../../worker/platform/turn-queue.ts';

const LIMITS = { atOnce: 1, maxWaiting: 8, maxWaitingPerLane: 4, maxWaitMs: 5000, pauseMs: 5 };
const LEASE_MS = 5000;
const tick = () => new Promise((resolve) => setTimeout(resolve, 5));
const settle = (calls: Promise<unknown>[]) => Promise.allSettled(calls);
const busyIn = (results: PromiseSettledResult<unknown>[]) =>
  results.filter((result) => result.status === 'rejected' && result.reason.code === 'too_busy' && result.reason.options.retryAfter > 0)
    .length;

describe('turns', () => {
  it('come one at a time, with a pause in which other work is done', async () => {
    const queue = new TurnQueue(LIMITS);
    let [running, most, ended] = [0, 0, -Infinity];
    const pauses: number[] = [];
    const work = async () => {
      pauses.push(performance.now() - ended);
      most = Math.max(most, ++running);
      await tick();
      running--;
      ended = performance.now();
    };
    await Promise.all(['a', 'b', 'c', 'd'].map((lane) => queue.run({ lane }, LEASE_MS, work)));
    expect(most).toBe(1);
    // A timer counts whole milliseconds.
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(LIMITS.pauseMs - 1);
  });

  it('come as many at a time as allowed, in the order of asking', async () => {
    const queue = new TurnQueue({ ...LIMITS, atOnce: 3, pauseMs: 0, maxWaiting: 40, maxWaitingPerLane: 40 });
    const order: number[] = [];
    let [running, most] = [0, 0];
    const work = async (number: number) => {
      order.push(number);
      most = Math.max(most, ++running);
      await tick();
      running--;
    };
    const numbers = Array.from({ length: 20 }, (_, number) => number);
    await Promise.all(numbers.map((number) => queue.run({ lane: 'a' }, LEASE_MS, () => work(number))));
    expect({ most, order }).toEqual({ most: 3, order: numbers });
    expect(queue.running).toBe(0);
  });

  it('let one that goes alone wait until none runs, and none begin before it has ended', async () => {
    const queue = new TurnQueue({ ...LIMITS, atOnce: 2, pauseMs: 0 });
    const events: string[] = [];
    const work = (name: string) => async () => {
      events.push(`${name}+`);
      await tick();
      events.push(`${name}-`);
    };
    const run = (name: string, isAlone = false) => queue.run({ lane: 'a', isAlone }, LEASE_MS, work(name));
    await Promise.all([run('a'), run('b'), run('c', true), run('d'), run('e')]);
    expect(events.join(' ')).toBe('a+ b+ a- b- c+ c- d+ e+ d- e-');
  });

  it('are refused where too many wait: of one lane, and in all', async () => {
    const queue = new TurnQueue(LIMITS);
    expect(busyIn(await settle(Array.from({ length: 10 }, () => queue.run({ lane: 'a' }, LEASE_MS, tick))))).toBe(5);
    const other = new TurnQueue(LIMITS);
    const lanes = Array.from({ length: 20 }, (_, n) => other.run({ lane: `lane ${n}` }, LEASE_MS, tick));
    expect(busyIn(await settle(lanes))).toBe(11);
    await expect(queue.run({ lane: 'a' }, LEASE_MS, async () => 'free again')).resolves.toBe('free again');
  });

  it('alternate between the lanes, so that a crowded one delays nobody else', async () => {
    const queue = new TurnQueue(LIMITS);
    const order: string[] = [];
    const take = (lane: string) => queue.run({ lane }, LEASE_MS, async () => void order.push(lane));
    const crowd = ['crowd', 'crowd', 'crowd', 'crowd'].map(take);
    await Promise.all([...crowd, take('single')]);
    expect(order.indexOf('single')).toBeLessThanOrEqual(1);
  });

  it('go to known callers first, but for one in four; strangers never fill their places', async () => {
    const queue = new TurnQueue({ ...LIMITS, maxWaiting: 12, maxWaitingPerLane: 12, placesForKnown: 6 });
    const order: string[] = [];
    const take = (lane: string, isKnown: boolean) => queue.run({ lane, isKnown }, LEASE_MS, async () => void order.push(lane));
    const strangers = Array.from({ length: 9 }, (_, n) => take(`stranger ${n}`, false));
    const known = Array.from({ length: 6 }, (_, n) => take(`known ${n}`, true));
    // The first stranger began at once, six wait.
    expect(busyIn(await settle([...strangers, ...known]))).toBe(2);
    expect(order.map((lane) => lane[0]).join('')).toBe('skkskkkskssss');
  });

  it('of known callers take the place of a stranger where all are taken', async () => {
    const queue = new TurnQueue({ ...LIMITS, maxWaiting: 4, maxWaitingPerLane: 4, placesForKnown: 1 });
    const take = (lane: string, isKnown: boolean) => queue.run({ lane, isKnown }, LEASE_MS, async () => lane);
    const calls = [...['a', 'b', 'c', 'd'].map((lane) => take(lane, false)), ...['e', 'f'].map((lane) => take(lane, true))];
    const answers = (await settle(calls)).map((answer) => (answer.status === 'fulfilled' ? answer.value : answer.reason.code));
    expect(answers).toEqual(['a', 'b', 'c', 'too_busy', 'e', 'f']);
  });

  it('go to strangers of quiet networks first, and the busiest gives way', async () => {
    const queue = new TurnQueue({ ...LIMITS, maxWaiting: 3 });
    const networks = new BusyNetworks();
    const order: string[] = [];
    const take = (lane: string, wide: string) => {
      networks.count([wide, lane]);
      return queue.run({ lane, busyness: () => networks.read([wide, lane]) }, LEASE_MS, async () => void order.push(lane));
    };
    const flood = ['a', 'b', 'c', 'd', 'e'].map((lane) => take(lane, 'flood'));
    const others = [take('f', 'other'), take('g', 'third')];
    expect(busyIn(await settle([...flood, ...others]))).toBe(3);
    expect(order).toEqual(['a', 'f', 'g', 'b']);
  });

  it('are given up after the longest wait', async () => {
    const queue = new TurnQueue({ ...LIMITS, maxWaitMs: 30 });
    let release = () => {};
    const held = queue.run({ lane: 'a' }, LEASE_MS, () => new Promise<void>((resolve) => (release = resolve)));
    expect(busyIn(await settle([queue.run({ lane: 'b' }, LEASE_MS, tick)]))).toBe(1);
    release();
    await held;
  });

  it('come again after a turn that was broken off or failed', async () => {
    const queue = new TurnQueue(LIMITS);
    void queue.run({ lane: 'gone' }, 40, () => new Promise(() => {}));
    await expect(queue.run({ lane: 'b' }, LEASE_MS, async () => 'after the lease')).resolves.toBe('after the lease');
    await expect(queue.run({ lane: 'c' }, LEASE_MS, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await expect(queue.run({ lane: 'd' }, LEASE_MS, async () => 'next')).resolves.toBe('next');
  });

  it('begin by a timer of the waiter itself: nothing that another request does lets it go on', async () => {
    vi.useFakeTimers();
    try {
      const queue = new TurnQueue({ ...LIMITS, pauseMs: 0 });
      const begun: string[] = [];
      let release = () => {};
      const held = queue.run({ lane: 'a' }, LEASE_MS, () => new Promise<void>((resolve) => (release = resolve)));
      const next = queue.run({ lane: 'b' }, LEASE_MS, async () => void begun.push('b'));
      release();
      await held;
      for (let step = 0; step < 100; step++) await Promise.resolve();
      expect({ begun, running: queue.running }).toEqual({ begun: [], running: 0 });
      await vi.advanceTimersByTimeAsync(25);
      await next;
      expect(begun).toEqual(['b']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('come right after the one before, and who waits looks seldom', async () => {
    vi.useFakeTimers();
    try {
      const queue = new TurnQueue({ ...LIMITS, pauseMs: 0, maxWaiting: 40, maxWaitingPerLane: 40 });
      const work = () => new Promise<number>((resolve) => setTimeout(() => resolve(Date.now()), 8));
      for (let warm = 0; warm < 20; warm++) await Promise.all([queue.run({ lane: 'a' }, LEASE_MS, work), vi.advanceTimersByTimeAsync(8)]);
      const [start, looks] = [Date.now(), vi.spyOn(globalThis, 'setTimeout')];
      const calls = Array.from({ length: 16 }, () => queue.run({ lane: 'a' }, LEASE_MS, work));
      await vi.advanceTimersByTimeAsync(16 * 12);
      const ended = await Promise.all(calls);
      expect(ended.at(-1)! - start).toBe(16 * 8);
      // One timer of each is its work's.
      expect(looks.mock.calls.length).toBeLessThan(16 * 8);
    } finally {
      vi.restoreAllMocks();
      vi.useRealTimers();
    }
  });
});
