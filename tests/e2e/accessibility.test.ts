import { afterAll, beforeAll, expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { openStory, type Person, type Story } from '../support/story.ts';

const LISTS = [
  '/directs',
  '/directs-techousei',
  '/indirect',
  '/pro',
  '/mistake',
  '/customers',
  '/work-category',
  '/standards',
  '/tsubo',
  '/formula-base-points',
  '/formula-results',
  '/propoint',
  '/indirectnote',
  '/contractor',
  '/construction',
  '/departments',
  '/department_groups',
  '/users',
];
/** Other pages, and what is on them once they are whole. */
const PAGES = {
  '/home': 'canvas',
  '/home?tab=department': 'canvas',
  '/total': '.data-table tfoot',
  '/total-customer': '.data-table tfoot',
  '/calculate': 'main li',
  '/users/profile': 'main form',
};

/** Presses that open a dialog, by the page they are on. */
const DIALOGS: [string, (person: Person) => Promise<void>][] = [
  ['/directs', (person) => person.button('Tính điểm').click()],
  ['/directs', (person) => person.button('Nhập Excel').click()],
  ['/directs', (person) => person.button('Cột hiển thị').click()],
  ['/directs', (person) => person.button('Cách tính điểm').first().click()],
  ['/directs-techousei', (person) => person.button('Lịch sử').first().click()],
  ['/total', (person) => person.button('Khóa tháng').click()],
  ['/customers', (person) => person.button('Xóa').first().click()],
];

let story: Story;
let admin: Person;

beforeAll(async () => {
  story = await openStory({ directs: 60 });
  admin = await story.person('admin', { reducedMotion: 'reduce' });
});

afterAll(() => story?.close());

it('finds nothing wrong with the lists, with rows and without', async () => {
  const found: Found = {};
  for (const path of LISTS) {
    await admin.go(path);
    await admin.row('').first().waitFor();
    found[path] = await violationsInBothThemes(admin);
  }
  await admin.go('/customers?name__~=khong co ai');
  await admin.page.getByText('Không có bản ghi nào khớp với bộ lọc.').waitFor();
  found.empty = await violationsInBothThemes(admin);
  expect(onlyWrong(found)).toEqual({});
});

it('finds nothing wrong with the forms, with mistakes in them too', async () => {
  const found: Found = {};
  for (const path of LISTS) {
    await admin.go(`${path}/add`);
    await admin.button('Lưu').click();
    await admin.page.locator('[aria-invalid=true]').first().waitFor();
    found[path] = await violationsInBothThemes(admin);
  }
  expect(onlyWrong(found)).toEqual({});
});

it('finds nothing wrong with the totals, the dashboard, the calculation and the profile', async () => {
  const found: Found = {};
  for (const [path, whole] of Object.entries(PAGES)) {
    await admin.go(path);
    await admin.page.locator(whole).first().waitFor();
    found[path] = await violationsInBothThemes(admin);
  }
  expect(onlyWrong(found)).toEqual({});
});

it('finds nothing wrong with the dialogs', async () => {
  const found: Found = {};
  for (const [index, [path, open]] of DIALOGS.entries()) {
    await admin.go(path);
    await open(admin);
    await admin.dialog().getByRole('heading').first().waitFor();
    found[`${path} ${index}`] = await violationsInBothThemes(admin);
  }
  expect(onlyWrong(found)).toEqual({});
});

it('finds nothing wrong on a phone, where no page scrolls sideways', async () => {
  const found: Found = {};
  const phone = await story.person('admin', { reducedMotion: 'reduce', viewport: { width: 390, height: 844 } });
  for (const path of ['/home', '/directs', '/directs-techousei', '/customers', '/total', '/calculate', '/customers/add']) {
    await phone.go(path);
    if (LISTS.includes(path))
      await phone
        .button(/^Xem thêm của /)
        .first()
        .click();
    found[path] = await violationsInBothThemes(phone);
    const beyond = await phone.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(beyond, path).toBeLessThanOrEqual(0);
  }
  await phone.go('/directs');
  await phone.button(/^Bộ lọc/).click();
  await phone.dialog().getByRole('heading').first().waitFor();
  found.filters = await violationsInBothThemes(phone);
  expect(onlyWrong(found)).toEqual({});
});

type Found = Record<string, string[]>;

/** Everything in light colours; what the dark ones change is the contrast. */
async function violationsInBothThemes({ page }: Person): Promise<string[]> {
  const light = await violations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await violations(page, 'color-contrast');
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((line) => `dark ${line}`)];
}

const onlyWrong = (found: Found) => Object.fromEntries(Object.entries(found).filter(([, lines]) => lines.length > 0));
