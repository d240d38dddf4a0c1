import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStory, type Person, type Story } from '../support/story.ts';

/** More stops than any of these pages has between two places. */
const STOPS = 120;
const NAME = 'BAN-PHIM-1';

let story: Story;
let admin: Person;

beforeAll(async () => {
  story = await openStory();
  admin = await story.person('admin');
});
afterAll(() => story?.close());

it('makes a job from the first press to the last, without a pointer', async () => {
  const { page } = admin;
  await admin.go('/home');
  await reach(page.getByRole('link', { name: 'Việc trực tiếp', exact: true }));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^Việc trực tiếp/ }).waitFor();
  await admin.row('').first().waitFor();
  await page.keyboard.press('n');
  await page.waitForURL('**/directs/add');
  await admin.button('Lưu').waitFor();
  await page.keyboard.press('Control+s');
  await expect.poll(() => hasFocus(admin.field(/^Mã công việc/))).toBe(true);
  await page.keyboard.type(NAME);
  await reach(admin.field(/^Tên công trình/));
  await page.keyboard.type('山田様邸');
  await choose(/^Khách hàng/, '');
  await choose(/^Hạng mục công việc/, '');
  await reach(page.locator('input[name=henkyaku_hi]'));
  await page.keyboard.type(today());
  for (const [name, value] of [
    ['tsubosuu', '35,5'],
    ['complex_factor', '1,2'],
    ['complex_point', '0,5'],
    ['sagyou_jikan', '120'],
    ['chekkku_jikan', '30'],
  ] as const) {
    await reach(page.locator(`input[name=${name}]`));
    await page.keyboard.type(value);
  }
  await choose(/^Người thiết kế/, 'Nguyễn Văn An');
  await choose(/^Người kiểm tra/, 'Nguyễn Thị Ánh');
  await expect.poll(() => admin.field(/^Nhóm \(/).inputValue()).not.toBe('');
  await page.keyboard.press('Control+s');
  await page.locator('[data-sonner-toast]', { hasText: 'Đã tạo!' }).waitFor();
  await admin.atList('/directs');
});

it('finds it, looks into its calculation and comes back to where it was', async () => {
  const { page } = admin;
  await admin.row('').first().waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(NAME);
  await expect.poll(() => admin.row('').count()).toBe(1);
  const explain = admin.row(NAME).getByRole('button', { name: 'Cách tính điểm' });
  await reach(explain);
  await page.keyboard.press('Enter');
  const dialog = admin.dialog(/^Cách tính điểm/);
  await dialog.getByRole('heading').first().waitFor();
  await expect.poll(() => dialog.evaluate((open) => open.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(explain)).toBe(true);
});

it('exports it, then checks it in the adjusting list', async () => {
  const { page } = admin;
  await reach(admin.button('Thao tác khác').first(), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await reach(admin.button('Xuất Excel'));
  const { name, rows } = await admin.download(() => page.keyboard.press('Enter'));
  expect(name).toBe('directs.xlsx');
  expect(rows[1]).toContain(NAME);

  await reach(page.getByRole('link', { name: 'Điều chỉnh tay', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^Điều chỉnh tay/ }).waitFor();
  await admin.row('').first().waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(NAME);
  await expect.poll(() => admin.row('').count()).toBe(1);
  const mark = admin.row(NAME).getByRole('switch');
  await reach(mark);
  await page.keyboard.press('Space');
  // It has no points yet, which is asked about; the key pressed once more, in haste, chooses nothing.
  const question = admin.dialog('Có 1 việc chưa có điểm');
  await expect.poll(() => hasFocus(question.locator('p'))).toBe(true);
  await page.keyboard.press('Space');
  await reach(admin.button('Vẫn kiểm tra'));
  await Promise.all([page.waitForResponse((answer) => answer.url().endsWith('/directs_techousei/checked')), page.keyboard.press('Enter')]);
  await expect.poll(() => mark.getAttribute('aria-checked')).toBe('true');
  expect(await hasFocus(mark)).toBe(true);
  const { rows: kept } = await story.stack.client.execute({ sql: 'SELECT is_checked FROM directs WHERE name = ?', args: [NAME] });
  expect(kept).toEqual([expect.objectContaining({ is_checked: 1 })]);
});

it('opens and leaves every kind of layer by its keys, the focus back where it was', async () => {
  const { page } = admin;
  for (const [open, name] of [
    [admin.button(/^Bộ lọc/), /^Bộ lọc/],
    [admin.row(NAME).getByRole('button', { name: 'Lịch sử' }), 'Lịch sử'],
  ] as const) {
    await reach(open);
    await page.keyboard.press('Enter');
    await admin.dialog(name).waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => admin.dialog(name).evaluate((layer) => layer.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await admin.dialog(name).waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(open)).toBe(true);
  }
});

it('locks a month, whose dialogs give the focus back to the button that opened them', async () => {
  const { page } = admin;
  await admin.visit('/total');
  const lock = admin.button('Khóa tháng');
  await reach(lock);
  await page.keyboard.press('Enter');
  const dialog = admin.dialog('Khóa và mở khóa tháng');
  await reach(dialog.getByRole('radio', { name: 'Mở khóa', exact: true }));
  await page.keyboard.press('ArrowRight');
  await reach(dialog.getByRole('button', { name: /^Khóa tháng/ }));
  await page.keyboard.press('Enter');
  await reach(admin.button(/^Vẫn khóa tháng/));
  await page.keyboard.press('Enter');
  await page.locator('[data-sonner-toast]', { hasText: 'Đã khóa tháng' }).waitFor();
  await expect.poll(() => dialog.evaluate((open) => open.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(admin.button('Mở khóa tháng này'))).toBe(true);
  await admin.close();
});

/** Presses Tab until this has the focus; each stop on the way is one that can be seen. */
async function reach(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const { page } = admin;
  await target.waitFor();
  for (let stop = 0; !(await hasFocus(target)); stop += 1) {
    if (stop === STOPS) throw new Error(`Tab does not come to ${target}`);
    await page.keyboard.press(key);
    await expect.poll(() => page.evaluate(unseen), { message: `after ${stop} stops towards ${target}` }).toBeNull();
  }
}

/** Types into a picker until it offers a record, and takes that. */
async function choose(label: RegExp, typed: string): Promise<void> {
  const { page } = admin;
  await reach(admin.field(label));
  if (typed === '') await page.keyboard.press('ArrowDown');
  else await page.keyboard.type(typed);
  const offered = page.locator('[role=option]').filter({ hasText: typed }).first();
  await offered.waitFor();
  await page.keyboard.press('Enter');
  await offered.waitFor({ state: 'detached' });
}

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Ho_Chi_Minh' }).format().replaceAll('-', '/');

/** Runs in the page: the focused element when nothing around it shows the focus, or when it lies outside the window. */
function unseen(): string | null {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const { top, bottom, width } = focused.getBoundingClientRect();
  const inView = bottom > 0 && top < innerHeight && width > 0;
  for (let element: Element | null = focused, up = 0; inView && element && up < 4; element = element.parentElement, up += 1) {
    // The ring of a row lies over its cells, in a box of its own.
    for (const box of [null, '::after']) {
      const { outlineStyle, outlineWidth } = getComputedStyle(element, box);
      if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) return null;
    }
  }
  return focused.outerHTML.slice(0, 200);
}
