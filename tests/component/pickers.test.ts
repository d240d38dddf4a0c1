import { expect, it } from 'vitest';
import { openStubbedApp, type Row } from '../support/stub-app.ts';

const PEOPLE: Row[] = [
  { id: 11, username: 'tung', name: 'Bùi Thanh Tùng' },
  { id: 12, username: 'hieu', name: 'Đỗ Trung Hiếu' },
];
const MISTAKE: Row = {
  ...{
    id: 5,
    user_id: 11,
    users: PEOPLE[0],
    rate_at: '2026-11-03',
    mistake: 'Thiếu kích thước',
    point: 1,
    detect_by: 'T',
    version: 1,
  },
};

/** A mistake whose person is searched on the server, which finds the second one by 'do tru' and nobody by 'zzz'. */
async function openMistake() {
  const app = await openStubbedApp({ rows: { users: PEOPLE, mistakes: [MISTAKE] } });
  app.answer('GET', 'users', ({ query }) => {
    const words = [...query.values()];
    const data = words.includes('zzz') ? [] : words.includes('do tru') ? [PEOPLE[1]!] : PEOPLE;
    return { json: { data, total: data.length, current_page: 1, last_page: 1, from: 1, to: data.length } };
  });
  app.answer('PUT', 'mistakes/5', ({ body }) => ({ json: { data: { ...MISTAKE, ...(body as Row), version: 2 } } }));
  await app.go('/mistake/5/view');
  const person = app.page.getByRole('combobox', { name: /^Nhân viên/ });
  await person.focus();
  const type = (text: string) => app.page.keyboard.type(text, { delay: 20 });
  const saved = () => app.callsOf('PUT', 'mistakes/5').map(({ body }) => (body as Row).user_id);
  return { app, page: app.page, person, type, saved };
}

it.each(['Enter', 'Tab'])('chooses the first match of what was typed by %s, also before it is known', async (key) => {
  const { page, person, type, saved } = await openMistake();
  await type('do tru');
  await page.keyboard.press(key);
  await expect.poll(() => person.inputValue()).toBe('Đỗ Trung Hiếu');
  expect(await person.evaluate((input) => input === document.activeElement)).toBe(key === 'Enter');
  await page.keyboard.press('Control+s');
  await expect.poll(saved).toEqual([12]);
});

it('does not walk the rows of another search: the arrow and Enter choose what was typed', async () => {
  const { page, person, type, saved } = await openMistake();
  await type('do tru');
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect.poll(() => person.inputValue()).toBe('Đỗ Trung Hiếu');
  await page.keyboard.press('Control+s');
  await expect.poll(saved).toEqual([12]);
});

it('opens by the arrow at the choice, or at the first option where there is none, which Enter takes', async () => {
  const { page, person, saved } = await openMistake();
  await page.keyboard.press('ArrowDown');
  const reached = () =>
    page.evaluate(() => document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')?.textContent);
  await expect.poll(reached).toContain('Bùi Thanh Tùng');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Xóa lựa chọn' }).first().click();
  await person.focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(reached).toContain('Bùi Thanh Tùng');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => person.inputValue()).toBe('Đỗ Trung Hiếu');
  await page.keyboard.press('Control+s');
  await expect.poll(saved).toEqual([12]);
});

it('saves with the first match of what is being typed', async () => {
  const { page, type, saved } = await openMistake();
  await type('do tru');
  await page.keyboard.press('Control+s');
  await expect.poll(saved).toEqual([12]);
});

it('saves nothing where what was typed matches nobody, and keeps the choice of before', async () => {
  const { page, person, type, saved } = await openMistake();
  await type('zzz');
  await page.keyboard.press('Control+s');
  await page.getByText(/chữ vừa gõ không khớp với lựa chọn nào/).waitFor();
  await page.getByText('Không có kết quả phù hợp').waitFor();
  await page.getByText('Không có «zzz» nào; hãy gõ tên khác hoặc xóa đi').waitFor();
  for (const key of ['Enter', 'Control+s']) await page.keyboard.press(key);
  expect(await person.inputValue()).toBe('zzz');
  await page.keyboard.press('Escape');
  await expect.poll(() => person.inputValue()).toBe('Bùi Thanh Tùng');
  expect(saved()).toEqual([]);
});

it('keeps what was typed and matches nobody when the field is left, says so, and saves nothing until it is chosen or cleared', async () => {
  const { page, person, type, saved } = await openMistake();
  await type('zzz');
  await page.keyboard.press('Tab');
  await page.getByText('Không có «zzz» nào; hãy gõ tên khác hoặc xóa đi').waitFor();
  expect(await person.inputValue()).toBe('zzz');
  await page.getByLabel(/^Lỗi/).fill('Thiếu cột');
  await page.getByRole('button', { name: 'Lưu', exact: true }).click();
  await page.getByText(/chữ vừa gõ không khớp với lựa chọn nào/).waitFor();
  await expect.poll(() => person.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(saved()).toEqual([]);
  await page.keyboard.press('Control+a');
  await type('do tru');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  await expect.poll(saved).toEqual([12]);
});

it('says of a required field that nobody has the typed name, not that it is empty, until something else is typed', async () => {
  const app = await openStubbedApp({ rows: { users: [], mistakes: [] } });
  const { page } = app;
  await app.go('/mistake/add');
  const person = page.getByRole('combobox', { name: /^Nhân viên/ });
  await person.focus();
  await page.keyboard.type('zzz');
  await page.getByText('Không có kết quả phù hợp').waitFor();
  await page.keyboard.press('Tab');
  const unknown = page.getByText('Không có «zzz» nào');
  await unknown.waitFor();
  expect(await page.getByText('Nhân viên không được để trống').count()).toBe(0);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Control+s');
  await page.getByText(/chữ vừa gõ không khớp với lựa chọn nào/).waitFor();
  await unknown.waitFor();
  await person.fill('zz');
  await unknown.waitFor({ state: 'detached' });
  await person.fill('');
  await page.getByText('Nhân viên không được để trống').waitFor();
});

it('asks the server for every word that was typed, in names and codes', async () => {
  const { app, type } = await openMistake();
  await type('NV016 tung');
  await expect.poll(() => app.callsOf('GET', 'users').at(-1)!.query.get('find')).toBe('NV016 tung');
});

it('says of an empty list that there is nothing yet, and leads to adding in a window of its own', async () => {
  const app = await openStubbedApp({ rows: { users: [] } });
  const { page } = app;
  await app.go('/mistake/add');
  await page.getByRole('combobox', { name: /^Nhân viên/ }).click();
  await page.getByRole('status').getByText('Chưa có người dùng nào.', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  const link = page.getByRole('link', { name: 'Thêm người dùng' });
  await expect.poll(() => link.getAttribute('href')).toBe('/users/add');
  expect(await link.getAttribute('target')).toBe('_blank');
});

it('creates a customer and its first category from the form of a job, and loses nothing that was typed', async () => {
  const app = await openStubbedApp({ role: 'Writer', rows: { mistakes: [], users: PEOPLE, customers: [], 'work-categories': [] } });
  const { page } = app;
  app.answer('POST', 'work-categories', ({ body }) => ({ status: 201, json: { data: { id: 7, version: 1, ...body } } }));
  app.answer('POST', 'customers', ({ body }) => ({ status: 201, json: { data: { id: 8, version: 1, ...body } } }));
  await app.go('/mistake/add');
  await page.getByLabel(/^Lỗi/).fill('Thiếu cột');
  const customer = page.getByRole('combobox', { name: /^Khách hàng/ });
  await customer.fill('青葉ホーム');
  await page.getByRole('option', { name: 'Tạo «青葉ホーム»' }).waitFor();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Thêm khách hàng' });
  expect(await dialog.getByLabel(/^Tên khách hàng/).inputValue()).toBe('青葉ホーム');
  await expect.poll(() => dialog.getByLabel(/^Mã khách hàng/).evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type('KH9');
  await dialog.getByRole('combobox', { name: /^Hạng mục/ }).click();
  await page.getByRole('option', { name: 'Tạo mới' }).click();
  const category = page.getByRole('dialog', { name: 'Thêm hạng mục công việc' });
  await category.getByLabel(/^Tên hạng mục/).fill('基礎伏図');
  await page.keyboard.press('Enter');
  await category.waitFor({ state: 'detached' });
  await dialog.getByText('基礎伏図').waitFor();
  await dialog.getByRole('button', { name: 'Tạo và chọn' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(app.callsOf('POST', 'customers').map(({ body }) => body)).toEqual([{ code: 'KH9', name: '青葉ホーム', work_category: [7] }]);
  expect(await customer.inputValue()).toBe('青葉ホーム');
  expect(await page.getByLabel(/^Lỗi/).inputValue()).toBe('Thiếu cột');
  expect(app.callsOf('POST', 'mistakes')).toEqual([]);
});

it('saves the dialog that creates a record by Ctrl+S, not the form behind it, and keeps what was typed when it is given up', async () => {
  const category = { id: 7, work_name: '基礎伏図', version: 1 };
  const app = await openStubbedApp({ role: 'Writer', rows: { mistakes: [], users: PEOPLE, customers: [], 'work-categories': [category] } });
  const { page } = app;
  app.answer('POST', 'customers', ({ body }) => ({ status: 201, json: { data: { id: 8, version: 1, ...body } } }));
  await app.go('/mistake/add');
  const customer = page.getByRole('combobox', { name: /^Khách hàng/ });
  const dialog = page.getByRole('dialog', { name: 'Thêm khách hàng' });
  const create = async () => {
    await page.getByRole('option', { name: 'Tạo «青葉ホーム»' }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => dialog.getByLabel(/^Mã khách hàng/).evaluate((input) => input === document.activeElement)).toBe(true);
  };
  await customer.focus();
  await page.keyboard.type('青葉ホーム');
  await create();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await customer.inputValue()).toBe('青葉ホーム');
  await expect.poll(() => customer.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.press('ArrowDown');
  await create();
  await page.keyboard.type('KH9');
  await dialog.getByRole('combobox', { name: /^Hạng mục/ }).focus();
  await page.keyboard.type('基礎');
  await page.keyboard.press('Control+s');
  await dialog.waitFor({ state: 'detached' });
  expect(app.callsOf('POST', 'customers').map(({ body }) => body)).toEqual([{ code: 'KH9', name: '青葉ホーム', work_category: [7] }]);
  expect(await customer.inputValue()).toBe('青葉ホーム');
  expect(await page.getByLabel(/^Lỗi/).getAttribute('aria-invalid'), 'the form behind was not sent').toBeNull();
});

it('offers to create no record whose code is typed, in whatever case', async () => {
  const customers: Row[] = [{ id: 3, version: 1, code: 'KH003', name: '青葉ホーム' }];
  const app = await openStubbedApp({ role: 'Writer', rows: { mistakes: [], users: PEOPLE, customers } });
  const { page } = app;
  await app.go('/mistake/add');
  const customer = page.getByRole('combobox', { name: /^Khách hàng/ });
  await customer.fill('kh003');
  const options = () => page.getByRole('option').allTextContents();
  await expect.poll(options).toEqual([expect.stringContaining('KH003')]);
  await customer.fill('kh00');
  await expect.poll(options).toEqual([expect.stringContaining('KH003'), expect.stringContaining('Tạo «kh00»')]);
});
