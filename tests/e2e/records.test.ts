import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStory, PATIENT, type Person, type Story } from '../support/story.ts';

let story: Story;
let writer: Person;

beforeAll(async () => {
  story = await openStory();
  writer = await story.person('writer');
});

afterAll(() => story?.close());

it('adds indirect work after saying what is missing and how many decimals there may be', async () => {
  const { page } = writer;
  await writer.go('/indirect');
  await writer.button('Thêm').click();
  await page.waitForURL('**/indirect/add');
  await writer.button('Lưu').click();
  for (const field of ['Nhân viên', 'Nội dung gián tiếp', 'Điểm', 'Loại điểm'])
    await page.getByText(`${field} không được để trống`, { exact: true }).waitFor();
  expect(await writer.field(/^Nhân viên/).evaluate((input) => document.activeElement === input)).toBe(true);
  await writer.pick(/^Nhân viên/, 'Đỗ Mai Anh');
  await writer.pick(/^Nội dung gián tiếp/, 'Họp với khách hàng Nhật');
  await writer.field(/^Điểm \(/).fill('1,255');
  await page.getByText('Điểm có tối đa 2 chữ số thập phân').waitFor();
  await writer.field(/^Điểm \(/).fill('1,25');
  await page.getByRole('radio', { name: 'Có' }).check();
  await writer.field(/^Ghi chú/).fill('Họp ngày đầu dự án');
  await writer.button('Lưu').click();
  await writer.notice(/Bạn đã tạo thành công điểm gián tiếp/);
  await writer.atList('/indirect');
  await writer.pick('Nhân viên', 'Đỗ Mai Anh');
  const row = writer.row('Họp ngày đầu dự án');
  await row.waitFor();
  for (const text of ['Đỗ Mai Anh', '1,25', 'Họp với khách hàng Nhật']) expect(await row.textContent()).toContain(text);
});

it('keeps a checked record as it is until it is unchecked', async () => {
  const { page } = writer;
  const row = writer.row('Họp ngày đầu dự án');
  const mark = row.getByRole('switch');
  await Promise.all([page.waitForResponse((answer) => answer.url().endsWith('/indirects/checked')), mark.click()]);
  await row.getByRole('link').click();
  await page.getByText('Bản ghi đã được kiểm tra nên không thể thay đổi; hãy bỏ kiểm tra trước').waitFor();
  expect(await writer.button('Lưu').count()).toBe(0);
  await writer.button('Quay lại').click();
  await row.waitFor();
  expect(await mark.getAttribute('aria-checked')).toBe('true');
});

it('adds a mistake with three decimals', async () => {
  const { page } = writer;
  await writer.go('/mistake');
  await writer.button('Thêm').click();
  await page.waitForURL('**/mistake/add');
  await writer.button('Lưu').click();
  for (const field of ['Nhân viên', 'Lỗi', 'Điểm', 'Phát hiện bởi'])
    await page.getByText(`${field} không được để trống`, { exact: true }).waitFor();
  await writer.pick(/^Nhân viên/, 'Đỗ Mai Anh');
  await writer.field(/^Lỗi/).fill('Thiếu kích thước mặt bằng móng');
  expect(await writer.field(/^Điểm \(/).getAttribute('placeholder')).toBe('1.00, 1.35');
  await writer.field(/^Điểm \(/).fill('1.355');
  await page.getByRole('radio', { name: 'Bên ngoài' }).check();
  await writer.button('Lưu').click();
  await writer.notice('Bạn đã tạo thành công lỗi Thiếu kích thước mặt bằng móng');
  await writer.atList('/mistake');
  const row = writer.row('Thiếu kích thước mặt bằng móng');
  await row.waitFor();
  expect(await row.textContent()).toContain('Bên ngoài');
});

it('adds a pro rating', async () => {
  const { page } = writer;
  await writer.go('/pro/add');
  await writer.button('Lưu').click();
  await page.getByText('Hệ số pro không được để trống').waitFor();
  await writer.pick(/^Nhân viên/, 'Đỗ Mai Anh');
  await writer.pick(/^Hệ số pro/, 'Chuyên gia');
  await writer.field(/^Ghi chú/).fill('Đánh giá cuối năm');
  await writer.button('Lưu').click();
  await writer.notice(/Bạn đã tạo thành công đánh giá pro/);
  await writer.atList('/pro');
  await writer.pick('Nhân viên', 'Đỗ Mai Anh');
  await expect.poll(() => writer.row('Đỗ Mai Anh').allTextContents(), PATIENT).toContainEqual(expect.stringContaining('1,20'));
  await writer.close();
});

it('lets a Viewer see records, and change none', async () => {
  const viewer = await story.person('viewer');
  for (const path of ['/indirect', '/pro', '/mistake']) {
    await viewer.go(path);
    await viewer.row('').first().waitFor();
    expect(await viewer.button('Thêm').count(), path).toBe(0);
    expect(await viewer.page.getByRole('columnheader', { name: 'Thao tác' }).count(), path).toBe(0);
    const switches = await viewer.page.getByRole('switch').all();
    for (const mark of switches) expect(await mark.isDisabled(), path).toBe(true);
    expect(switches.length > 0, path).toBe(path !== '/mistake');
    await viewer.page.locator('.data-table tbody a').first().click();
    await viewer.button('Quay lại').waitFor();
    expect(await viewer.button('Lưu').count(), path).toBe(0);
  }
  for (const name of ['Tính điểm', 'Khách hàng', 'Định mức'])
    expect(await viewer.page.getByRole('link', { name, exact: true }).count(), name).toBe(0);
  await viewer.page.goto('/customers');
  await viewer.notice('Bạn không có quyền sử dụng chức năng này');
  await viewer.page.waitForURL('**/users/profile');
  await viewer.close();
});
