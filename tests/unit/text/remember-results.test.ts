import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { rememberResults } from '../../../worker/platform/text/remember-results.ts';

test('the result of a value is computed once, of a thousand short values', () => {
  const computed: unknown[] = [];
  const double = rememberResults((value: string | number) => {
    computed.push(value);
    return `${value}${value}`;
  });
  expect(double('a')).toBe('aa');
  expect(double(1)).toBe('11');
  expect(double('1')).toBe('11');
  expect(double('a')).toBe('aa');
  expect(double(1)).toBe('11');
  expect(computed).toEqual(['a', 1, '1']);
  const long = 'x'.repeat(101);
  expect(double(long)).toEqual(long + long);
  expect(double(long)).toEqual(long + long);
  for (let n = 0; n < 2000; n += 1) for (const _ of ['once', 'again']) double(`value ${n % 1998}`);
  computed.length = 0;
  expect(double('value 0')).toBe('value 0value 0');
  expect(double('value 1997')).toBe('value 1997value 1997');
  expect(computed).toEqual(['value 1997']);
});

test('values of which less than half come again are forgotten, and none is remembered from there on', () => {
  const computed: string[] = [];
  const double = rememberResults((value: string) => {
    computed.push(value);
    return value + value;
  });
  for (let n = 0; n < 999; n += 1) double(`code ${n}`);
  computed.length = 0;
  for (let n = 0; n < 499; n += 1) double(`code ${n}`);
  expect(computed).toEqual([]);
  double('code 999');
  const after = ['code 0', 'code 999', 'new', 'new'];
  computed.length = 0;
  for (const value of after) double(value);
  expect(computed).toEqual(after);
});

test('a remembered part of a long text does not keep all of that text in memory', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const heldMegabytes = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed / 1e6;
  };
  const remember = rememberResults((value: string) => ({ value }));
  const before = heldMegabytes();
  for (let n = 0; n < 300; n += 1) {
    const sheet = `${'0123456789'.repeat(25_000)} a note of row ${n} that is long enough `;
    remember(sheet.slice(250_001, -1));
  }
  expect(heldMegabytes() - before).toBeLessThan(20);
  expect(remember('a note of row 7 that is long enough').value).toBe('a note of row 7 that is long enough');
});
