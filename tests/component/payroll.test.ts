import { expect, it } from 'vitest';
import { openStubbedApp } from '../support/stub-app.ts';

const MAP = {
  columns: [
    { kind: 'employee_code', heading: 'Mã NV' },
    { kind: 'total_point_2', heading: 'Điểm' },
  ],
  ...{ decimal_sign: 'comma', format: 'csv', version: 1, updated_at: '2026-11-02 09:00:00', updated_by: 'Trang' },
};
const PREVIEW = {
  ...{ kind: 'full', seal_version: 1, rows: 2, changes: [], missing: [] as object[], handed: null as number | null },
  headings: ['Mã NV', 'Điểm'],
  sample: [
    ['007', '12,375'],
    ['0010', '-3,5'],
  ],
};
const FILE = {
  ...{ id: 4, year: 2026, month: 10, kind: 'full', format: 'csv', seal_version: 1, rows: 2, changes: [], sha256: 'ab'.repeat(32) },
  ...{ created_at: '2026-11-20 10:00:00', created_by: { id: 1, name: 'Việt' } },
};

async function openPayroll(width?: number) {
  const app = await openStubbedApp(width === undefined ? {} : { width });
  const state = { map: MAP, preview: PREVIEW, files: [] as object[] };
  app.answer('GET', 'locked_months', () => ({ json: { data: [{ year: 2026, month: 10, at: '2026-11-05 08:00:00', by: 'Trang' }] } }));
  app.answer('GET', 'payroll_map', () => ({ json: state.map }));
  app.answer('PUT', 'payroll_map', ({ body }) => {
    state.map = { ...state.map, ...body, version: 2 };
    return { json: state.map };
  });
  app.answer('GET', 'payroll_exports/preview', () => ({ json: state.preview }));
  app.answer('GET', 'payroll_exports', () => ({ json: { data: state.files } }));
  app.answer('POST', 'payroll_exports', () => {
    state.files = [FILE];
    state.preview = { ...PREVIEW, rows: 0, sample: [], handed: FILE.id };
    return { status: 201, json: { id: 4, sha256: FILE.sha256, seal_version: 1, kind: 'full', rows: 2, changes: [], missing: [] } };
  });
  app.answer('GET', 'payroll_exports/4/file', () => ({ json: 'tệp' }));
  await app.go('/payroll');
  return { ...app, state };
}

for (const width of [1440, 390])
  it(`hands the month that is over to payroll, at ${width} px, after a look at its first rows`, async () => {
    const { page, callsOf } = await openPayroll(width);
    await page.getByText('Chưa giao', { exact: true }).waitFor();
    const table = page.getByRole('table', { name: 'Các dòng đầu của tệp' });
    expect(await table.locator('tbody tr').allInnerTexts()).toEqual(['007\t12,375', '0010\t-3,5']);
    await page.getByRole('button', { name: 'Giao cho bảng lương' }).click();
    await page.getByText('Giao tháng 2026/10 cho bảng lương?').waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Giao và tải tệp' }).click();
    expect((await saved).suggestedFilename()).toBe('payroll-2026-10-4.csv');
    await page.getByText('Đã giao', { exact: true }).waitFor();
    await page.getByText('Việt giao lúc 2026/11/20 10:00 · bản niêm phong 1 · mã abababababab').waitFor();
    expect(callsOf('POST', 'payroll_exports').map(({ body }) => body)).toEqual([{ year: 2026, month: 10 }]);
    expect(await page.getByRole('button', { name: 'Giao cho bảng lương' }).count()).toBe(0);
  });

it('names who has no code, and waits for them', async () => {
  const { page, state, go } = await openPayroll();
  state.preview = { ...PREVIEW, missing: [{ user_id: 9, name: 'Đào Văn Xa' }] };
  await go('/payroll?year=2026&month=10');
  await page.reload();
  await page.getByRole('link', { name: 'Đào Văn Xa' }).waitFor();
  expect(await page.getByRole('button', { name: 'Giao cho bảng lương' }).getAttribute('aria-disabled')).toBe('true');
});

it('says of an open month how it gets there', async () => {
  const { page, go } = await openPayroll();
  await go('/payroll?year=2026&month=9');
  await page.getByText('Tháng 2026/09 chưa khóa', { exact: false }).waitFor();
  await page.getByText('Chưa giao tệp nào của tháng này.').waitFor();
  expect(await page.getByRole('link', { name: 'Đến trang khóa tháng' }).getAttribute('href')).toBe('/months/2026-09');
});

it('takes a month that is open for some minutes, for others too, as open', async () => {
  const { page, answer, go, callsOf } = await openPayroll();
  const lock = { year: 2026, month: 9, at: '2026-11-05 08:00:00', by: 'Trang', open_until: '2026-11-20 10:30:00', open_to_me: false };
  answer('GET', 'locked_months', () => ({ json: { data: [lock] } }));
  await go('/payroll?year=2026&month=9');
  await page.getByText('Tháng 2026/09 chưa khóa', { exact: false }).waitFor();
  expect(callsOf('GET', 'payroll_exports/preview').filter(({ query }) => query.get('month') === '9')).toEqual([]);
});

it('lays the file out: columns added, moved and removed, with what they hold', async () => {
  const { page, callsOf } = await openPayroll();
  const form = page.getByRole('form', { name: 'Cách xếp tệp' });
  expect(await form.getByRole('button', { name: 'Lưu' }).isDisabled()).toBe(true);
  await form.getByRole('button', { name: 'Thêm cột' }).click();
  await form.getByLabel('Tiêu đề cột 3').fill('Loại');
  await form.getByLabel('Giá trị của cột 3').fill('LUONG');
  await form.getByRole('button', { name: 'Đưa cột 3 lên' }).click();
  await form.getByRole('button', { name: 'Thêm cột' }).click();
  await form.getByLabel('Cột 4', { exact: true }).selectOption('Họ tên');
  expect(await form.getByLabel('Tiêu đề cột 4').inputValue()).toBe('Họ tên');
  await form.getByRole('button', { name: 'Bỏ cột 4' }).click();
  await form.getByLabel('Dấu chấm (1.5)').check();
  await form.getByRole('button', { name: 'Lưu' }).click();
  await page.getByText('Đã lưu cách xếp tệp').waitFor();
  expect(callsOf('PUT', 'payroll_map')[0]?.body).toEqual({
    columns: [MAP.columns[0], { kind: 'constant', heading: 'Loại', value: 'LUONG' }, MAP.columns[1]],
    ...{ decimal_sign: 'dot', format: 'csv', version: 1 },
  });
});
