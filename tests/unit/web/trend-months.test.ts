import { expect, it } from 'vitest';
import { labelMonths } from '../../../web/features/dashboard/trend-bars.tsx';

const months = (...names: string[]) => names.map((month) => ({ month }));

it('writes each month, with its year where one begins and at the left end', () => {
  expect(labelMonths(months('2025-11', '2025-12', '2026-01'), false)).toEqual([['11', '2025'], '12', ['01', '2026']]);
  expect(labelMonths(months('2025-12', '2026-01', '2026-02'), false)).toEqual(['12', ['01', '2026'], '02']);
});

it('leaves every other month out where the names would touch, and never January', () => {
  expect(labelMonths(months('2025-12', '2026-01', '2026-02', '2026-03'), true)).toEqual(['', ['01', '2026'], '', '03']);
  expect(labelMonths(months('2025-10', '2025-11', '2025-12', '2026-01'), true)).toEqual(['', '11', '', ['01', '2026']]);
  expect(labelMonths(months('2026-02', '2026-03', '2026-04', '2026-05'), true)).toEqual(['', ['03', '2026'], '', '05']);
});
