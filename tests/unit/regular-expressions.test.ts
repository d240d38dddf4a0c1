import { expect, it } from 'vitest';
import { checkExpression, findRegularExpressions } from '../../scripts/run/regular-expressions.ts';

it('finds literals and constructed expressions with their lines', () => {
  const code = [
    'const a = /x+$/u;',
    "const b = new RegExp('y*');",
    'const c = new RegExp(`z$' + '{a}+`, "g");',
    'const d = 1 / 2 / 3;',
  ].join('\n');
  expect(findRegularExpressions(code)).toEqual([
    { source: 'x+$', flags: 'u', line: 1 },
    { source: 'y*', flags: '', line: 2 },
    { source: 'zx+', flags: 'g', line: 3 },
  ]);
});

it('tells quadratic and exponential expressions from linear ones', async () => {
  expect(await checkExpression({ source: '^a+b$', flags: '' })).toBe('safe');
  expect(await checkExpression({ source: '\\s+$', flags: '' })).toContain('polynomial');
  expect(await checkExpression({ source: '^(a|a)*$', flags: '' })).toContain('exponential');
});
