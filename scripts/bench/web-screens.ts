import type { Locator, Page } from 'playwright-core';

/** One input of a person, and what it is called in the table. */
export interface Press {
  name: string;
  run: (page: Page) => Promise<void>;
}

export interface Screen {
  name: string;
  path: string;
  presses?: readonly Press[];
  phone?: boolean;
  /** The screens that turn pages of 100 rows: their longest task is measured at full speed too. */
  turnsPages?: boolean;
}

const click = (name: string, find: (page: Page) => Locator): Press => ({ name, run: (page) => pressMiddle(page, find(page)) });
const key = (name: string, keys: string): Press => ({ name, run: (page) => page.keyboard.press(keys) });
const type = (selector: string, text = 'nguyen'): Press => ({
  name: 'typing',
  run: (page) => page.locator(selector).first().pressSequentially(text, { delay: 60 }),
});
const turnTo = (number: number): Press => ({
  name: `page ${number}`,
  run: async (page) => {
    await Promise.all([
      page.waitForResponse((response) => new URL(response.url()).searchParams.get('page') === String(number)),
      pressMiddle(page, page.locator('nav[data-chrome] button', { hasText: new RegExp(`^${number}$`) })),
    ]);
  },
});

const TURNS = [turnTo(2), turnTo(3)];
const SORT = click('sort', (page) => page.locator('th button').nth(1));
const OPEN_ROW = click('open a row', (page) => page.locator('tbody tr:nth-child(2) td a').first());
const GO_BACK: Press = { name: 'back to the list', run: async (page) => void (await page.goBack()) };
const MORE = click('more', (page) => page.getByRole('button', { name: 'Thao tác khác' }).first());
const COLUMNS = click('columns', (page) => page.getByRole('button', { name: 'Cột hiển thị' }));
const ESCAPE = key('Esc', 'Escape');
const ACCOUNT = click('account', (page) => page.getByRole('button', { name: /^Tài khoản của/ }));
const THEME = click('theme', (page) => page.getByRole('button', { name: /^Giao diện: / }));
const DIALOG = [MORE, click('import dialog', (page) => page.getByRole('button', { name: 'Nhập Excel' })), key('Esc of a dialog', 'Escape')];
const EDIT_POINTS: readonly Press[] = [
  click('edit points', (page) => page.getByRole('button', { name: 'Sửa điểm' })),
  key('digit in a cell', '7'),
  key('next row', 'Enter'),
  key('digit in the next', '3'),
  key('arrow', 'ArrowDown'),
  ESCAPE,
];
const CARD = click('unfold a card', (page) => page.getByRole('button', { name: /^Xem thêm của/ }).first());
const DRAWER = [click('navigation', (page) => page.getByRole('button', { name: 'Mở menu' })), ESCAPE];
const FILTERS = [click('filters', (page) => page.getByRole('button', { name: /^Bộ lọc/ })), ESCAPE];

/** The screens and what is pressed on each, in this order. */
const SCREENS: readonly Screen[] = [
  { name: 'login', path: '/login', presses: [type('input[name=username]')] },
  {
    name: 'dashboard',
    path: '/home',
    presses: [
      SORT,
      click('next page', (page) => page.getByRole('button', { name: 'Trang sau' })),
      ACCOUNT,
      THEME,
      ESCAPE,
      click('measure', (page) => page.getByRole('radio').nth(1)),
      click('by department', (page) => page.getByRole('tab').nth(1)),
      click('to totals', (page) => page.locator('.nav-list a[href="/total"]')),
    ],
  },
  {
    name: 'directs, 100 rows',
    path: '/directs?limit=100',
    turnsPages: true,
    presses: [
      ...TURNS,
      click('choose a row', (page) => page.locator('tbody input[type=checkbox]').nth(2)),
      click('choose all', (page) => page.locator('thead input[type=checkbox]')),
      click('menu of a row', (page) => page.locator('tbody tr:nth-child(3) [aria-haspopup=menu]')),
      ESCAPE,
      MORE,
      COLUMNS,
      click('a column', (page) => page.locator('[popover] li:nth-child(4) input')),
      ESCAPE,
      ...DIALOG,
      ACCOUNT,
      THEME,
      ESCAPE,
      SORT,
      OPEN_ROW,
      GO_BACK,
      type('input[type=search]'),
    ],
  },
  { name: 'techousei, 100 rows', path: '/directs-techousei?limit=100', turnsPages: true, presses: [...TURNS, SORT, ...EDIT_POINTS] },
  { name: 'totals', path: '/total', presses: [SORT, OPEN_ROW] },
  { name: 'total-customer', path: '/total-customer', presses: [click('open a customer', (page) => page.locator('tbody button').first())] },
  { name: 'users', path: '/users', presses: [OPEN_ROW, GO_BACK, type('input[type=search]')] },
  {
    name: 'a new direct',
    path: '/directs/add',
    presses: [type('input[name=name]'), click('picker', (page) => page.getByRole('combobox').first()), ESCAPE],
  },
  {
    name: 'calculate',
    path: '/calculate',
    presses: [
      click('thresholds', (page) => page.getByRole('button', { name: 'Đổi ngưỡng' })),
      ESCAPE,
      click('other findings', (page) => page.getByRole('button', { name: /mục còn lại/ }).first()),
      click('runs', (page) => page.getByRole('tab').nth(1)),
    ],
  },
  { name: 'statements', path: '/statements' },
  { name: 'my points', path: '/my-points' },
  { name: 'dashboard, phone', path: '/home', phone: true, presses: DRAWER },
  { name: 'directs, phone', path: '/directs', phone: true, presses: [CARD, ...FILTERS, ...DRAWER] },
  { name: 'totals, phone', path: '/total', phone: true, presses: [CARD] },
  { name: 'statements, phone', path: '/statements', phone: true, presses: [CARD] },
  { name: 'my points, phone', path: '/my-points', phone: true },
];

/** The screens whose names have one of these parts, comma separated; all of them for the empty text. */
export function chooseScreens(parts: string): readonly Screen[] {
  const wanted = parts.split(',').filter(Boolean);
  const screens = SCREENS.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
  if (screens.length === 0) throw new Error(`--screens: no name has ${parts}; there are ${SCREENS.map(({ name }) => name).join('; ')}`);
  return screens;
}

/** A bare press at the middle of an element: the driver's own checks before a click would count as the page's. */
async function pressMiddle(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await target.boundingBox())!;
  await pressAt(page, { x: x + width / 2, y: y + height / 2 });
}

const [REST_MS, HELD_MS] = [150, 60];

/** A press as of a hand, which rests there for a moment and is not let go at once: what the arrival costs is an answer of its own. */
async function pressAt(page: Page, { x, y }: { x: number; y: number }): Promise<void> {
  await page.mouse.move(x, y);
  await page.waitForTimeout(REST_MS);
  await page.mouse.click(x, y, { delay: HELD_MS });
}
