import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStory, type Person, type Story } from '../support/story.ts';

const CUSTOMER = 'Công ty Nhà Xinh Đà Nẵng';

let story: Story;
let writer: Person;

beforeAll(async () => {
  story = await openStory();
  writer = await story.person('writer');
});

afterAll(() => story?.close());

it('names what is missing from a new customer, then keeps it and goes back to the list', async () => {
  const { page } = writer;
  await writer.go('/customers');
  await writer.row('KH').first().waitFor();
  await page.keyboard.press('n');
  await page.waitForURL('**/customers/add');
  await page.waitForFunction(() => document.title === 'Thêm khách hàng · Tensu');
  const place = await writer.button('Lưu').boundingBox();
  await writer.button('Lưu').click();
  for (const field of ['Mã khách hàng', 'Tên khách hàng', 'Hạng mục công việc'])
    await page.getByText(`${field} không được để trống`).waitFor();
  await expect.poll(() => writer.button('Lưu').boundingBox()).toEqual(place);
  await expect.poll(() => writer.field(/^Mã khách hàng/).evaluate((input) => document.activeElement === input)).toBe(true);

  await writer.field(/^Mã khách hàng/).fill('NX-1');
  await writer.field(/^Tên khách hàng/).fill(CUSTOMER);
  await page.getByText('Mã khách hàng chỉ gồm chữ cái và chữ số').waitFor();
  await writer.field(/^Mã khách hàng/).fill('NX1');
  await writer.pick(/^Hạng mục công việc/, '意匠図');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+s');
  await writer.notice(`Bạn đã tạo thành công khách hàng ${CUSTOMER}`);
  await writer.atList('/customers');
});

it('says at the field that another record has its code already', async () => {
  const { page } = writer;
  writer.expect(/status of 409/);
  await writer.go('/customers/add');
  await writer.field(/^Mã khách hàng/).fill('nx1');
  await writer.field(/^Tên khách hàng/).fill('Công ty trùng mã');
  await writer.pick(/^Hạng mục công việc/, '意匠図');
  await page.keyboard.press('Escape');
  await writer.button('Lưu').click();
  const taken = page.getByText('Mã khách hàng này đã có ở một bản ghi khác');
  await taken.waitFor();
  const code = writer.field(/^Mã khách hàng/);
  expect(await taken.count()).toBe(1);
  expect(await code.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => code.evaluate((input) => document.activeElement === input)).toBe(true);
  await code.fill('NX2');
  await taken.waitFor({ state: 'detached' });
  await writer.field(/^Tên khách hàng/).fill('Công ty mã khác');
  await writer.button('Lưu').click();
  await writer.notice('Bạn đã tạo thành công khách hàng Công ty mã khác');
  await writer.atList('/customers');
});

it('finds it without accents, and gives the same rows after a reload and after Back', async () => {
  const { page } = writer;
  const found = writer.row(CUSTOMER);
  await page.keyboard.press('/');
  await page.keyboard.type('nha xinh da nang');
  await found.waitFor();
  await expect.poll(() => writer.row('').count()).toBe(1);
  await page.reload();
  await found.waitFor();
  await expect.poll(() => writer.row('').count()).toBe(1);
  await found.getByRole('link').first().click();
  await writer.button('Lưu').waitFor();
  await page.goBack();
  await found.waitFor();
  await expect.poll(() => writer.row('').count()).toBe(1);
  await writer.button('Xóa chữ đã gõ').click();
  await writer.row('KH').first().waitFor();
  expect(new URL(page.url()).search).toBe('');
});

it('keeps the head of a long list in sight, and begins another page at its top', async () => {
  const { page } = writer;
  await writer.go('/standards?limit=50');
  // Rows that are drawn later may widen the columns.
  await page.locator('.data-table[aria-busy=false] tbody tr:nth-child(50)').waitFor();
  const list = page.locator('.table-scroll');
  const head = page.getByRole('columnheader', { name: 'Khách hàng' });
  const place = await head.boundingBox();
  await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
  await expect.poll(() => head.boundingBox()).toEqual(place);
  await writer.button('Trang sau').click();
  await page.getByText('51–100').waitFor();
  await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBe(0);
});

it('shows every row of a long page and of the one after it, in their order', async () => {
  const { page } = writer;
  const shown = () => page.locator('.data-table tbody tr td[data-pin] a').allInnerTexts();
  const turnTo = async (number: number, turn: () => Promise<unknown>) => {
    const [answer] = await Promise.all([
      page.waitForResponse((seen) => new URL(seen.url()).search.startsWith(`?page=${number}&limit=100`)),
      turn(),
    ]);
    const { data } = (await answer.json()) as { data: { name: string }[] };
    expect(data).toHaveLength(100);
    await expect.poll(shown).toEqual(data.map(({ name }) => name));
    await page.locator('.data-table[aria-busy=false]').waitFor();
  };
  await turnTo(1, () => writer.go('/directs?limit=100&exc_end_time=2030-12-31'));
  await turnTo(2, () => writer.button('Trang sau').click());
});

it('keeps the columns a person chose', async () => {
  const { page } = writer;
  await writer.go('/customers');
  const heads = page.getByRole('columnheader');
  await heads.filter({ hasText: 'Ngày tiếp nhận' }).waitFor();
  await writer.button('Thao tác khác').first().click();
  await writer.button('Cột hiển thị').click();
  const columns = writer.dialog('Cột hiển thị');
  await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith('/me/preferences/columns.customers')),
    columns.getByLabel('Ngày tiếp nhận').uncheck(),
  ]);
  await columns.getByRole('button', { name: 'Đóng' }).last().click();
  await columns.waitFor({ state: 'detached' });
  await expect
    .poll(() =>
      writer
        .button('Thao tác khác')
        .first()
        .evaluate((button) => document.activeElement === button),
    )
    .toBe(true);
  await page.reload();
  await heads.filter({ hasText: 'Tên khách hàng' }).waitFor();
  await expect.poll(() => heads.filter({ hasText: 'Ngày tiếp nhận' }).count()).toBe(0);
});

it('refuses to delete what is used, and deletes what is not, after asking', async () => {
  const { page } = writer;
  writer.expect(/status of 409/);
  await story.stack.client.execute({
    sql: `INSERT INTO standards (customer_id, work_category_id, scale_code, standard_design_point, standard_check_point)
      SELECT id, 1, 'S1', 1, 1 FROM customers WHERE name = ?`,
    args: [CUSTOMER],
  });
  await writer.go('/customers?name__~=nha xinh');
  await remove(CUSTOMER);
  // A dialog that is opened over a notice leaves it readable and closable.
  await writer.button('Lịch sử').first().click();
  await writer.dialog('Lịch sử').getByRole('heading').first().waitFor();
  const notice = page.locator('[data-sonner-toast]', { hasText: 'Định mức' });
  await notice.getByRole('button', { name: 'Đóng' }).click();
  await notice.waitFor({ state: 'detached' });
  await writer.dialog('Lịch sử').getByRole('button', { name: 'Đóng' }).last().click();
  await writer.row(CUSTOMER).waitFor();

  await story.stack.client.batch(
    ["DELETE FROM standards WHERE customer_id NOT IN (SELECT id FROM customers WHERE name NOT LIKE '%Nhà Xinh%')"],
    'write',
  );
  await remove(CUSTOMER);
  await writer.notice(/^Đã xóa! Bạn đã xóa bản ghi \d+/);
  await page.getByText('Không có bản ghi nào khớp với bộ lọc.').waitFor();

  async function remove(name: string): Promise<void> {
    await writer.deleteRow(name);
    const question = writer.dialog('Bạn có chắc không?');
    await question.getByText('Bạn sẽ không thể hoàn tác việc này!').waitFor();
    await question.getByRole('button', { name: 'Có, xóa!' }).click();
    await question.waitFor({ state: 'detached' });
  }
});

it('deletes several records at once', async () => {
  for (const n of [1, 2, 3])
    await story.stack.client.execute({
      sql: 'INSERT INTO contractors (name, name_fold, name_sort) VALUES (?, ?, ?)',
      args: [`Nhà thầu thử ${n}`, `nha thau thu ${n}`, `nha thau thu ${n}`],
    });
  await writer.go('/contractor?name__~=nha thau thu');
  await writer.row('Nhà thầu thử 3').waitFor();
  for (const n of [1, 2]) await writer.row(`Nhà thầu thử ${n}`).getByRole('checkbox').check();
  const bar = writer.page.locator('[data-chosen]').filter({ hasText: 'Đã chọn 2 bản ghi' });
  await bar.getByRole('button', { name: 'Xóa', exact: true }).click();
  await writer.button('Có, xóa!').click();
  await writer.notice(/^Đã xóa! Bạn đã xóa 2 bản ghi/);
  await writer.row('Nhà thầu thử 1').waitFor({ state: 'detached' });
  await writer.row('Nhà thầu thử 3').waitFor();
  await bar.waitFor({ state: 'detached' });
  await writer.close();
});
