import { expect, it } from 'vitest';
import { openStubbedApp, type Row } from '../support/stub-app.ts';

const WORKS: Row[] = [
  { id: 1, work_name: '基礎伏図' },
  { id: 2, work_name: '構造図' },
  { id: 3, work_name: '断面図' },
];
const CUSTOMER: Row = {
  id: 7,
  code: 'C7',
  name: '青葉ホーム',
  work_category: [1, 2],
  is_updated: 0,
  version: 4,
  updated_at: '2026-09-01 08:00:00',
};
const NETWORK = /ERR_INVALID_HTTP_RESPONSE|status of (4|5)\d\d/;

it('names a choice of two by its label, which points to it', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  await app.go('/indirect/add');
  const choice = page.getByRole('radiogroup', { name: /^Loại điểm/ });
  await choice.waitFor();
  const labels = await page
    .locator('main label[for]')
    .evaluateAll((all) =>
      all.filter((label) => document.getElementById(label.getAttribute('for')!) === null).map((label) => label.textContent),
    );
  expect(labels).toEqual([]);
});

it('keeps the idempotency key of a create whose answer was lost, and makes another once the server refused', async () => {
  const app = await openStubbedApp({ rows: { departments: [] } });
  const { page } = app;
  app.expect(NETWORK);
  const answers = [
    { lost: true },
    { status: 503, json: { code: 'unavailable', message: 'Bận' } },
    { status: 422, json: { code: 'invalid', messages: { code: 'Mã đã có' } } },
  ];
  app.answer('POST', 'departments', () => answers.shift() ?? { status: 201, json: { data: { id: 9, name: 'Phòng mới' } } });
  await app.go('/departments/add');
  await page.getByLabel(/^Tên/).fill('Phòng mới');
  await page.getByLabel(/^Mã/).fill('PM');
  await page.getByLabel(/^Ghi chú/).fill('Ghi chú');
  for (const tries of [1, 2, 3]) {
    await page.getByRole('button', { name: 'Lưu', exact: true }).click();
    await expect.poll(() => app.callsOf('POST', 'departments').length).toBe(tries);
    await expect.poll(() => page.getByRole('button', { name: 'Lưu', exact: true }).getAttribute('aria-busy')).toBeNull();
  }
  await page.getByText('Mã đã có').waitFor();
  await page.getByLabel(/^Mã/).fill('PM2');
  await page.getByRole('button', { name: 'Lưu', exact: true }).click();
  await page.waitForURL('**/departments');
  const keys = app.callsOf('POST', 'departments').map(({ headers }) => headers['idempotency-key']);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).toBe(keys[0]);
  expect(keys[3]).not.toBe(keys[0]);
});

it.each([
  { keys: [...'nP12'], values: ['P12', ''] },
  { keys: [...'nP1', 'Tab', ...'Q2', 'Tab'], values: ['P1', 'Q2'] },
])('takes what is typed after n before the form is there: $keys', async ({ keys, values }) => {
  const app = await openStubbedApp({ rows: { departments: [] } });
  const { page } = app;
  await app.go('/departments');
  await page.getByRole('button', { name: 'Thêm', exact: true }).first().waitFor();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  // Sent together, as a quick typist's keys wait for a slow machine.
  const press = (key: string) => devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', key, ...(key.length === 1 && { text: key }) });
  await Promise.all(keys.map(press));
  await page.waitForURL('**/departments/add');
  const inputs = page.locator('form input');
  await expect.poll(async () => [await inputs.nth(0).inputValue(), await inputs.nth(1).inputValue()]).toEqual(values);
});

it('names several chosen records as the record brings them along, so that nothing moves when the form is there', async () => {
  const works = WORKS.slice(0, 2).map(({ id, work_name }) => ({ id, work_name }));
  const app = await openStubbedApp({ rows: { customers: [{ ...CUSTOMER, works }], 'work-categories': WORKS } });
  await app.go('/customers/7/view');
  for (const { work_name } of works) await app.page.getByText(String(work_name), { exact: true }).waitFor();
  expect(app.callsOf('GET', 'work-categories')).toEqual([]);
});

it('takes an edit as saved when the conflict shows just what was sent', async () => {
  const app = await openStubbedApp({ rows: { customers: [CUSTOMER], 'work-categories': WORKS } });
  const { page } = app;
  app.expect(NETWORK);
  const current = { ...CUSTOMER, name: '青葉住建', version: 5 };
  app.answer('PUT', 'customers/7', ({ body }) =>
    body.name === '青葉住建' ? { status: 409, json: { code: 'conflict', message: 'Đã đổi', current } } : undefined,
  );
  await app.go('/customers/7/view');
  await page.getByLabel(/^Tên khách hàng/).fill(' 青葉住建 ');
  await page.getByLabel(/^Tên khách hàng/).fill('青葉住建');
  await page.keyboard.press('Control+s');
  await page.waitForURL('**/customers');
  await page.getByText('Đã cập nhật!').waitFor();
});

it('shows both versions when somebody else saved another value', async () => {
  const app = await openStubbedApp({ rows: { customers: [CUSTOMER], 'work-categories': WORKS } });
  const { page } = app;
  app.expect(NETWORK);
  app.answer('PUT', 'customers/7', ({ body }) =>
    body.version === 5
      ? undefined
      : {
          status: 409,
          json: { code: 'conflict', message: 'Đã đổi', current: { ...CUSTOMER, name: '別の名', version: 5 }, saved_by: 'Trang' },
        },
  );
  await app.go('/customers/7/view');
  await page.getByLabel(/^Tên khách hàng/).fill('青葉住建');
  await page.getByLabel(/^Fax/).fill('06-1111');
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'Bản ghi vừa được người khác sửa' });
  await dialog.getByText('別の名').waitFor();
  await dialog.getByText('Trang đã lưu lúc 2026/09/01 08:00.').waitFor();
  expect(await dialog.getByRole('row').filter({ hasText: 'Fax' }).getByRole('cell').allTextContents()).toEqual(['Fax', '06-1111', '–']);
  // What nobody touched here stays as the other one left it.
  await dialog.getByRole('button', { name: 'Lưu bản của tôi' }).press('Enter');
  await expect.poll(() => app.callsOf('PUT', 'customers/7').at(-1)!.body).toEqual({ name: '青葉住建', fax: '06-1111', version: 5 });
});

it('asks for the names of chosen records that neither the record nor the entries bring along', async () => {
  const app = await openStubbedApp({ rows: { customers: [CUSTOMER], 'work-categories': WORKS } });
  await app.go('/customers/7/view');
  for (const name of ['基礎伏図', '構造図']) await app.page.getByText(name, { exact: true }).waitFor();
  expect(app.callsOf('GET', 'work-categories').map(({ query }) => query.get('ids'))).toEqual(['1,2']);
});

it('leaves a number as it is when arrow keys are pressed in a form', async () => {
  const app = await openStubbedApp({
    rows: { directs: [{ id: 5, name: 'DR-5', tsubosuu: 76.92, version: 1 }], 'work-categories': WORKS },
  });
  const { page } = app;
  await app.go('/directs/5/view');
  const area = page.locator('input[name=tsubosuu]');
  await area.focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'PageDown']) await page.keyboard.press(key);
  await expect.poll(() => area.inputValue()).toBe('76,92');
});

it.each([
  { lang: 'vi', typed: '1.250', offered: ['1250', '1,25'], clear: '1250,5' },
  { lang: 'en', typed: '1,250', offered: ['1250', '1.25'], clear: '1250.5' },
])('asks in $lang which number $typed is, and saves nothing until it is chosen', async ({ lang, typed, offered, clear }) => {
  const users = [{ id: 11, name: 'Bùi Thanh Tùng' }];
  const mistake = { id: 5, user_id: 11, rate_at: '2026-11-03', mistake: 'Thiếu kích thước', point: 1, detect_by: 'T', version: 1 };
  const app = await openStubbedApp({ rows: { users, mistakes: [{ ...mistake, users: users[0] }] } });
  const { page } = app;
  await app.context.addInitScript((language) => localStorage.setItem('tensu.language', language), lang);
  app.answer('PUT', 'mistakes/5', ({ body }) => ({ json: { data: { ...mistake, ...body, version: 2 } } }));
  await app.go('/mistake/5/view');
  const points = page.locator('input[name=point]');
  const saved = () => app.callsOf('PUT', 'mistakes/5').map(({ body }) => body.point);
  await points.fill(clear);
  await points.fill(typed);
  const readings = page.locator('[data-reading]');
  await expect.poll(() => readings.allTextContents()).toEqual(offered);
  await page.locator('[name=mistake]').focus();
  await page.keyboard.press('Control+s');
  // The refused form takes the focus there once it is drawn: a Tab before that would be taken back.
  await expect.poll(() => points.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await points.getAttribute('aria-invalid')).toBe('true');
  expect(await points.inputValue()).toBe(typed);
  expect(saved()).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => points.inputValue()).toBe('1250');
  await expect.poll(() => readings.count()).toBe(0);
  await page.keyboard.press('Control+s');
  await expect.poll(saved).toEqual([1250]);
});

it.each(['3/9/2026', '2026/9/3', '03092026'])('saves a date typed as %s by Ctrl+S from inside its field', async (typed) => {
  const app = await openStubbedApp({ rows: { customers: [CUSTOMER], 'work-categories': WORKS } });
  const { page } = app;
  app.expect(NETWORK);
  await app.go('/customers/7/view');
  await page.locator('input[name=receipt_date]').focus();
  await page.keyboard.type(typed);
  await page.keyboard.press('Control+s');
  await expect.poll(() => app.callsOf('PUT', 'customers/7').at(-1)?.body).toMatchObject({ receipt_date: '2026-09-03' });
});

it('has one stop of the Tab key at a date, whose calendar opens by Alt and the arrow', async () => {
  const app = await openStubbedApp({ rows: { mistakes: [{ id: 5, rate_at: '2026-11-03', mistake: 'Thiếu cột', version: 1 }] } });
  const { page } = app;
  await app.go('/mistake/5/view');
  const date = page.locator('input[name=rate_at]');
  await date.focus();
  await page.keyboard.press('Shift+Tab');
  const before = await page.evaluate(() => document.activeElement?.id);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('.relative')?.querySelector('input[name=rate_at]') ?? null)).toBeNull();
  await page.keyboard.press('Shift+Tab');
  expect(await date.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.press('Alt+ArrowDown');
  await page.getByRole('dialog', { name: 'Lịch' }).getByRole('gridcell').first().waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => date.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.press('Shift+Tab');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe(before);
});

it("chooses a new customer's only work category, and keeps it for the next job", async () => {
  const people = [{ id: 11, username: 'a', name: 'Người A' }];
  const rows = { customers: [CUSTOMER], users: people, directs: [], 'work-categories': WORKS, departments: [{ id: 1, name: 'Phòng 1' }] };
  const app = await openStubbedApp({ role: 'Writer', rows: { ...rows, department_groups: [{ id: 1, group_name: 'Nhóm 1' }] } });
  const { page } = app;
  app.answer('GET', 'work-categories/customers/7', () => ({ json: WORKS.slice(1, 2) }));
  app.answer('GET', 'users/11', () => ({ json: { data: { ...people[0], department_id: 1, dept_grp_id: 1 } } }));
  app.answer('POST', 'directs', ({ body }) => ({ status: 201, json: { data: { id: 9, version: 1, ...body } } }));
  await app.go('/directs/add');
  const category = page.getByRole('combobox', { name: /^Hạng mục công việc/ });
  await page.getByLabel(/^Khách hàng/).fill('青葉');
  await page.getByRole('option', { name: '青葉ホーム' }).click();
  await expect.poll(() => category.inputValue()).toBe('構造図');
  for (const label of [/^Người thiết kế/, /^Người kiểm tra/]) {
    await page.getByLabel(label).fill('Người');
    await page.getByRole('option', { name: 'Người A' }).click();
  }
  await page.locator('input[name=henkyaku_hi]').fill('2026/11/20');
  const numbers = [/^Số tsubo/, /^Hệ số độ khó/, /^Điểm độ khó/, /^Thời gian thiết kế/, /^Thời gian kiểm tra/];
  for (const code of ['DR-1', 'DR-2']) {
    await page.getByLabel(/^Mã công việc/).fill(code);
    await page.getByLabel(/^Tên công trình/).fill('池田様邸');
    for (const label of numbers) await page.getByLabel(label).fill('1');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(() =>
        app
          .callsOf('POST', 'directs')
          .map(({ body }) => [body.name, body.work_category_id])
          .at(-1),
      )
      .toEqual([code, 2]);
    await expect.poll(() => page.getByLabel(/^Mã công việc/).inputValue()).toBe('');
    expect(await category.inputValue()).toBe('構造図');
  }
});

it('says in the form what is wrong with a date, in the format that people see', async () => {
  const app = await openStubbedApp({ rows: { customers: [CUSTOMER], 'work-categories': WORKS } });
  const { page } = app;
  await app.go('/customers/7/view');
  const date = page.locator('input[name=receipt_date]');
  await date.fill('31/2/2026');
  await page.keyboard.press('Tab');
  await page.getByText('Không có ngày 31/2/2026; hãy nhập ngày có trong lịch').waitFor();
  await expect.poll(() => date.inputValue()).toBe('31/2/2026');
});

it('names the job that has the code of a new one already, while that is typed', async () => {
  const job = { id: 5, name: 'DR-2611-9101', bukkenmei: '佐藤様邸', henkyaku_hi: '2026-11-25', work_categories: WORKS[0], version: 1 };
  const app = await openStubbedApp({ role: 'Writer', rows: { directs: [job, { ...job, id: 6, name: 'DR-2611-91011' }] } });
  const { page } = app;
  await app.go('/directs/add');
  const code = page.getByLabel(/^Mã công việc/);
  await code.fill('DR-2611-9101');
  await page.getByText('Mã này đã có ở 1 việc: 佐藤様邸 · 基礎伏図 · 2026/11/25').waitFor();
  await code.fill('DR-2611-9102');
  await page.getByText('Mã này đã có').waitFor({ state: 'detached' });
});

it('comes to the field that was refused as Tab does: what is typed takes the place of what it holds', async () => {
  const app = await openStubbedApp({ rows: { customers: [CUSTOMER], 'work-categories': WORKS } });
  const { page } = app;
  await app.go('/customers/7/view');
  const date = page.locator('input[name=receipt_date]');
  await date.fill('31/2/2026');
  await page.keyboard.press('Control+s');
  await page.getByText('Không có ngày 31/2/2026').waitFor();
  await expect.poll(() => date.evaluate((input: HTMLInputElement) => input.selectionEnd! - input.selectionStart!)).toBe(9);
  await page.keyboard.type('28/2/2026');
  await expect.poll(() => date.inputValue()).toBe('2026/02/28');
});

it('fills department and group of the designer chosen last, whichever answer comes first', async () => {
  const people = [
    { id: 11, username: 'cham', name: 'Người Chậm' },
    { id: 12, username: 'nhanh', name: 'Người Nhanh' },
  ];
  const app = await openStubbedApp({
    role: 'Writer',
    rows: { users: people, directs: [{ id: 5, name: 'DR-5', version: 1 }], 'work-categories': WORKS },
  });
  const { page } = app;
  app.expect(NETWORK);
  const slow = Promise.withResolvers<void>();
  const person = (id: number, dept: number) => ({
    json: {
      data: {
        ...people[id - 11],
        department_id: dept,
        department: { id: dept, name: `Phòng ${dept}` },
        dept_grp_id: dept,
        department_groups: { id: dept, group_name: `Nhóm ${dept}` },
      },
    },
  });
  app.answer('GET', 'users/11', () => slow.promise.then(() => person(11, 1)));
  app.answer('GET', 'users/12', () => person(12, 2));
  // Another department is not this person's to read: its name comes with the designer.
  for (const path of ['departments/2', 'department_groups/2'])
    app.answer('GET', path, () => ({ status: 403, json: { code: 'forbidden', message: 'Không có quyền' } }));
  await app.go('/directs/5/view');
  const designer = page.getByLabel(/^Người thiết kế/);
  await designer.fill('Chậm');
  await page.getByRole('option', { name: 'Người Chậm' }).click();
  await designer.fill('Nhanh');
  await page.getByRole('option', { name: 'Người Nhanh' }).click();
  await expect.poll(() => page.getByRole('combobox', { name: /^Phòng ban/ }).inputValue()).toBe('Phòng 2');
  await expect.poll(() => page.getByRole('combobox', { name: /^Nhóm \(/ }).inputValue()).toBe('Nhóm 2');
  slow.resolve();
  await expect.poll(() => app.callsOf('GET', 'users/11').length).toBe(1);
  await expect.poll(() => page.getByRole('combobox', { name: /^Phòng ban/ }).inputValue()).toBe('Phòng 2');
});

it('offers the groups of the department that a job has, and takes the group of another one away', async () => {
  const departments = [1, 2].map((id) => ({ id, name: `Phòng ${id}` }));
  const groups = [1, 2].map((id) => ({ id, group_name: `Nhóm ${id}`, dept_id: id }));
  const job = { id: 5, name: 'DR-5', version: 1, dept_id: 1, dept_grp_id: 1, departments: departments[0], department_groups: groups[0] };
  const app = await openStubbedApp({ role: 'Writer', rows: { directs: [job], departments, department_groups: groups } });
  const { page } = app;
  await app.go('/directs/5/view');
  const group = page.getByRole('combobox', { name: /^Nhóm \(/ });
  await expect.poll(() => group.inputValue()).toBe('Nhóm 1');
  await page.getByRole('combobox', { name: /^Phòng ban/ }).fill('Phòng 2');
  await page.getByRole('option', { name: 'Phòng 2' }).click();
  await expect.poll(() => group.inputValue()).toBe('');
  await group.focus();
  await expect.poll(() => app.callsOf('GET', 'department_groups').at(-1)?.query.get('dept_id')).toBe('2');
});

it('reports that a chosen person could not be read', async () => {
  const app = await openStubbedApp({
    rows: { users: [{ id: 11, username: 'a', name: 'Người A' }], directs: [{ id: 5, name: 'DR-5', version: 1 }], 'work-categories': WORKS },
  });
  const { page } = app;
  app.expect(NETWORK);
  app.answer('GET', 'users/11', () => ({ status: 403, json: { code: 'forbidden', message: 'Không có quyền' } }));
  await app.go('/directs/5/view');
  await page.getByLabel(/^Người thiết kế/).fill('Người');
  await page.getByRole('option', { name: 'Người A' }).click();
  await page.getByText('Không đọc được dữ liệu của Người thiết kế vừa chọn').waitFor();
});

it("offers a customer's own work categories from the moment the job is opened", async () => {
  const app = await openStubbedApp({
    rows: {
      customers: [CUSTOMER],
      directs: [{ id: 5, name: 'DR-5', customer_id: 7, work_category_id: 1, version: 1 }],
      'work-categories': WORKS,
    },
  });
  const { page } = app;
  const own = Array.from({ length: 60 }, (_, at) => ({ id: at + 1, work_name: `Hạng mục ${at + 1}` }));
  app.answer('GET', 'work-categories/customers/7', () => ({ json: own }));
  await app.go('/directs/5/view');
  await expect.poll(() => app.callsOf('GET', 'work-categories/customers/7').length).toBeGreaterThan(0);
  const works = page.getByRole('combobox', { name: /^Hạng mục công việc/ });
  await works.fill('Hạng mục 59');
  await expect.poll(() => page.locator('[role=listbox] [role=option]').allTextContents()).toEqual(['Hạng mục 59']);
  await works.fill(String(WORKS[2]!.work_name));
  await page.getByText('Không có kết quả phù hợp').waitFor();
});

it('says nothing of an empty category where a customer was chosen before it', async () => {
  const app = await openStubbedApp({ role: 'Writer', rows: { customers: [CUSTOMER], directs: [], 'work-categories': WORKS } });
  const { page } = app;
  app.answer('GET', 'work-categories/customers/7', () => ({ json: WORKS.slice(0, 2) }));
  await app.go('/directs/add');
  await page.getByLabel(/^Khách hàng/).fill('青葉');
  await page.getByRole('option', { name: '青葉ホーム' }).click();
  await page.getByLabel(/^Hạng mục công việc/).click();
  await expect.poll(() => page.locator('[role=listbox] [role=option]').allTextContents()).toEqual(['基礎伏図', '構造図']);
  expect(await page.getByText('Hạng mục công việc không được để trống').count()).toBe(0);
});

it('has room for an error of two lines between the fields of a narrow form', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  app.expect(/status of 422/);
  const refused = 'Mật khẩu mới không được ghép từ tên của bạn, của công ty hay của Tensu';
  app.answer('POST', 'forgot-password', () => ({ status: 422, json: { code: 'invalid', messages: { password: refused } } }));
  app.answer('POST', 'reset-password/check', () => ({ json: { message: 'Còn dùng được' } }));
  await page.goto('/reset-password?token=t');
  await page.getByLabel('Mật khẩu mới').fill('Tensu-2026');
  await page.getByLabel('Xác nhận mật khẩu').fill('Tensu-2026');
  await page.keyboard.press('Enter');
  const error = (await page.getByText(refused).boundingBox())!;
  const next = (await page.getByText(/^Xác nhận mật khẩu/).boundingBox())!;
  expect(error.height).toBeGreaterThan(20);
  expect(next.y - (error.y + error.height)).toBeGreaterThanOrEqual(4);
});

it('says at each required field that it is required, and once in the name that is read out', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  await app.go('/departments/add');
  const code = page.getByRole('textbox', { name: 'Mã phòng ban (bắt buộc)', exact: true });
  expect(await code.getAttribute('aria-required')).toBe('true');
  const word = page.locator('label').filter({ hasText: 'Mã phòng ban' }).getByText('bắt buộc', { exact: true });
  expect((await word.boundingBox())!.width).toBeGreaterThan(30);
});

it.each(['n', 'n from the sidebar', 'Thêm'])('begins a new record by %s in its first field', async (way) => {
  const app = await openStubbedApp({ rows: { departments: [{ id: 1, name: 'Thiết kế', code: 'TK', version: 1 }] } });
  const { page } = app;
  await app.go('/departments');
  await page.getByRole('link', { name: 'Thiết kế' }).waitFor();
  if (way === 'n from the sidebar') await page.getByRole('link', { name: 'Tổ chức', exact: true }).focus();
  if (way.startsWith('n')) await page.keyboard.press('n');
  else await page.getByRole('button', { name: way, exact: true }).click();
  await page.waitForURL('**/departments/add');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
});

it('stays open with what is typed when the record cannot be read again after the connection came back', async () => {
  const app = await openStubbedApp({ rows: { customers: [CUSTOMER], 'work-categories': WORKS } });
  const { page } = app;
  app.expect(/status of 404|ERR_INTERNET_DISCONNECTED/);
  await page.clock.install();
  await app.go('/customers/7/view');
  const fax = page.getByLabel('Fax');
  expect(await fax.getAttribute('autocomplete')).toBe('off');
  await fax.fill('03-999');
  const reads = app.callsOf('GET', 'customers/7').length;
  app.answer('GET', 'customers/7', () => ({ status: 404, json: { code: 'not_found', message: 'Không tìm thấy bản ghi' } }));
  await page.clock.fastForward(10 * 60_000);
  await app.context.setOffline(true);
  await app.context.setOffline(false);
  await expect.poll(() => app.callsOf('GET', 'customers/7').length).toBeGreaterThan(reads);
  await page.getByText('Không tìm thấy bản ghi').waitFor();
  expect(await fax.inputValue()).toBe('03-999');
  // Nor when it turns out to be deleted: what became of the words, and what to do, is said in sight.
  await page.setViewportSize({ width: 1366, height: 400 });
  app.answer('PUT', 'customers/7', () => ({ status: 404, json: { code: 'not_found', message: 'Không tìm thấy khách hàng' } }));
  await page.keyboard.press('Control+s');
  const gone = page.getByRole('alert').filter({ hasText: 'Bản ghi này đã bị xóa' });
  await expect.poll(() => gone.evaluate((told) => told.getBoundingClientRect().bottom < innerHeight - 60)).toBe(true);
  expect(await fax.inputValue()).toBe('03-999');
  expect(await page.getByText('Không tìm thấy khách hàng').count()).toBe(0);
});

it('keeps a pasted text that is too long, says how much of it is too much, and saves it once it is shortened', async () => {
  const app = await openStubbedApp({ rows: { departments: [] } });
  const { page } = app;
  app.answer('POST', 'departments', () => ({ status: 201, json: { data: { id: 9, name: 'Phòng mới' } } }));
  await app.go('/departments/add');
  await page.getByLabel(/^Mã/).fill('PM');
  await page.getByLabel(/^Ghi chú/).fill('Ghi chú');
  const name = page.getByLabel(/^Tên/);
  await name.focus();
  // Letters and their marks apart, as macOS names files: stored they are one each. An outer space is not stored.
  const most = `${'ế'.repeat(255)} `.normalize('NFD');
  await page.keyboard.insertText(most);
  expect(await name.getAttribute('aria-invalid')).toBeNull();
  await page.keyboard.insertText('設計課');
  await page.getByText('Dài tối đa 255 ký tự, đang thừa 4;').waitFor();
  expect(await name.inputValue()).toBe(`${most}設計課`);
  await page.getByRole('button', { name: 'Lưu', exact: true }).click();
  await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(app.callsOf('POST', 'departments')).toEqual([]);
  await name.fill('Phòng mới');
  await expect.poll(() => name.getAttribute('aria-invalid')).toBeNull();
  await page.getByRole('button', { name: 'Lưu', exact: true }).click();
  await page.waitForURL('**/departments');
});
