import { expect, it } from 'vitest';
import { openStubbedApp } from '../support/stub-app.ts';

const HEADINGS = [
  { heading: 'Ai', samples: ['Lê An', 'Trần Bình', 'Ngô Thị Hoa'], guess: 'user_id' },
  { heading: 'Hôm nào', samples: ['2026/11/03', '2026/11/04'], guess: 'rate_at' },
  { heading: 'Loại việc', samples: ['Họp', 'Đào tạo'], guess: 'note' },
  { heading: 'STT', samples: [], guess: '' },
];
const FIELDS = [
  ...['user_id', 'rate_at', 'indirect_note_id'].map((field) => ({ field, required: true })),
  ...['point', 'note', 'id'].map((field) => ({ field, required: false })),
];
const REFUSED = {
  status: 422,
  json: {
    code: 'headings_unknown',
    message: 'Tiêu đề',
    request_id: 'x',
    headings: HEADINGS,
    missing: ['indirect_note_id'],
    fields: FIELDS,
  },
};
const PREVIEWED = {
  ...{ id: 1, entity: 'indirects', mode: 'all_or_nothing', message: 'Xem trước, chưa ghi gì', file_name: 'a.xlsx', status: 'done' },
  ...{ created_at: '2026-11-20 10:00:00', finished_at: '2026-11-20 10:00:01', user: { id: 1, name: 'An' }, dry_run: 1, sheet: 'T11' },
  ...{ total: 3, done: 3, inserted: 3, updated: 0, unchanged: 0, failed: 0, other_sheets: [], errors: [], missing: [] },
  ...{ broken_cases: [], changes: [], versions: [] },
};

it.each([1440, 390])(
  'asks what each column of a file with headings of its own is, by keyboard, then previews it (%i px)',
  async (width) => {
    const app = await openStubbedApp({ width });
    const { page } = app;
    app.expect(/status of 422/);
    await page.addInitScript(() => {
      const { set } = FormData.prototype;
      FormData.prototype.set = function (this: FormData, ...given: Parameters<typeof set>) {
        if (given[0] === 'mapping') (window as unknown as { sent: string }).sent = String(given[1]);
        set.apply(this, given);
      } as typeof set;
    });
    app.answer('POST', 'indirects/import', () =>
      app.callsOf('POST', 'indirects/import').length < 2 ? REFUSED : { status: 201, json: { id: 1, status: 'queued' } },
    );
    app.answer('GET', 'imports/1', () => ({ json: PREVIEWED }));
    await app.go('/indirect');
    await page.getByRole('button', { name: 'Thao tác khác', exact: true }).click();
    await page.getByRole('button', { name: 'Nhập Excel' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[type=file]').setInputFiles({ name: 'a.xlsx', mimeType: 'application/zip', buffer: Buffer.from('PK') });
    await dialog.getByRole('button', { name: 'Nhập', exact: true }).click();

    await dialog.getByText('Chưa có cột cho mục bắt buộc: Nội dung gián tiếp.').waitFor();
    await dialog.getByText('Lê An · Trần Bình · Ngô Thị Hoa').waitFor();
    expect(await page.getByRole('dialog').count(), 'a step of the dialog, not another one').toBe(1);
    const field = (column: string) => dialog.getByRole('combobox', { name: `Mục của cột «${column}»` });
    expect(await field('Ai').inputValue()).toBe('Nhân viên');
    await field('Loại việc').focus();
    await page.keyboard.type('noi dung');
    await page.keyboard.press('Enter');
    await dialog.getByText('Mọi mục bắt buộc đã có cột.').waitFor();
    expect(await dialog.evaluate((element) => element.scrollWidth <= innerWidth), 'nothing lies beside the window').toBe(true);
    await dialog.getByRole('button', { name: 'Tiếp tục' }).click();
    await dialog.getByText('3 dòng: thêm 3, cập nhật 0, giữ nguyên 0, lỗi 0').waitFor();
    const sent = await page.evaluate(() => (window as unknown as { sent: string }).sent);
    expect(JSON.parse(sent)).toEqual({ Ai: 'user_id', 'Hôm nào': 'rate_at', 'Loại việc': 'indirect_note_id', STT: '' });

    await dialog.getByRole('button', { name: 'Quay lại' }).click();
    expect(await field('Loại việc').inputValue(), 'what was chosen is still there').toBe('Nội dung gián tiếp');
    expect(await page.getByText('Thất bại').count()).toBe(0);
  },
);
