import { expect, it } from 'vitest';
import { toTableRow } from '../../../web/pages/totals/columns.tsx';
import type { TotalRow } from '../../../worker/contracts/calls/totals.ts';

const ROW: TotalRow = {
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
};

it('a row of the totals carries its month and username as people read them, on paper too', () => {
  expect(toTableRow(ROW)).toMatchObject({ month: '2026/11', month_key: '2026-11', username: 'an (NV007)' });
  expect(toTableRow({ ...ROW, code: null }).username).toBe('an');
});

it('a person has a row of their own for each month', () => {
  const ids = [ROW, { ...ROW, month: '2026-10' }, { ...ROW, user_id: 8 }].map((row) => toTableRow(row).id);
  expect(new Set(ids).size).toBe(3);
});
