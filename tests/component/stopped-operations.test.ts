import { expect, it } from 'vitest';
import { openStubbedApp } from '../support/stub-app.ts';

const NAMED = {
  ...{
    source: 'screen',
    undone_by: null,
    undone_at: null,
    left: 0,
    undo_of: null,
    undoes: null,
    undoable: true,
    reason: null,
    kept_count: 0,
  },
  ...{ records: [], fields: [], cleared: [], run: null, user: { id: 2, name: 'Trương Ngọc Lan' }, entity: 'directs' },
};

it('shows what became of an operation whole, on the laptop of an office', async () => {
  const base = {
    ...NAMED,
    undoable: false,
    fields: ['tsubosuu', 'complex_factor', 'bikou', 'rank'],
    records: [{ id: 7, title: 'DR-2611-0372' }],
  };
  const undo = { ...base, id: 12, at: '2026-11-18 14:02:11', undone_by: 13, undone_at: '2026-11-18 15:00:00', kept_count: 1 };
  const operations = [{ ...undo, counts: { created: 0, updated: 1, deleted: 0 } }];
  const app = await openStubbedApp({ rows: { operations } });
  const { page } = app;
  await page.setViewportSize({ width: 1366, height: 768 });
  await app.go('/operations');
  const cell = page.getByRole('button', { name: 'Giữ nguyên 1 bản ghi' });
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
  const run = { status: 'cancelled', total: 1200, done: 500, unchanged: 0, without_points: 0, message: null };
  const counts = { created: 0, updated: 1200, deleted: 0 };
  const stopped = { undone_by: 12, undone_at: '2026-11-18 14:02:11', left: 700 };
  const undone = {
    ...NAMED,
    ...stopped,
    id: 11,
    at: '2026-11-18 10:21:00',
    counts,
    records: [{ id: 7, title: 'DR-7' }],
    fields: ['bikou'],
  };
  const part = { ...NAMED, id: 12, at: '2026-11-18 14:02:11', source: 'undo', undo_of: 11, undoes: undone, run };
  const operations = [{ ...part, counts: { ...counts, updated: 500 } }, undone];
  const app = await openStubbedApp({ rows: { operations } });
  const { page } = app;
  await page.setViewportSize({ width: 1366, height: 768 });
  app.answer('POST', 'operations/11/undo', () => ({ json: { operation_id: 13, attempt_id: 13, status: 'queued', reversed: 0, kept: [] } }));
  app.answer('GET', 'operations/13', () => ({ json: { ...operations[0], id: 13, counts: { created: 0, updated: 200, deleted: 0 } } }));
  app.answer('GET', 'operations/13/kept', () => ({ json: { data: [], total: 0, per_page: 10, current_page: 1, from: null, to: null } }));
  await app.go('/operations');
  await page.locator('tr[data-row-id="11"]').waitFor();
  expect(await page.locator('tr[data-row-id="11"]').textContent()).toContain('Đã hoàn tác một phần lúc 14:02 2026/11/18, còn 700 bản ghi');
  const name = 'lần sửa 1.200 công việc lúc 10:21 2026/11/18';
  await page.getByText(`Hoàn tác ${name}`).waitFor();
  const button = page.getByRole('button', { name: `Hoàn tác nốt 700: ${name}`, exact: true });
  expect(await button.textContent()).toBe('Hoàn tác nốt 700');
  await button.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Hoàn tác ${name}?` });
  await dialog.getByText('Sửa 1.200 công việc: Ghi chú (DR-7, +1.199)').waitFor();
  await dialog.getByRole('button', { name: 'Hoàn tác' }).press('Enter');
  await expect.poll(() => app.callsOf('POST', 'operations/11/undo').length).toBe(1);
  const notice = page.locator('[data-sonner-toast]', { hasText: 'Đã hoàn tác 200 bản ghi' });
  await notice.getByText('có thể hoàn tác tiếp phần còn lại tại đây').waitFor();
  await notice.getByRole('button', { name: 'Hoàn tác tiếp' }).press('Enter');
  await expect.poll(() => app.callsOf('POST', 'operations/11/undo').length).toBe(2);
});
