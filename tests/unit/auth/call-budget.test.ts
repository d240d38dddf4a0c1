import { expect, it } from 'vitest';
import { CallCost, costOfCall, spendCall } from '../../../worker/platform/auth/call-budget.ts';

it('lets a person make 600 calls a minute, then answers how long to wait; others are not limited', () => {
  const spend = (userId: number, at: number) => {
    try {
      spendCall(userId, at, 600);
      return 'let through';
    } catch (error) {
      return (error as { options: { retryAfter: number } }).options.retryAfter;
    }
  };
  const start = 1_000_000;
  const answers = Array.from({ length: 601 }, () => spend(1, start));
  expect(answers.filter((answer) => answer === 'let through')).toHaveLength(600);
  expect(answers.at(-1)).toBe(60);
  expect(spend(1, start + 59_000)).toBe(1);
  expect(spend(2, start)).toBe('let through');
  expect(spend(1, start + 60_000)).toBe('let through');
});

it('counts a long list as several calls, and anything else as one', () => {
  expect(['10', '4999', '5000', '50000'].map(costOfCall)).toEqual([1, 1, 2, 11]);
  expect([undefined, '', 'abc', '-5', '1e9', '999999999'].map(costOfCall)).toEqual([1, 1, 1, 1, 1, 1]);
});

it('takes the work of a call from what is left, at most a twentieth of a minute, and refuses the next', () => {
  const start = 9_000_000;
  const callAfter = (cost: { rows?: number; bytes?: number }, times: number, person: number) => () => {
    for (let n = 0; n < times; n++) {
      spendCall(person, start, 600);
      const call = new CallCost(person, 600, 1);
      for (let piece = 0; piece < 10; piece++) call.add({ rows: (cost.rows ?? 0) / 10, bytes: (cost.bytes ?? 0) / 10 });
    }
    spendCall(person, start, 600);
  };
  expect(callAfter({ rows: 200 }, 599, 11), '20 rows of a list').not.toThrow();
  expect(callAfter({ rows: 12_000 }, 40, 12), 'the file of a list of 1,640').not.toThrow();
  expect(callAfter({ rows: 12_000 }, 55, 13)).toThrow();
  expect(callAfter({ bytes: 500_000 }, 42, 14), 'an edit of 1,000 long texts').toThrow();
  expect(callAfter({ rows: 5_000_000 }, 19, 15), 'the whole of a large company').not.toThrow();
  expect(callAfter({ rows: 5_000_000 }, 20, 16)).toThrow();
});
