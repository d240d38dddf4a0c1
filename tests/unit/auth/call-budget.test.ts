import { expect, it } from 'vitest';
import { costOfCall, spendCall } from '../../../worker/platform/auth/call-budget.ts';

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
