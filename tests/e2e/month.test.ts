import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Standin, startBaseVnStandin } from '../../scripts/base-vn-standin.ts';
import { OFFICE_DAY } from '../support/site-clock.ts';
import { openStory, type Person, type Story } from '../support/story.ts';

let story: Story;
let standin: Standin;
let admin: Person;
let writer: Person;
let checker: Person;

const [year, month] = monthBefore(OFFICE_DAY);
const key = `${year}-${String(month).padStart(2, '0')}`;
const inMonth = `exc_start_time=${key}-01&exc_end_time=${key}-${new Date(Date.UTC(year, month, 0)).getUTCDate()}`;
const of = `year=${year}&month=${month}`;
const named = key.replace('-', '/');
const lockedWords = `Tháng ${named} đã khóa`;

beforeAll(async () => {
  standin = await startBaseVnStandin({ jobs: 60, edgeCases: false, today: OFFICE_DAY });
  const vars = { BASE_VN_URL: standin.url, BASE_VN_TOKEN: standin.token, BASE_VN_WORKFLOW_IDS: standin.workflowIds.join(',') };
  story = await openStory({ vars });
});

afterAll(async () => {
  await story?.close();
  await standin?.close();
});

it('brings the jobs of the source into the list, where a name is found without its accents', async () => {
  const [job] = standin.jobs();
  standin.updateJob(job!.id, { name: 'Nhà mẫu Đà Nẵng', last_update: job!.last_update });
  admin = await story.person('');
  await admin.signIn('admin');
  await admin.page.waitForURL('**/home');
  await admin.page.getByRole('link', { name: 'Việc trực tiếp', exact: true }).click();
  await admin.field('Tìm kiếm').fill('nha mau da nang');
  await admin.button('Tìm trong mọi ngày').click();
  await admin.page.getByText('Không có bản ghi nào khớp với bộ lọc.').waitFor();
  await admin.button(/^(Lấy dữ liệu|Chưa lấy)/).click();
  await admin.button('Lấy dữ liệu ngay').click();
  await admin.row('Nhà mẫu Đà Nẵng').waitFor();
  await expect.poll(() => admin.page.locator('main h1').textContent()).toBe('Việc trực tiếp\u00a01');
  expect(new URL(admin.page.url()).searchParams.get('text__~')).toBe('nha mau da nang');
});

it('calculates the month before from the dialog, says how it went and which jobs have no result', async () => {
  const { page } = admin;
  await admin.button('Thao tác khác').first().click();
  await admin.button('Tính điểm').click();
  const dialog = admin.dialog('Tính điểm');
  await expect.poll(() => dialog.getByLabel('Năm').inputValue()).toBe(String(year));
  await expect.poll(() => dialog.getByLabel('Tháng').inputValue()).toBe(String(month));
  await dialog.getByRole('button', { name: 'Tính điểm' }).click();
  await page.waitForURL(`**/calculate?${of}`);
  const finished = page.getByRole('status').filter({ hasText: 'Đã xong' });
  await finished.waitFor();
  await expect.poll(() => finished.textContent()).toMatch(/công việc/);
  await page.getByRole('heading', { name: /^Chưa tính được: \d/ }).waitFor();
  await page.getByRole('tab', { name: 'Các lần tính' }).click();
  await admin.row('Trần Quốc Việt').filter({ hasText: 'Đã xong' }).waitFor();
});

it('fixes a cause from where it is shown, previews the month at an address of its own, and writes the result', async () => {
  const { page } = admin;
  await admin.go(`/calculate?${of}`);
  const heading = page.getByRole('heading', { name: /^Chưa tính được: \d/ });
  const failed = async () => Number((await heading.textContent())!.split(': ')[1]);
  await heading.waitFor();
  const before = await failed();
  const fix = page.getByRole('link', { name: /^Tạo định mức: / }).first();
  const cause = (await fix.getAttribute('aria-label'))!.replace('Tạo định mức: ', '');
  const [customer, work] = cause.split(' × ');
  await fix.click();
  await page.waitForURL('**/standards/add?*');
  await expect.poll(() => admin.field(/^Khách hàng \(/).inputValue()).toBe(customer);
  await expect.poll(() => admin.field(/^Hạng mục công việc \(/).inputValue()).toBe(work);
  await admin.button('Thông tin thêm').click();
  await expect.poll(() => admin.field('Mã ghép khách hàng + hạng mục').inputValue()).toBe(`${customer}${work}`);
  const { rows } = await story.stack.client.execute(
    'SELECT scale_code FROM standards WHERE scale_code IN (SELECT scale_code FROM formula_results)',
  );
  await admin.field(/^Điểm thiết kế định mức/).fill('2');
  await admin.field(/^Điểm kiểm tra định mức/).fill('0,5');
  await admin.field(/^Mã quy mô/).fill(String(rows[0]!.scale_code));
  await admin.button('Lưu').click();
  await page.waitForURL(`**/calculate?${of}`);
  await admin.button('Xem trước').click();
  await page.getByRole('status').filter({ hasText: 'Xem trước' }).waitFor();
  await page.getByRole('link', { name: 'Chi tiết lần tính' }).click();
  await page.waitForURL('**/calculate/runs/*');
  await page.reload();
  await heading.waitFor();
  expect(await failed()).toBeLessThanOrEqual(before);
  await page.getByText(`${cause}: `).waitFor({ state: 'detached' });
  const changes = page.getByRole('region', { name: /^Điểm sẽ thay đổi: / });
  await changes.getByRole('columnheader', { name: 'Thiết kế: chênh lệch' }).waitFor();
  await changes.getByText(customer!).first().waitFor();
  await admin.button('Áp dụng kết quả này').click();
  await page.getByRole('status').filter({ hasText: 'Đã xong' }).waitFor();
});

it('sums the month for every person, on screen as in the workbook', async () => {
  const { page } = admin;
  await admin.go(`/total?${of}&limit=100`);
  await admin.button('Thao tác khác').first().click();
  await expect.poll(() => admin.button('Xuất Excel').isDisabled()).toBe(true);
  await admin.page.keyboard.press('Escape');
  await Promise.all([page.waitForResponse(/totals\?.*dept_id=/), admin.pick('Phòng ban', 'Phòng Thiết kế kết cấu')]);
  await admin.button('Thao tác khác').first().click();
  const { name, rows } = await admin.download(() => admin.button('Xuất Excel').click());
  const [head, ...people] = rows as [string[], ...unknown[][]];
  const bottom = people.pop()!;
  expect(name).toBe('totals.xlsx');
  const direct = head.indexOf('Điểm trực tiếp');
  expect(people.every((row) => typeof row[direct] === 'number')).toBe(true);
  expect(people.length).toBe(Number(await page.locator('main h1 span').textContent()));
  const sum = people.reduce((total, row) => total + Number(row[direct]), 0);
  expect(sum).toBeGreaterThan(0);
  expect(bottom[direct]).toBeCloseTo(sum, 6);
  const column = await page
    .locator('.data-table thead th')
    .filter({ hasText: 'Điểm trực tiếp' })
    .evaluate((cell) => (cell as HTMLTableCellElement).cellIndex);
  const shown = await page.locator('.data-table tfoot td').nth(column).textContent();
  expect(shown).toBe(new Intl.NumberFormat('vi', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(sum));
});

it('lets a Checked adjust result points in the list, keep their history, and check a row', async () => {
  const [adjusted, checked] = await openJobs(2);
  checker = await story.person('checked');
  await checker.go(`/directs-techousei?${inMonth}&id=${adjusted!.id}`);
  await checker.button('Sửa điểm').click();
  await checker.field(`Điểm thiết kế ${adjusted!.name}`).fill('7,125');
  await checker.button('Lưu điểm (1)').click();
  await checker.notice('Đã lưu điểm của 1 công việc');
  const row = checker.row(adjusted!.name);
  await row.getByRole('img', { name: 'Đã điều chỉnh tay' }).waitFor();
  await expect.poll(() => row.textContent()).toContain('7,13');

  await checker.go(`/directs-techousei?${inMonth}&id=${checked!.id}`);
  const mark = checker.page.getByRole('switch', { name: new RegExp(`^Kiểm tra ${checked!.name}`) });
  await Promise.all([checker.page.waitForResponse((answer) => answer.url().endsWith('/directs_techousei/checked')), mark.click()]);
  await checker.page.reload();
  await mark.waitFor();
  await expect.poll(() => mark.getAttribute('aria-checked')).toBe('true');
});

it('lets a Writer lock the month after saying what is still open, while others are at work in it', async () => {
  const [job] = await openJobs(1);
  await admin.go(`/directs/${job!.id}/view`);
  await admin.page.getByRole('heading', { level: 1, name: job!.name }).waitFor();
  const point = admin.field('Điểm thiết kế (bắt buộc)');
  const points = await point.inputValue();
  await point.fill('');
  await admin.button(/^Ghi chú và mô tả/).click();
  await admin.field('Ghi chú').fill('Thêm một ghi chú');
  await admin.page.getByText('Điểm thiết kế không được để trống').waitFor();
  await point.fill(points);
  await admin.page.getByText('Điểm thiết kế không được để trống').waitFor({ state: 'detached' });
  await checker.go(`/directs-techousei?${inMonth}&id=${job!.id}`);
  await checker.row(job!.name).waitFor();

  writer = await story.person('writer');
  await writer.go(`/total?${of}`);
  await writer.button('Khóa tháng').click();
  const dialog = writer.dialog('Khóa và mở khóa tháng');
  await dialog.getByText(/^Còn \d+ mục chưa xong trong tháng này\./).waitFor();
  await expect.poll(() => dialog.getByRole('radio', { name: 'Mở khóa' }).isChecked()).toBe(true);
  await expect.poll(() => dialog.getByRole('button', { name: 'Lưu' }).isDisabled()).toBe(true);
  await dialog.getByRole('radio', { name: 'Khóa', exact: true }).check();
  await dialog.getByRole('button', { name: `Khóa tháng ${named}` }).click();
  const anyway = writer.button(/^Vẫn khóa tháng/);
  await anyway
    .or(dialog.getByText('Đã khóa', { exact: true }))
    .first()
    .waitFor();
  if (await anyway.isVisible()) await anyway.click();
  await dialog.getByText('Đã khóa', { exact: true }).waitFor();
  await writer.notice(`Đã khóa tháng ${named}`);
  await dialog.getByText(/Nguyễn Thu Trang · đã khóa/).waitFor();
  await dialog.getByRole('button', { name: 'Đóng' }).last().click();
  await writer.page.getByText(lockedWords).waitFor({ state: 'attached' });
});

it('refuses what was begun before the lock: keeps the typed words, takes a switch back, and leads to where the month is unlocked', async () => {
  for (const person of [admin, checker]) person.expect(/status of 423/);
  const { page } = admin;
  await admin.button('Lưu').click();
  await admin.notice(/Tháng .* đã khóa, không thể thay đổi dữ liệu của tháng này/);
  await page.getByText(`${lockedWords}: những gì bạn nhập vẫn còn đây nhưng chưa được lưu.`).waitFor();
  expect(
    await page
      .locator('main')
      .getByText(/^Nguyễn Thu Trang khóa lúc/)
      .count(),
  ).toBe(1);
  await expect.poll(() => admin.field('Ghi chú').inputValue()).toBe('Thêm một ghi chú');
  await expect.poll(() => admin.field('Ghi chú').isEnabled()).toBe(true);
  await expect.poll(() => admin.button('Lưu').isDisabled()).toBe(true);

  const mark = checker.page.getByRole('switch');
  await mark.click();
  await checker.notice(/^Thất bại.*Không đổi được trạng thái kiểm tra.*đã khóa, không thể thay đổi/s);
  await expect.poll(() => mark.getAttribute('aria-checked')).toBe('false');
  await expect.poll(() => mark.getAttribute('aria-description')).toBe(lockedWords);

  // Beside the form, whose words leaving would lose.
  const [beside] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: 'Mở khóa tháng này' }).click()]);
  await beside.waitForURL(`**/total?${of}#unlock`);
  const dialog = beside.getByRole('dialog', { name: 'Khóa và mở khóa tháng' });
  await dialog.getByRole('button', { name: /^Mở khóa tháng / }).waitFor();
  await dialog.getByLabel('Năm').selectOption(String(year - 1));
  await dialog.getByRole('radio', { name: 'Mở khóa', checked: true }).waitFor();
  await dialog.getByRole('radio', { name: 'Khóa', exact: true }).check();
  await dialog.getByLabel('Năm').selectOption(String(year));
  await dialog.getByText('Đã khóa', { exact: true }).waitFor();
  await expect.poll(() => dialog.getByRole('radio', { name: 'Khóa', exact: true }).isChecked()).toBe(true);
  await expect.poll(() => dialog.getByLabel('Lý do mở khóa').count()).toBe(0);
  await dialog.getByRole('radio', { name: 'Mở khóa' }).check();
  await dialog.getByLabel('Lý do mở khóa').waitFor();
  await beside.close();
  await expect.poll(() => admin.field('Ghi chú').inputValue()).toBe('Thêm một ghi chú');
  await page.getByRole('link', { name: 'Tổng quan', exact: true }).click();
  await admin.button('Rời trang, không lưu').click();
});

it('marks the locked month wherever its records are, and says why they cannot be changed', async () => {
  const { page } = admin;
  const marks = page.getByRole('img', { name: lockedWords });
  for (const path of ['/directs', '/directs-techousei', '/pro', '/indirect', '/mistake']) {
    await admin.go(`${path}?${inMonth}`);
    await marks.first().waitFor();
    await page.locator('main').getByText(lockedWords, { exact: true }).first().waitFor({ state: 'attached' });
    await expect.poll(async () => (await marks.count()) === (await admin.row('').count()), { message: path }).toBe(true);
    await admin
      .button(/^Thao tác khác:/)
      .first()
      .click();
    const bin = page.getByRole('menuitem', { name: 'Xóa' });
    expect(await bin.isDisabled(), path).toBe(true);
    expect(await bin.getAttribute('aria-description'), path).toEqual(lockedWords);
    await page.keyboard.press('Escape');
    const boxes = await page.locator('.data-table').getByRole('checkbox').all();
    for (const box of boxes) await expect.poll(() => box.isDisabled(), { message: path }).toBe(true);
    for (const check of await page.getByRole('switch').all()) await expect.poll(() => check.isDisabled(), { message: path }).toBe(true);
  }
  const { width, height } = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height });
  await page.locator('.phone-rows > li').first().getByRole('img', { name: lockedWords }).waitFor();
  await page.setViewportSize({ width, height });

  await admin.row('').first().getByRole('link').click();
  await page.getByText(`${lockedWords} nên không thể thay đổi bản ghi này.`).waitFor();
  await admin.button('Quay lại').waitFor();
  await expect.poll(() => page.locator('main form :is(input, textarea, select)').count()).toBe(0);
  await expect.poll(() => admin.button('Lưu').count()).toBe(0);

  await admin.go(`/total-customer?${inMonth}`);
  await page
    .getByRole('button', { name: /^Mở công việc của/ })
    .first()
    .click();
  await marks.first().waitFor();

  const point = checker.page.getByLabel(/^Điểm thiết kế DR-/);
  await checker.go(`/directs-techousei?${inMonth}&is_checked=0`);
  await checker.button('Sửa điểm').click();
  await checker.notice(/^Không có ô nào sửa được ở trang này/);
  await expect.poll(() => point.count()).toBe(0);
  await checker.button('Sửa điểm').waitFor();
});

it('says at once that a chosen date or month is locked, before anything is sent', async () => {
  const { page } = admin;
  const said = page.getByText(`${lockedWords}; hãy chọn ngày trong tháng đang mở.`);
  await admin.go('/mistake/add');
  const date = admin.field(/^Ngày ghi nhận/);
  await expect.poll(() => admin.button('Lưu').isEnabled()).toBe(true);
  const today = await date.inputValue();
  await date.fill(`${named}/15`);
  await said.waitFor();
  await expect.poll(() => admin.button('Lưu').isDisabled()).toBe(true);
  await date.fill(today);
  await said.waitFor({ state: 'detached' });
  await expect.poll(() => admin.button('Lưu').isEnabled()).toBe(true);

  await writer.go('/directs');
  await writer.button('Thao tác khác').first().click();
  await writer.button('Tính điểm').click();
  const dialog = writer.dialog('Tính điểm');
  await dialog.getByText(`${lockedWords} nên không thể tính.`).waitFor();
  await expect.poll(() => dialog.getByRole('button', { name: 'Tính điểm' }).isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Hủy' }).click();

  await admin.go(`/calculate?${of}`);
  await page.getByText(`${lockedWords} nên không thể tính.`).waitFor();
  await expect.poll(() => page.locator('main').getByRole('button', { name: 'Tính điểm' }).isDisabled()).toBe(true);
});

it('shows a Viewer the jobs without a way to change them', async () => {
  const viewer = await story.person('viewer');
  await viewer.go(`/directs?${inMonth}`);
  await viewer.row('DR-').first().waitFor();
  for (const name of ['Thêm', 'Nhập Excel', 'Xuất Excel', 'Tính điểm', 'Xóa'])
    await expect.poll(() => viewer.button(name).count(), { message: name }).toBe(0);
  await expect.poll(() => viewer.page.getByRole('columnheader', { name: 'Thao tác' }).count()).toBe(0);
  await viewer.page.locator('.data-table tbody a').first().click();
  await viewer.button('Quay lại').waitFor();
  await expect.poll(() => viewer.button('Lưu').count()).toBe(0);
  await expect.poll(() => viewer.page.locator('main form :is(input, textarea, select)').count()).toBe(0);
  await viewer.page.getByText(`${lockedWords} nên không thể thay đổi bản ghi này.`).waitFor();
  await expect.poll(() => viewer.page.getByRole('link', { name: 'Mở khóa tháng này' }).count()).toBe(0);
  // Whoever sent them the address.
  await viewer.go(`/total?${of}#unlock`);
  const dialog = viewer.dialog('Khóa và mở khóa tháng');
  await dialog.getByRole('radio', { name: 'Khóa', exact: true, checked: true }).waitFor();
  await expect.poll(() => dialog.getByRole('radio', { name: 'Mở khóa' }).isDisabled()).toBe(true);
  await expect.poll(() => dialog.getByRole('button', { name: 'Lưu' }).count()).toBe(0);
  await viewer.close();
});

it('unlocks only with a reason, and remembers it', async () => {
  writer.expect(/status of 422/);
  await writer.go(`/total?${of}`);
  await writer.button('Mở khóa tháng này').click();
  const dialog = writer.dialog('Khóa và mở khóa tháng');
  await dialog.getByRole('radio', { name: 'Mở khóa' }).check();
  await dialog.getByRole('button', { name: `Mở khóa tháng ${named}` }).click();
  await dialog.getByText('Lý do mở khóa không được để trống').waitFor();
  await dialog.getByLabel('Lý do mở khóa').fill('Khách hàng gửi bản sửa');
  await dialog.getByRole('button', { name: `Mở khóa tháng ${named}` }).click();
  await dialog.getByText('Đang mở', { exact: true }).waitFor();
  await dialog.getByText('“Khách hàng gửi bản sửa”').waitFor();
  await dialog.getByRole('button', { name: 'Đóng' }).last().click();
  await writer.page.waitForURL(`**/total?${of}`);
  await writer.page.getByText(`Tháng ${named} đang mở`).waitFor({ state: 'attached' });
  for (const person of [admin, writer, checker]) await person.close();
});

/** Jobs of the month that are neither checked nor adjusted, complete enough for the form to take them. */
async function openJobs(count: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await story.stack.client.execute({
    sql: `SELECT id, name FROM directs WHERE is_checked = 0 AND is_updated = 0 AND result_design_point > 0 AND user_id IS NOT NULL
      AND chekkusha_id IS NOT NULL AND substr(henkyaku_hi, 1, 7) = ? ORDER BY id LIMIT ?`,
    args: [key, count],
  });
  expect(rows.length).toBe(count);
  return rows.map((row) => ({ id: Number(row.id), name: String(row.name) }));
}

function monthBefore(today: string): [number, number] {
  const [year, month] = today.split('-').map(Number) as [number, number];
  return month === 1 ? [year - 1, 12] : [year, month - 1];
}
