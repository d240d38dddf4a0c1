import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStory, type Person, type Story } from '../support/story.ts';

type Role = 'admin' | 'writer' | 'checked' | 'viewer';

interface RecordKind {
  path: string;
  table: string;
  /** The people who see each button above the list. */
  buttons: Record<string, readonly Role[]>;
  /** The actions of an Admin on a row. */
  actions: readonly string[];
  /** Those of them that the others see too; without any they have no such column. */
  everybodysActions?: readonly string[];
  mayOpen: readonly Role[];
  export: string;
}

const ROLES: readonly Role[] = ['admin', 'writer', 'checked', 'viewer'];
const STAFF: readonly Role[] = ['admin', 'writer', 'checked'];
/** Rated and adjusted records: what each role may do with the others, `unit/web/access` says by their contracts. */
const KINDS: readonly RecordKind[] = [
  {
    path: '/indirect',
    table: 'indirects',
    buttons: { Thêm: STAFF, 'Nhập Excel': STAFF, 'Xuất Excel': ROLES, 'Tính điểm': [], 'Sửa điểm': [] },
    actions: ['Xem', 'Thao tác khác'],
    mayOpen: ['admin', 'writer', 'viewer'],
    export: 'indirects.xlsx',
  },
  {
    path: '/directs-techousei',
    table: 'directs',
    buttons: { Thêm: STAFF, 'Nhập Excel': STAFF, 'Xuất Excel': STAFF, 'Tính điểm': STAFF, 'Sửa điểm': STAFF },
    actions: ['Lịch sử', 'Cách tính điểm', 'Xem', 'Thao tác khác'],
    everybodysActions: ['Lịch sử', 'Cách tính điểm'],
    mayOpen: ROLES,
    export: 'directs_techousei.xlsx',
  },
];

let story: Story;
let writer: Person;
let people: Record<Role, Person>;

beforeAll(async () => {
  story = await openStory();
  const entered = await Promise.all(ROLES.map(async (role) => [role, await story.person(role)] as const));
  people = Object.fromEntries(entered) as Record<Role, Person>;
  writer = people.writer;
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
  await expect.poll(() => writer.field(/^Nhân viên/).evaluate((input) => document.activeElement === input)).toBe(true);
  await writer.pick(/^Nhân viên/, 'Đỗ Mai Anh');
  await writer.pick(/^Nội dung gián tiếp/, 'Họp với khách hàng Nhật');
  await writer.field(/^Điểm \(/).fill('1,255');
  await page.getByText('Điểm có tối đa 2 chữ số thập phân').waitFor();
  await writer.field(/^Điểm \(/).fill('1,25');
  await page.getByRole('radio', { name: 'Tính vào tổng', exact: true }).check();
  await writer.field(/^Ghi chú/).fill('Họp ngày đầu dự án');
  await writer.button('Lưu').click();
  await writer.notice(/Bạn đã tạo thành công điểm gián tiếp/);
  await writer.atList('/indirect');
  await writer.pick('Nhân viên', 'Đỗ Mai Anh');
  const row = writer.row('Họp ngày đầu dự án');
  await row.waitFor();
  for (const text of ['Đỗ Mai Anh', '1,25', 'Họp với khách hàng Nhật']) await expect.poll(() => row.textContent()).toContain(text);
});

it('keeps a checked record as it is until it is unchecked', async () => {
  const { page } = writer;
  const row = writer.row('Họp ngày đầu dự án');
  const mark = row.getByRole('switch');
  await Promise.all([page.waitForResponse((answer) => answer.url().endsWith('/indirects/checked')), mark.click()]);
  await row.getByRole('link').click();
  await page.getByText('Bản ghi đã được kiểm tra nên không thể thay đổi; hãy bỏ kiểm tra trước').waitFor();
  await expect.poll(() => writer.button('Lưu').count()).toBe(0);
  await writer.button('Quay lại').click();
  await row.waitFor();
  await expect.poll(() => mark.getAttribute('aria-checked')).toBe('true');
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
  await expect.poll(() => writer.field(/^Điểm \(/).getAttribute('placeholder')).toBe('1.00, 1.35');
  await writer.field(/^Điểm \(/).fill('1.355');
  // Before three digits a dot could group them, too.
  await writer.button('1,355').click();
  await page.getByRole('radio', { name: 'Bên ngoài' }).check();
  await writer.button('Lưu').click();
  await writer.notice('Bạn đã tạo thành công lỗi Thiếu kích thước mặt bằng móng');
  await writer.atList('/mistake');
  const row = writer.row('Thiếu kích thước mặt bằng móng');
  await row.waitFor();
  await expect.poll(() => row.textContent()).toContain('Bên ngoài');
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
  await expect.poll(() => writer.row('Đỗ Mai Anh').allTextContents()).toContainEqual(expect.stringContaining('1,20'));
});

describe.each(KINDS)('the records at $path', ({ path, table, buttons, actions, everybodysActions = [], mayOpen, export: file }) => {
  it('show each role its buttons, columns and switches', async () => {
    await asEach(async (role, person) => {
      const { page } = person;
      await person.visit(path);
      const row = person.row('').first();
      await row.waitFor();
      const admin = role === 'admin';
      await person.button('Thao tác khác').first().click();
      for (const [name, roles] of Object.entries(buttons))
        await expect.poll(() => person.button(name).count(), { message: `${role}: ${name}` }).toBe(roles.includes(role) ? 1 : 0);
      await page.keyboard.press('Escape');
      await expect
        .poll(() => page.getByRole('columnheader', { name: 'Thao tác' }).count(), { message: role })
        .toBe(admin || everybodysActions.length > 0 ? 1 : 0);
      const names = await row.getByRole('button').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
      for (const name of actions)
        expect(
          names.some((label) => label?.startsWith(name)),
          `${role}: ${name}`,
        ).toBe(admin || everybodysActions.includes(name));
      await expect.poll(() => row.getByRole('link').count(), { message: role }).toBe(mayOpen.includes(role) ? 1 : 0);
      const marks = await row.getByRole('switch').all();
      expect(marks.length, role).toBe(1);
      for (const mark of marks) await expect.poll(() => mark.isDisabled(), { message: role }).toBe(role === 'viewer');
      // Both lists of directs say when the source was last read and what their short names mean; the staff may read it now.
      const crawl = page.getByRole('button', { name: /^(Lấy dữ liệu|Chưa lấy dữ liệu)/ });
      await expect.poll(() => crawl.count(), { message: role }).toBe(table === 'directs' ? 1 : 0);
      if (table !== 'directs') return;
      await crawl.click();
      await page.getByText('Lần lấy dữ liệu gần nhất').waitFor();
      await expect.poll(() => person.button('Lấy dữ liệu ngay').count(), { message: role }).toBe(STAFF.includes(role) ? 1 : 0);
      await person.button('Thao tác khác').first().click();
      await person.button('Chú thích').click();
      await page
        .getByRole('definition')
        .filter({ hasText: /^điểm thiết kế định mức$/ })
        .waitFor();
    });
  });

  it('open to those who may, to be changed or only read, and refuse the others by address', async () => {
    const { rows } = await story.stack.client.execute(`SELECT id FROM ${table} WHERE is_checked = 0 ORDER BY id DESC LIMIT 1`);
    const view = `${path}/${rows[0]!.id}/view`;
    await asEach(async (role, person) => {
      if (!mayOpen.includes(role)) await refused(person, view);
      else {
        await person.visit(view);
        await person.button(role === 'viewer' ? 'Quay lại' : 'Lưu').waitFor();
        await expect.poll(() => person.button('Lưu').count(), { message: role }).toBe(role === 'viewer' ? 0 : 1);
        const open = person.page.locator('main form :is(input, textarea):enabled:not([readonly])');
        expect((await open.count()) === 0, role).toBe(role === 'viewer');
      }
      if (role === 'viewer') return await refused(person, `${path}/add`);
      await person.visit(`${path}/add`);
      await person.button('Lưu').waitFor();
    });
  });

  it('are checked by a Checked, deleted by an Admin after a question, and exported by those who may', async () => {
    const { admin, checked, viewer } = people;
    const exporter = buttons['Xuất Excel']!.includes('viewer') ? viewer : checked;
    await exporter.visit(path);
    await exporter.row('').first().waitFor();
    await exporter.button('Thao tác khác').first().click();
    const exported = await exporter.download(() => exporter.button('Xuất Excel').click());
    expect(exported.name).toBe(file);
    expect(exported.rows.length).toBeGreaterThan(1);

    const unchecked = `${path}?is_checked=0&limit=5`;
    // Of a job without points it would be asked first.
    await checked.visit(table === 'directs' ? `${unchecked}&result_design_point__empty=0` : unchecked);
    const first = checked.row('').first().getByRole('switch');
    const name = await first.getAttribute('aria-label');
    const id = Number(await checked.row('').first().getAttribute('data-row-id'));
    const [answer] = await Promise.all([checked.page.waitForResponse((each) => each.url().endsWith('/checked')), first.click()]);
    expect(answer.status(), name!).toBe(200);
    const { rows } = await story.stack.client.execute({ sql: `SELECT is_checked FROM ${table} WHERE id = ?`, args: [id] });
    expect(rows[0]?.is_checked, name!).toBe(1);

    await admin.visit(unchecked);
    const total = () => story.stack.client.execute(`SELECT COUNT(*) AS n FROM ${table}`).then(({ rows }) => Number(rows[0]!.n));
    const before = await total();
    await admin.deleteRow('');
    await admin.dialog('Bạn có chắc không?').getByText('Bạn sẽ không thể hoàn tác việc này!').waitFor();
    await admin.button('Hủy').click();
    await admin.dialog().waitFor({ state: 'detached' });
    expect(await total()).toBe(before);
    await admin.deleteRow('');
    await admin.button('Có, xóa!').click();
    await admin.notice(/^Đã xóa! Bạn đã xóa bản ghi \d+/);
    expect(await total()).toBe(before - 1);
  });
});

it('keeps everybody else out of what is an office’s and an Admin’s', async () => {
  const { viewer, checked } = people;
  for (const name of ['Tính điểm', 'Khách hàng', 'Định mức'])
    await expect.poll(() => viewer.page.getByRole('link', { name, exact: true }).count(), { message: name }).toBe(0);
  for (const path of ['/customers', '/users', '/calculate', '/history']) await refused(viewer, path);
  await refused(checked, '/history');
  await refused(writer, '/history/sign-ins');
  for (const person of Object.values(people)) await person.close();
});

/** All of them at once: four people at four browsers. */
async function asEach(act: (role: Role, person: Person) => Promise<void>): Promise<void> {
  await Promise.all(ROLES.map((role) => act(role, people[role])));
}

/** Says so and goes to the profile. */
async function refused(person: Person, path: string): Promise<void> {
  await person.page.goto(path);
  await person.notice('Bạn không có quyền sử dụng chức năng này');
  await person.page.waitForURL('**/users/profile');
  await person.page.locator('main form').waitFor();
  const section = person.page.getByRole('navigation', { name: 'Điều hướng chính' }).locator('[aria-current=page]');
  expect(await section.count(), 'the own profile is in no section').toBe(0);
}
