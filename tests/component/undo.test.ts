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
  await page.getByRole('button', { name: 'Thao tác khác: Khách hàng 3' }).click();
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

it('offers to undo what it deleted in a scenario, as what is live', async () => {
  const rule_scenarios = [{ id: 7, name: 'Thử', status: 'draft' }];
  const app = await openStubbedApp({
    rows: { tsubos: [{ id: 1, scale_factor_code: 'A', version: 1 }], rule_scenarios, operations: [{ id: 8 }] },
  });
  const { page } = app;
  app.answer('DELETE', 'tsubos/1', () => ({ json: { message: '', ids: [1] }, headers: { 'x-request-id': 'r-1' } }));
  app.answer('POST', 'operations/8/undo', () => ({ json: { operation_id: 9, attempt_id: 9, status: 'done', reversed: 1, kept: [] } }));
  await app.go('/tsubo');
  await page.evaluate(() => sessionStorage.setItem('scenario', JSON.stringify({ id: 7, name: 'Thử', user_id: 1 })));
  await app.go('/tsubo');
  await page.getByText('Đang ở trong phương án').waitFor();
  await page.locator('.data-table tbody').getByRole('button', { name: 'Thao tác khác' }).click();
  await page.getByRole('menuitem', { name: 'Xóa' }).click();
  await page.getByRole('button', { name: 'Có, xóa!' }).click();
  await page.locator('[data-sonner-toast]').getByRole('button', { name: 'Hoàn tác' }).click();
  await page.locator('[data-sonner-toast]').filter({ hasText: 'Đã hoàn tác 1 bản ghi' }).waitFor();
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
  await page.getByRole('button', { name: 'Thao tác khác: Khách hàng 3' }).click();
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
  await page.getByRole('button', { name: 'Thao tác khác: Khách hàng 3' }).click();
  await page.getByRole('menuitem', { name: 'Xóa' }).click();
  await page.getByRole('button', { name: 'Có, xóa!' }).click();
  await page.locator('[data-sonner-toast]').getByRole('button', { name: 'Hoàn tác' }).press('Enter');
  await page.getByText('Không có bản ghi nào được hoàn tác').waitFor();
});

it('heads the card of an operation on a phone by what was written of what, with who did it and when', async () => {
  const row = {
    ...{ source: 'screen', undone_by: null, undone_at: null, left: 0, undo_of: null, undoes: null, undoable: true, reason: null },
    ...{ records: [], fields: [], cleared: [], kept_count: 0, run: null },
  };
  const user = { id: 2, name: 'Trần Thu Trang' };
  const one = { created: 0, updated: 1, deleted: 0 };
  const records = [1, 2, 3].map((id) => ({ id, title: `DR-${id}` }));
  const written = { ...row, id: 7, at: '2026-11-18 14:02:11', user, entity: 'directs', counts: { ...one, updated: 12 } };
  const named = { ...written, id: 5, entity: 'indirects', records: [{ id: 3, title: '2026-11-17' }], fields: ['point'], counts: one };
  const unchecked = { ...written, id: 4, fields: ['is_checked', 'bikou'], cleared: ['is_checked', 'bikou'], counts: one };
  const undone = { ...written, id: 6, user: null, source: 'import', entity: 'customers', undone_by: 8, undone_at: '2026-11-17 15:00:00' };
  const operations = [
    { ...written, records, fields: ['bikou'] },
    { ...undone, undoable: false, reason: 'undone', counts: { created: 30, updated: 2, deleted: 0 } },
    named,
    unchecked,
    { ...written, id: 3, source: 'undo', undo_of: 7, undoes: { ...written, at: '2026-11-18 10:21:00' } },
  ];
  const app = await openStubbedApp({ width: 390, touch: true, rows: { operations } });
  await app.go('/operations');
  const cards = app.page.locator('.phone-rows > li');
  await cards.nth(4).waitFor();
  const texts = await cards.allTextContents();
  const parts = [
    ['Sửa 12 công việc: Ghi chú', 'DR-1', 'DR-2', 'DR-3', '+9', 'Trần Thu Trang', 'Hoàn tác'],
    ['Tạo 30, sửa 2 khách hàng', 'Hệ thống', 'Đã hoàn tác lúc 15:00 2026/11/17'],
    ['Sửa 1 điểm gián tiếp: Điểm', '2026/11/17', 'Hoàn tác'],
    ['Sửa 1 công việc: Đã kiểm tra: không, Ghi chú', 'Hoàn tác'],
    ['Hoàn tác lần sửa 12 công việc lúc 10:21 2026/11/18', 'Hoàn tác'],
  ];
  for (const [n, expected] of parts.entries()) for (const part of expected) expect(texts[n], `card ${n}`).toContain(part);
  expect(texts[1]).not.toContain('Hoàn tác nốt');
});
