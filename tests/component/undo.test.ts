import { expect, it } from 'vitest';
import { customerRows, openStubbedApp } from '../support/stub-app.ts';

const CUSTOMERS = customerRows(3);

it('names the record it deleted, and offers to undo it', async () => {
  const app = await openStubbedApp({ role: 'Writer', rows: { customers: CUSTOMERS, operations: [{ id: 7 }] } });
  const { page } = app;
  app.answer('DELETE', 'customers/3', () => ({ json: { message: '', ids: [3] }, headers: { 'x-request-id': 'r-1' } }));
  const kept = [{ entity: 'customers', id: 3, title: 'Khách hàng 3', reason: 'duplicate', message: 'Mã này đã có ở một bản ghi khác' }];
  app.answer('POST', 'operations/7/undo', () => ({ json: { operation_id: 8, attempt_id: 8, status: 'done', reversed: 1, kept } }));
  await app.go('/customers');
  await page.getByRole('button', { name: 'Thao tác khác' }).nth(2).click();
  await page.getByRole('menuitem', { name: 'Xóa' }).click();
  await page.getByRole('button', { name: 'Có, xóa!' }).click();
  const notice = page.locator('[data-sonner-toast]');
  await notice.filter({ hasText: 'Bạn đã xóa bản ghi 3' }).filter({ hasText: 'Khách hàng 3 C3. ' }).waitFor();
  await notice.getByRole('button', { name: 'Hoàn tác' }).click();
  await notice.filter({ hasText: 'Đã hoàn tác 1 bản ghi' }).filter({ hasText: 'Khách hàng 3: Mã này đã có' }).waitFor();
  app.answer('GET', 'operations/8/kept', ({ query }) => {
    const from = (Number(query.get('page')) - 1) * 20;
    const data = Array.from({ length: Math.min(20, 25 - from) }, (_, n) => ({
      ...kept[0],
      id: from + n + 3,
      title: n === 0 ? '2026-11-17' : null,
    }));
    return { json: { data, total: 25, per_page: 20, current_page: Number(query.get('page')), from: from + 1, to: from + data.length } };
  });
  await notice.getByRole('button', { name: 'Xem bản ghi được giữ' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Giữ nguyên 25 bản ghi' });
  await dialog.getByRole('link', { name: 'Khách hàng 2026/11/17', exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Trang sau' }).click();
  await dialog.getByRole('link', { name: 'Khách hàng #27' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

it('says what came of an undo that the queue does, once it is done, in place of the notice that it is under way', async () => {
  const app = await openStubbedApp({ role: 'Writer', rows: { customers: CUSTOMERS, operations: [{ id: 7 }] } });
  const { page } = app;
  app.expect(/Failed to load resource/);
  let status = 'running';
  app.answer('DELETE', 'customers/3', () => ({ json: { message: '', ids: [3] }, headers: { 'x-request-id': 'r-1' } }));
  app.answer('POST', 'operations/7/undo', () => ({ json: { operation_id: 8, attempt_id: 8, status: 'queued', reversed: 0, kept: [] } }));
  // The server may be too busy to answer, more often than a query asks.
  const missed: { status?: number; lost?: boolean }[] = [{ status: 503 }, { lost: true }, { status: 503 }, { status: 503 }];
  app.answer('GET', 'operations/8', () => {
    const run = { id: 8, counts: { created: 0, updated: 1990, deleted: 0 }, kept_count: 10, run: { status } };
    return missed.shift() ?? { json: { ...run, reason: status === 'running' ? 'running' : null } };
  });
  app.answer('GET', 'operations/8/kept', () => ({
    json: {
      data: [{ entity: 'customers', id: 5, title: null, reason: 'changed_since', message: 'Lan đã sửa bản ghi này sau đó' }],
      total: 10,
    },
  }));
  await app.go('/customers');
  await page.getByRole('button', { name: 'Thao tác khác' }).nth(2).click();
  await page.getByRole('menuitem', { name: 'Xóa' }).click();
  await page.getByRole('button', { name: 'Có, xóa!' }).click();
  await page.locator('[data-sonner-toast]').getByRole('button', { name: 'Hoàn tác' }).press('Enter');
  const underWay = page.locator('[data-sonner-toast]', { hasText: 'Đang hoàn tác' });
  await underWay.waitFor();
  const listed = app.callsOf('GET', 'customers').length;
  status = 'done';
  const notice = page.locator('[data-sonner-toast]', { hasText: 'Đã hoàn tác 1.990 bản ghi' });
  await notice.getByText('Giữ nguyên 10 bản ghi').waitFor();
  await notice.getByText('#5: Lan đã sửa bản ghi này sau đó').waitFor();
  await notice.getByText('… và 9 bản ghi khác').waitFor();
  expect(await underWay.count()).toBe(0);
  await expect.poll(() => app.callsOf('GET', 'customers').length).toBeGreaterThan(listed);
});

it('says that nothing was undone where no operation is known of what was written', async () => {
  const { page, answer, go } = await openStubbedApp({ role: 'Writer', rows: { customers: CUSTOMERS, operations: [] } });
  answer('DELETE', 'customers/3', () => ({ json: { message: '', ids: [3] }, headers: { 'x-request-id': 'r-1' } }));
  await go('/customers');
  await page.getByRole('button', { name: 'Thao tác khác' }).nth(2).click();
  await page.getByRole('menuitem', { name: 'Xóa' }).click();
  await page.getByRole('button', { name: 'Có, xóa!' }).click();
  await page.locator('[data-sonner-toast]').getByRole('button', { name: 'Hoàn tác' }).press('Enter');
  await page.getByText('Không có bản ghi nào được hoàn tác').waitFor();
});

it('heads the card of an operation on a phone by what was written of what, with who did it and when', async () => {
  const row = { source: 'screen', undone_by: null, undo_of: null, undoable: true, reason: null, held: 0, kept_count: 0, run: null };
  const user = { id: 2, name: 'Trần Thu Trang' };
  const written = { ...row, id: 7, at: '2026-11-18 14:02:11', user, entity: 'directs', counts: { created: 0, updated: 12, deleted: 0 } };
  const record = { id: 3, title: '2026-11-17', fields: ['point'], cleared: [] };
  const named = { ...written, id: 5, entity: 'indirects', record, counts: { created: 0, updated: 1, deleted: 0 } };
  const unchecked = { id: 4, title: 'DR-4', fields: ['is_checked', 'bikou'], cleared: ['is_checked', 'bikou'] };
  const taken = { ...written, id: 4, record: unchecked, counts: { created: 0, updated: 1, deleted: 0 } };
  const undone = { ...written, id: 6, user: null, source: 'import', entity: 'customers', undone_by: 8, undoable: false, reason: 'undone' };
  const operations = [written, { ...undone, counts: { created: 30, updated: 2, deleted: 0 } }, named, taken];
  const app = await openStubbedApp({ width: 390, touch: true, rows: { operations } });
  await app.go('/operations');
  const cards = app.page.locator('.phone-rows > li');
  await cards.nth(3).waitFor();
  const text = (of: string) => cards.locator(of).allTextContents();
  expect(await text('.font-medium')).toEqual([
    'Công việc: 12 sửa',
    'Khách hàng: 30 tạo · 2 sửa',
    'Điểm gián tiếp · 2026/11/17: 1 sửa: Điểm',
    'Công việc · DR-4: 1 sửa: Đã kiểm tra: không, Ghi chú',
  ]);
  expect(await text('.text-legend')).toEqual([
    'Trần Thu Trang2026/11/18 14:02Màn hình',
    'Hệ thống2026/11/18 14:02Đã hoàn tác bởi thao tác 8',
    'Trần Thu Trang2026/11/18 14:02Màn hình',
    'Trần Thu Trang2026/11/18 14:02Màn hình',
  ]);
});
