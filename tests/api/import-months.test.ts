import { expect, it } from 'vitest';
import { openApi } from '../support/api.ts';
import { importRows } from '../support/imports.ts';

it('a month of a file is a month or its first day; any other day is refused with that word', async () => {
  const api = await openApi();
  const heads = ['scale_code', 'result_design_formula', 'result_check_formula', 'valid_from'];
  const months = ['2026-12', '01/12/2026', '31/12/2026', '2026-12-15'];
  const rows = months.map((month, n) => [`C${n}`, '1', '1', month]);
  const done = await importRows(api, 'formula-results', [heads, ...rows], { as: api.people.admin, mode: 'valid_rows' });
  expect(done.inserted).toBe(2);
  expect(done.errors.map(({ row }: { row: number }) => row)).toEqual([4, 5]);
  for (const { message } of done.errors) expect(message).toContain('ngày đầu tháng');
  const { rows: stored } = await api.client.execute('SELECT valid_from FROM formula_results ORDER BY id');
  expect(stored.map((row) => row.valid_from)).toEqual(['2026-12', '2026-12']);
});
