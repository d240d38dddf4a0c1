import { expect, it } from 'vitest';
import { WorkbookError } from '../../worker/platform/xlsx/workbook-error.ts';
import { listensToPage, openStubbedApp } from '../support/stub-app.ts';

const NAME = `${'Bảng công việc gián tiếp tháng mười một của phòng thiết kế '.repeat(4)}.xlsx`;

it('says at the field that a file is no workbook, and keeps a long name in two lines', async () => {
  const app = await openStubbedApp({ width: 390, touch: true });
  const { page } = app;
  app.expect(/status of 415/);
  const file = new WorkbookError('not_a_workbook').text.vi;
  app.answer('POST', 'indirects/import', () => ({
    status: 415,
    json: { code: 'unsupported_type', message: 'Sai kiểu', messages: { file } },
  }));
  await app.go('/indirect');
  await page.getByRole('button', { name: 'Thao tác khác' }).tap();
  await page.getByRole('button', { name: 'Nhập Excel' }).tap();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles({ name: NAME, mimeType: 'text/plain', buffer: Buffer.from('xin chào') });
  expect((await dialog.getByText(NAME).boundingBox())!.height).toBeLessThan(50);
  await dialog.getByRole('button', { name: 'Nhập', exact: true }).tap();
  const space = async () => {
    const [reason, label] = [
      await dialog.getByText(file).boundingBox(),
      await dialog.getByText('Trang tính', { exact: true }).boundingBox(),
    ];
    return label!.y - (reason!.y + reason!.height);
  };
  // They are measured one after the other, and the dialog may be laid out again in between.
  await expect.poll(space, { message: 'px above the next label' }).toBeGreaterThanOrEqual(4);
  expect(await page.getByText('Thất bại').count()).toBe(0);

  // One that is mended after it was chosen has to be chosen again: a browser reads it no more.
  await dialog.locator('input[type=file]').setInputFiles({ name: 'a.xlsx', mimeType: 'text/plain', buffer: Buffer.from('PK') });
  await page.evaluate(() => {
    Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'));
  });
  await dialog.getByRole('button', { name: 'Nhập', exact: true }).tap();
  await dialog.getByText(/^Tệp đã được sửa .* hãy chọn lại tệp$/).waitFor({ timeout: 10_000 });
  expect(app.callsOf('POST', 'indirects/import')).toHaveLength(1);
  expect(await page.getByText('Thất bại').count()).toBe(0);
});

it('shows a preview first, and writes the same file when that is confirmed', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  const answered = {
    entity: 'indirects',
    mode: 'all_or_nothing',
    message: 'Xem trước, chưa ghi gì',
    file_name: 'a.xlsx',
    created_at: '2026-11-20 10:00:00',
  };
  const ended = {
    total: 3,
    done: 3,
    inserted: 1,
    updated: 1,
    unchanged: 1,
    failed: 0,
    finished_at: '2026-11-20 10:00:01',
    user: { id: 1, name: 'An' },
  };
  const rest = { status: 'done', sheet: 'T11', other_sheets: [], errors: [], missing: [], broken_cases: [] };
  app.answer('POST', 'indirects/import', () => ({
    status: 201,
    json: { id: app.callsOf('POST', 'indirects/import').length, status: 'queued' },
  }));
  app.answer('GET', 'imports/1', () => ({
    json: { id: 1, ...answered, ...ended, ...rest, dry_run: 1, changes: [{ row: 4, id: 9, field: 'point', old: '1', new: '2.5' }] },
  }));
  app.answer('GET', 'imports/2', () => ({ json: { id: 2, ...answered, ...ended, ...rest, message: null, dry_run: 0, changes: [] } }));
  await app.go('/indirect');
  await page.getByRole('button', { name: 'Thao tác khác', exact: true }).first().click();
  await page.getByRole('button', { name: 'Nhập Excel' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles({ name: 'a.xlsx', mimeType: 'application/zip', buffer: Buffer.from('PK') });
  await dialog.getByRole('button', { name: 'Xem trước' }).click();
  await dialog.getByText('3 dòng: thêm 1, cập nhật 1, giữ nguyên 1, lỗi 0').waitFor();
  const cells = dialog.locator('tbody td');
  expect(await cells.allTextContents()).toEqual(['4', 'Điểm', '1', '2,5']);
  expect(app.callsOf('POST', 'indirects/import')).toHaveLength(1);
  // The notice of what was seen here is no news; that of another import is.
  const notice = (id: number) => ({
    id,
    kind: 'import_done',
    text: `Đã nhập ${id}`,
    link: `/indirect?import=${id}`,
    at: '2026-11-20 10:00:02',
  });
  const read = new Set<number>();
  const listed = () => [9, 2].map((id) => ({ ...notice(id), read_at: read.has(id) ? '2026-11-20 10:00:03' : null }));
  app.answer('GET', 'notices', () => ({
    json: { data: listed(), total: 2, per_page: 8, current_page: 1, from: 1, to: 2, unread: 2 - read.size },
  }));
  app.answer('POST', 'notices/read', ({ body }) => {
    for (const id of body.ids as number[]) read.add(id);
    return { json: { unread: 2 - read.size } };
  });
  await dialog.getByRole('button', { name: 'Ghi 2 dòng' }).click();
  await page.getByText('Đã nhập!').waitFor();
  expect(app.callsOf('POST', 'indirects/import')).toHaveLength(2);
  await expect.poll(() => app.callsOf('POST', 'notices/read').map(({ body }) => body)).toEqual([{ ids: [2] }]);
  await page.getByRole('button', { name: 'Thông báo: 1 chưa đọc' }).waitFor();
});

it('has one filled button where names could be created and rows be written, and leads to the list of those that cannot', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  const missing = [
    { entity: 'indirect_note', name: 'Họp', rows: 1, creatable: true },
    { entity: 'users', name: 'An', rows: 1, creatable: false },
  ];
  const errors = [{ row: 3, column: 'Nội dung', message: 'Nội dung: không tìm thấy «Họp»' }];
  const counts = { total: 2, done: 2, inserted: 1, updated: 0, unchanged: 0, failed: 1, finished_at: '2026-11-20 10:00:01' };
  const about = { entity: 'indirects', mode: 'valid_rows', file_name: 'a.xlsx', created_at: '2026-11-20 10:00:00', message: null };
  const rest = { status: 'done', sheet: 'T11', other_sheets: [], broken_cases: [], changes: [], user: { id: 1, name: 'An' } };
  app.answer('POST', 'indirects/import', () => ({ status: 201, json: { id: 1, status: 'queued' } }));
  app.answer('GET', 'imports/1', () => ({ json: { id: 1, ...about, ...counts, ...rest, missing, errors, dry_run: 1 } }));
  await app.go('/indirect');
  await page.getByRole('button', { name: 'Thao tác khác', exact: true }).first().click();
  await page.getByRole('button', { name: 'Nhập Excel' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles({ name: 'a.xlsx', mimeType: 'application/zip', buffer: Buffer.from('PK') });
  await dialog.getByRole('radio').last().click();
  await dialog.getByRole('button', { name: 'Xem trước' }).press('Enter');
  const colour = (name: string) =>
    dialog.getByRole('button', { name, exact: true }).evaluate((button) => getComputedStyle(button).backgroundColor);
  const create = await colour('Tạo 1 tên rồi nhập');
  expect(create).toBe(await colour('Quay lại'));
  expect(create).not.toBe(await colour('Ghi 1 dòng'));
  const lists = dialog.getByRole('link', { name: 'Hãy thêm ở danh mục' });
  const places = await lists.evaluateAll((links) => links.map((link) => [link.getAttribute('href'), link.getAttribute('target')]));
  expect(places).toEqual([['/users', '_blank']]);
});

it('says of an import that was stopped half-way how many rows stand, and undoes them', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  const message =
    'Việc nhập bị gián đoạn sau khi ghi 24.000 dòng. Có thể hoàn tác các dòng đó, hoặc tải tệp lên lại: không dòng nào bị ghi hai lần';
  const counts = { total: 30_000, done: 30_000, inserted: 24_000, updated: 0, unchanged: 0, failed: 1, finished_at: '2026-11-20 10:00:01' };
  const about = {
    entity: 'indirects',
    mode: 'all_or_nothing',
    file_name: 'a.xlsx',
    created_at: '2026-11-20 10:00:00',
    message,
    dry_run: 0,
  };
  const rest = {
    status: 'failed',
    sheet: 'T11',
    other_sheets: [],
    broken_cases: [],
    changes: [],
    missing: [],
    user: { id: 1, name: 'An' },
  };
  const errors = [{ row: 24_002, column: 'Ngày', message: 'Tháng 2026/10 đã khóa' }];
  app.answer('GET', 'imports/7', () => ({ json: { id: 7, ...about, ...counts, ...rest, errors } }));
  app.answer('GET', 'operations', () => ({ json: { data: [{ id: 70 }], total: 1, per_page: 1, current_page: 1, from: 1, to: 1 } }));
  app.answer('POST', 'operations/70/undo', () => ({ json: { attempt_id: 71, status: 'done', reversed: 24_000, kept: [], warnings: [] } }));
  await app.go('/indirect?import=7');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Đã nhập một phần').waitFor();
  await dialog.getByText(message).waitFor();
  await dialog.getByRole('button', { name: 'Hoàn tác lần nhập này' }).click();
  await page.getByText('Đã hoàn tác 24.000').waitFor();
});

it('gives the focus back to the field that had it when the upload was refused', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  app.expect(/status of 503/);
  const upload = Promise.withResolvers<{ status: number; json: object }>();
  app.answer('POST', 'indirects/import', () => upload.promise);
  await app.go('/indirect');
  await page.getByRole('button', { name: 'Thao tác khác', exact: true }).first().click();
  await page.getByRole('button', { name: 'Nhập Excel' }).click();
  const dialog = page.getByRole('dialog');
  await listensToPage(page);
  await dialog.locator('input[type=file]').setInputFiles({ name: 'a.xlsx', mimeType: 'application/zip', buffer: Buffer.from('PK') });
  await dialog.getByRole('button', { name: 'Trang tính' }).click();
  const sheet = dialog.getByLabel('Trang tính', { exact: true });
  await sheet.fill('Tháng 11');
  await page.keyboard.press('Control+s');
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('body');
  upload.resolve({ status: 503, json: { code: 'busy', message: 'Hệ thống đang bận' } });
  await expect.poll(() => sheet.evaluate((input) => input === document.activeElement)).toBe(true);
});

it('leads on by the keyboard from the file to the result and back, and makes names only where that is what is missing', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  const missing = [{ entity: 'users', name: 'An', rows: 1, creatable: true }];
  const job = { entity: 'indirects', mode: 'all_or_nothing', message: null, file_name: 'a.xlsx', created_at: '2026-11-20 10:00:00' };
  const counts = {
    total: 3,
    done: 3,
    inserted: 0,
    updated: 0,
    unchanged: 0,
    dry_run: 0,
    status: 'failed',
    finished_at: '2026-11-20 10:00:01',
  };
  const rest = { user: { id: 1, name: 'An' }, sheet: null, other_sheets: [], broken_cases: [], changes: [], missing };
  const errors = [{ row: 2, column: 'Nhân viên', message: 'Nhân viên: không tìm thấy «An»' }];
  app.answer('POST', 'indirects/import', async () => {
    // The fields are disabled meanwhile, and lose the focus.
    await new Promise((done) => setTimeout(done, 150));
    return { status: 201, json: { id: app.callsOf('POST', 'indirects/import').length, status: 'queued' } };
  });
  for (const failed of [2, 1])
    app.answer('GET', `imports/${3 - failed}`, () => ({ json: { id: 3 - failed, ...job, ...counts, ...rest, errors, failed } }));
  await app.go('/indirect');
  await page.getByRole('button', { name: 'Thao tác khác', exact: true }).first().click();
  await page.getByRole('button', { name: 'Nhập Excel' }).click();
  const dialog = page.getByRole('dialog');
  await listensToPage(page);
  const isInside = () => dialog.evaluate((element) => element.contains(document.activeElement));
  const create = dialog.getByRole('button', { name: 'Tạo 1 tên rồi nhập' });
  await dialog.locator('input[type=file]').setInputFiles({ name: 'a.xlsx', mimeType: 'application/zip', buffer: Buffer.from('PK') });
  await page.keyboard.press('Control+s');
  await dialog.getByText('3 dòng: thêm 0, cập nhật 0, giữ nguyên 0, lỗi 2').waitFor();
  await expect.poll(isInside).toBe(true);
  expect(await create.count(), 'another row is wrong').toBe(0);
  await dialog.getByRole('button', { name: 'Nhập tệp khác' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).type)).toBe('file');
  await page.keyboard.press('Control+s');
  await create.waitFor();
  await expect.poll(isInside).toBe(true);
});
