import { expect, it } from 'vitest';
import { openStubbedApp } from '../support/stub-app.ts';

it('shows what became of an operation whole, on the laptop of an office', async () => {
  const base = { source: 'screen', undoable: false, held: 0, run: null, user: { id: 2, name: 'Trương Ngọc Lan' }, entity: 'directs' };
  const record = { id: 7, title: 'DR-2611-0372', fields: ['tsubosuu', 'complex_factor', 'bikou', 'rank'], cleared: [] };
  const undo = { ...base, id: 12, at: '2026-11-18 14:02:11', undo_of: 11, undone_by: 13, kept_count: 1, reason: null };
  const operations = [{ ...undo, record, counts: { created: 0, updated: 1, deleted: 0 } }];
  const app = await openStubbedApp({ rows: { operations } });
  const { page } = app;
  await page.setViewportSize({ width: 1366, height: 768 });
  await app.go('/operations');
  const cell = page.getByRole('cell', { name: 'Giữ nguyên 1 bản ghi' });
  await cell.waitFor();
  const cut = await page.locator('tr[data-row-id="12"] td.wraps').evaluateAll((cells) =>
    cells.map((one) => {
      const text = document.createRange();
      text.selectNodeContents(one);
      return text.getBoundingClientRect().right > one.getBoundingClientRect().right || one.scrollWidth > one.clientWidth;
    }),
  );
  expect(cut).toEqual([false, false]);
  const table = page.locator('.table-scroll');
  expect(await table.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
});

it('says how much an undo left that was stopped, and undoes the rest after a question', async () => {
  const base = { source: 'screen', held: 0, kept_count: 0, user: { id: 2, name: 'Trương Ngọc Lan' }, entity: 'directs', record: null };
  const run = { status: 'cancelled', total: 1200, done: 500, unchanged: 0, without_points: 0, message: null };
  const undone = {
    ...base,
    id: 11,
    at: '2026-11-18 14:00:00',
    undo_of: null,
    undone_by: 12,
    left: 700,
    undoable: true,
    reason: null,
    run: null,
  };
  const part = { ...base, id: 12, at: '2026-11-18 14:02:11', undo_of: 11, undone_by: null, left: 0, undoable: true, reason: null, run };
  const operations = [
    { ...part, source: 'undo', counts: { created: 0, updated: 500, deleted: 0 } },
    { ...undone, counts: { created: 0, updated: 1200, deleted: 0 } },
  ];
  const app = await openStubbedApp({ rows: { operations } });
  const { page } = app;
  await page.setViewportSize({ width: 1366, height: 768 });
  app.answer('POST', 'operations/11/undo', () => ({ json: { operation_id: 13, attempt_id: 13, status: 'queued', reversed: 0, kept: [] } }));
  app.answer('GET', 'operations/13', () => ({ json: { ...operations[0], id: 13, counts: { created: 0, updated: 200, deleted: 0 } } }));
  app.answer('GET', 'operations/13/kept', () => ({ json: { data: [], total: 0, per_page: 10, current_page: 1, from: null, to: null } }));
  await app.go('/operations');
  await page.getByRole('cell', { name: 'Mới hoàn tác một phần bởi thao tác 12, còn 700 bản ghi' }).waitFor();
  await page.getByRole('button', { name: 'Hoàn tác nốt phần còn lại của thao tác 11' }).press('Enter');
  await page.getByRole('dialog', { name: 'Hoàn tác nốt 700 bản ghi còn lại?' }).getByRole('button', { name: 'Hoàn tác' }).press('Enter');
  await expect.poll(() => app.callsOf('POST', 'operations/11/undo').length).toBe(1);
  const notice = page.locator('[data-sonner-toast]', { hasText: 'Đã hoàn tác 200 bản ghi' });
  await notice.getByText('có thể hoàn tác tiếp phần còn lại tại đây').waitFor();
  await notice.getByRole('button', { name: 'Hoàn tác tiếp' }).press('Enter');
  await expect.poll(() => app.callsOf('POST', 'operations/11/undo').length).toBe(2);
});
