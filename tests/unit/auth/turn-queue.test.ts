import { describe, expect, it } from 'vitest';
import { TurnQueue } from '../../../worker/turn-queue.ts';

const LIMITS = { atOnce: 1, pollMs: 25, maxWaiting: 8, maxWaitingPerLane: 4, maxWaitMs: 5000, pauseMs: 5, leaseMs: 5000 };
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
    await Promise.all(['a', 'b', 'c', 'd'].map((lane) => queue.run(lane, work)));
    expect(most).toBe(1);
    // A timer counts whole milliseconds.
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(LIMITS.pauseMs - 1);
  });

  it('come as many at a time as allowed, in the order of asking', async () => {
    const queue = new TurnQueue({ ...LIMITS, atOnce: 3, pollMs: 1, pauseMs: 0, maxWaiting: 40, maxWaitingPerLane: 40 });
    const order: number[] = [];
    let [running, most] = [0, 0];
    const work = async (number: number) => {
      order.push(number);
      most = Math.max(most, ++running);
      await tick();
      running--;
    };
    const numbers = Array.from({ length: 20 }, (_, number) => number);
    await Promise.all(numbers.map((number) => queue.run('a', () => work(number))));
    expect({ most, order }).toEqual({ most: 3, order: numbers });
    expect(queue.running).toBe(0);
  });

  it('are refused where too many wait: of one lane, and in all', async () => {
    const queue = new TurnQueue(LIMITS);
    expect(busyIn(await settle(Array.from({ length: 10 }, () => queue.run('a', tick))))).toBe(5);
    const other = new TurnQueue(LIMITS);
    const lanes = Array.from({ length: 20 }, (_, n) => other.run(`lane ${n}`, tick));
    expect(busyIn(await settle(lanes))).toBe(11);
    await expect(queue.run('a', async () => 'free again')).resolves.toBe('free again');
  });

  it('alternate between the lanes, so that a crowded one delays nobody else', async () => {
    const queue = new TurnQueue(LIMITS);
    const order: string[] = [];
    const take = (lane: string) => queue.run(lane, async () => void order.push(lane));
    const crowd = ['crowd', 'crowd', 'crowd', 'crowd'].map(take);
    await Promise.all([...crowd, take('single')]);
    expect(order.indexOf('single')).toBeLessThanOrEqual(1);
  });

  it('are given up after the longest wait', async () => {
    const queue = new TurnQueue({ ...LIMITS, maxWaitMs: 30 });
    let release = () => {};
    const held = queue.run('a', () => new Promise<void>((resolve) => (release = resolve)));
    expect(busyIn(await settle([queue.run('b', tick)]))).toBe(1);
    release();
    await held;
  });

  it('come again after a turn that was broken off or failed', async () => {
    const queue = new TurnQueue({ ...LIMITS, leaseMs: 40 });
    void queue.run('gone', () => new Promise(() => {}));
    await expect(queue.run('b', async () => 'after the lease')).resolves.toBe('after the lease');
    await expect(queue.run('c', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await expect(queue.run('d', async () => 'next')).resolves.toBe('next');
  });
});
