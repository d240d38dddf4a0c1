import { expect, it } from 'vitest';
import { customerRows, focusedLabel, openStubbedApp, type Row, type StubbedApp } from '../support/stub-app.ts';

const CUSTOMERS: Row[] = customerRows(3).map((row, at) => ({ ...row, fax: '03-1', phone_number: `09-${at}`, address: null }));

interface Answer {
  status?: string;
  operation_id?: number | null;
  changed?: number;
  unchanged?: number;
  refused?: { id: number; code: string; message: string }[];
}

function answerBulk(app: StubbedApp, entity: string, answer: (body: Record<string, unknown>) => Answer): void {
  app.answer('POST', `${entity}/bulk`, ({ body }) => ({
    headers: { 'x-request-id': 'r1' },
    json: { operation_id: 5, status: 'done', changed: 0, unchanged: 0, refused: [], without_points: [], ...answer(body) },
  }));
}

/** The customers' list with all of them chosen and the dialog open. */
async function openDialog(app: StubbedApp) {
  await app.go('/customers');
  for (const n of [1, 2, 3]) await app.page.getByLabel(`Chọn Khách hàng ${n}`, { exact: true }).check();
  await app.page.getByRole('button', { name: 'Sửa', exact: true }).press('Enter');
  const dialog = app.page.getByRole('dialog', { name: 'Sửa 3 dòng' });
  await dialog.waitFor();
  return dialog;
}

it('shows what the chosen records hold, previews by a dry run with the refused named, and writes what was previewed', async () => {
  const app = await openStubbedApp({ rows: { customers: CUSTOMERS } });
  const { page } = app;
  const refused = [2, 3].map((id) => ({ id, code: 'conflict', message: 'Người khác vừa sửa' }));
  answerBulk(app, 'customers', () => ({ changed: 1, refused }));
  const dialog = await openDialog(app);
  await dialog.getByRole('button', { name: /^Số điện thoại:.*3 giá trị khác nhau/ }).waitFor();
  await dialog.getByRole('button', { name: /^Địa chỉ:.*đang trống/ }).waitFor();
  expect(await dialog.getByRole('button', { name: /^Mã khách hàng:/ }).count(), 'a key of its own').toBe(0);
  await dialog.getByRole('button', { name: 'Xem trước' }).press('Enter');
  expect(app.callsOf('POST', 'customers/bulk'), 'nothing is chosen to change').toEqual([]);

  await dialog.getByRole('button', { name: /^Fax:.*03-1/ }).press('Enter');
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Fax' }).inputValue()).toBe('03-1');
  await page.keyboard.type('03-9');
  await dialog.getByRole('button', { name: /^Số điện thoại:/ }).press('Enter');
  await dialog.getByRole('button', { name: 'Để trống Số điện thoại' }).press('Enter');
  await dialog.getByRole('button', { name: /^Số điện thoại: Sẽ để trống/ }).waitFor();
  await dialog.getByRole('button', { name: 'Xem trước' }).press('Enter');
  await dialog.getByText('1 dòng sẽ đổi').waitFor();
  await dialog.getByText('2 dòng không sửa được và sẽ giữ nguyên:').waitFor();
  await dialog.getByText('Khách hàng 2 C2, Khách hàng 3 C3').waitFor();
  expect(await dialog.getByText(/^2 dòng: /).count(), 'one reason for all of them needs no number of its own').toBe(0);

  await dialog.getByRole('button', { name: 'Sửa 1 dòng' }).press('Enter');
  await page.getByRole('button', { name: 'Hoàn tác' }).waitFor();
  await dialog.getByText('2 dòng không sửa được, đã giữ nguyên').waitFor();
  await dialog.getByRole('button', { name: 'Đóng', exact: true }).last().press('Enter');
  await page.getByText('Đã chọn 2 bản ghi').waitFor();
  const edit = { ids: [1, 2, 3], values: { fax: '03-9', phone_number: null }, versions: { 1: 1, 2: 1, 3: 1 } };
  expect(app.callsOf('POST', 'customers/bulk').map(({ body }) => body)).toEqual([{ ...edit, dry_run: true }, edit]);
});

it('asks for a value or for clearing where a field was opened and left empty, and gives the focus back when it closes', async () => {
  const app = await openStubbedApp({ rows: { customers: CUSTOMERS } });
  const { page } = app;
  const dialog = await openDialog(app);
  await dialog.getByRole('button', { name: /^Địa chỉ:/ }).press('Enter');
  await dialog.getByRole('button', { name: 'Xem trước' }).press('Enter');
  await dialog.getByText('Địa chỉ không được để trống').first().waitFor();
  expect(app.callsOf('POST', 'customers/bulk')).toEqual([]);
  await dialog.getByRole('button', { name: 'Giữ nguyên Địa chỉ' }).press('Enter');
  await expect.poll(() => focusedLabel(page)).toContain('Địa chỉ');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => focusedLabel(page)).toBe('Sửa');
});

it('says the new number where the filters mean other records by now, and asks again', async () => {
  const app = await openStubbedApp({ rows: { customers: customerRows(12) } });
  const { page } = app;
  app.expect(/status of 409/);
  app.answer('POST', 'customers/bulk', ({ body }) =>
    body.expected === 12
      ? { status: 409, json: { code: 'conflict', message: 'Bây giờ là 13', current: { total: 13 } } }
      : { json: { operation_id: 5, status: 'done', changed: 13, unchanged: 0, refused: [], without_points: [] } },
  );
  await app.go('/customers');
  await page.getByLabel('Chọn Khách hàng 1', { exact: true }).check();
  await page.getByRole('button', { name: 'Chọn tất cả 12 dòng khớp' }).click();
  await page.getByRole('button', { name: 'Sửa', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Sửa 1[23] dòng/ });
  await dialog.getByRole('button', { name: /^Fax:/ }).click();
  await page.keyboard.type('03-9');
  await dialog.getByRole('button', { name: 'Xem trước' }).click();
  await dialog.getByText('Bây giờ có 13 dòng khớp với bộ lọc, không còn là 12 dòng').waitFor();
  await dialog.getByRole('button', { name: 'Xem trước lại với 13 dòng' }).click();
  await dialog.getByRole('button', { name: 'Sửa 13 dòng' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Đã sửa 13 dòng').waitFor();
  expect(app.callsOf('POST', 'customers/bulk').map(({ body }) => [body.expected, body.dry_run])).toEqual([
    [12, true],
    [13, true],
    [13, undefined],
  ]);
});

it('shows how far the queue is, stops it between pieces, and says what was left', async () => {
  const app = await openStubbedApp({ rows: { customers: CUSTOMERS } });
  const { page } = app;
  const run = { total: 2000, done: 500, unchanged: 0, without_points: 0, message: null };
  const counts = { created: 0, updated: 500, deleted: 0 };
  let status = 'running';
  answerBulk(app, 'customers', ({ dry_run }) => (dry_run ? { changed: 2000 } : { status: 'queued', operation_id: 9 }));
  app.answer('GET', 'operations/9', () => ({ json: { id: 9, counts, kept_count: 0, run: { ...run, status } } }));
  app.answer('POST', 'operations/9/cancel', () => {
    status = 'cancelled';
    return { json: {} };
  });
  const dialog = await openDialog(app);
  await dialog.getByRole('button', { name: /^Fax:/ }).click();
  await dialog.getByRole('textbox', { name: 'Fax' }).fill('03-9');
  await dialog.getByRole('button', { name: 'Xem trước' }).click();
  await dialog.getByRole('button', { name: 'Sửa 2.000 dòng' }).click();
  await expect.poll(() => dialog.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
  await dialog.getByRole('button', { name: 'Dừng' }).click();
  await dialog.getByText('Đã dừng giữa chừng').waitFor();
  await dialog.getByText('Đã sửa 500 dòng').waitFor();
  await page.getByRole('button', { name: 'Hoàn tác' }).waitFor();
});

it('is offered to those who may edit, outside a scenario, before what deletes', async () => {
  const scenario = { id: 7, name: 'Thử', status: 'draft' };
  const app = await openStubbedApp({ rows: { tsubos: [{ id: 1, scale_factor_code: 'A', version: 1 }], rule_scenarios: [scenario] } });
  const { page } = app;
  await app.go('/tsubo');
  await page.getByLabel('Chọn tất cả các dòng trên trang').check();
  const bar = page.locator('[data-chosen]');
  await bar.getByRole('button', { name: 'Sửa' }).waitFor();
  const names = await bar.getByRole('button').allInnerTexts();
  expect(names.filter((name) => name !== '')).toEqual(['Sửa', 'Xuất Excel', 'Xóa']);
  await page.evaluate(() => sessionStorage.setItem('scenario', JSON.stringify({ id: 7, name: 'Thử', user_id: 1 })));
  await app.go('/tsubo');
  await page.getByLabel('Chọn tất cả các dòng trên trang').check();
  await bar.getByRole('button', { name: 'Xóa', exact: true }).waitFor();
  expect(await bar.getByRole('button', { name: 'Sửa' }).count()).toBe(0);
});
