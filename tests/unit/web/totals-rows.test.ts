import { describe, expect, it } from 'vitest';
import { daysWithin, recordsPath } from '../../../web/features/month-close/record-paths.ts';
import { toTableRow } from '../../../web/features/totals/columns.tsx';
import type { ListedTotal } from '../../../worker/contracts/calls/answers/totals.ts';
import { completeRange } from '../../../worker/contracts/months.ts';

const ROW: ListedTotal = {
  user_id: 7,
  username: 'an',
  code: 'NV007',
  name: 'Nguyễn Văn An',
  employee_code: null,
  area: null,
  position_name: null,
  direct_point: 1,
  mistake_point_n: 0,
  mistake_point_t: 0,
  indirect_point_yes: 0,
  indirect_point_no: 0,
  total_point_1: 1,
  total_point_2: 1.2,
  pro_index: 1.2,
  month: '2026-11',
  pro_id: null,
};

it('a row of the totals carries its month and username as people read them, on paper too', () => {
  expect(toTableRow(ROW)).toMatchObject({ month: '2026/11', month_key: '2026-11', username: 'an (NV007)' });
  expect(toTableRow({ ...ROW, code: null }).username).toBe('an');
});

it('a person has a row of their own for each month', () => {
  const ids = [ROW, { ...ROW, month: '2026-10' }, { ...ROW, user_id: 8 }].map((row) => toTableRow(row).id);
  expect(new Set(ids).size).toBe(3);
});

describe('the records behind a figure of the totals', () => {
  const DAYS = { from: '2026-10-01', to: '2026-10-31' };
  const days = 'exc_start_time=2026-10-01&exc_end_time=2026-10-31';

  it.each([
    ['direct_point', `/directs?person_id=7&${days}`],
    ['mistake_point_n', `/mistake?mistakes__user_id=7&detect_by=N&${days}`],
    ['mistake_point_t', `/mistake?mistakes__user_id=7&detect_by=T&${days}`],
    ['indirect_point_yes', `/indirect?indirects__user_id=7&indirect_point_type=C&${days}`],
    ['indirect_point_no', `/indirect?indirects__user_id=7&indirect_point_type=K&${days}`],
  ] as const)('of a person, %s', (figure, path) => expect(recordsPath(figure, [7], DAYS)).toBe(path));

  it('of everybody: all of the days', () => {
    expect(recordsPath('direct_point', undefined, DAYS)).toBe(`/directs?${days}`);
    expect(recordsPath('mistake_point_n', undefined, DAYS)).toBe(`/mistake?detect_by=N&${days}`);
  });

  it('of several people: those of each of them', () => {
    expect(recordsPath('indirect_point_yes', [7, 8], DAYS)).toBe(`/indirect?user_ids=7%2C8&indirect_point_type=C&${days}`);
    expect(recordsPath('direct_point', [7, 8], DAYS)).toBe(`/directs?person_ids=7%2C8&${days}`);
  });

  it('of a range of days: those of the month that lie in it', () => {
    const range = { from: '2026-09-20', to: '2026-10-05' };
    expect(daysWithin('2026-09', range)).toEqual({ from: '2026-09-20', to: '2026-09-30' });
    expect(daysWithin('2026-10', range)).toEqual({ from: '2026-10-01', to: '2026-10-05' });
    expect(daysWithin('2026-10', undefined)).toEqual(DAYS);
  });
});

it('half a range of days means what the server takes it for', () => {
  expect(completeRange('2026-10-05', null, '2026-10-20')).toEqual({ from: '2026-10-05', to: '2026-10-20' });
  expect(completeRange('2026-11-05', null, '2026-10-20')).toEqual({ from: '2026-11-05', to: '2026-11-30' });
  expect(completeRange('', '2026-10-05', '2026-10-20')).toEqual({ from: '2026-10-01', to: '2026-10-05' });
});
