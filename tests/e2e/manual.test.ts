import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Standin, startBaseVnStandin } from '../../scripts/base-vn-standin.ts';
import { CHAPTERS, type Chapter, loadChapter } from '../../web/layout/help/chapters.ts';
import { listNames, parseChapter } from '../../web/layout/help/parse-chapter.ts';
import { PICTURE_SIZE, takeManualPicture } from '../support/manual-picture.ts';
import { openStory, type Person, type Story } from '../support/story.ts';

/** With `MANUAL_PICTURES=1` the pictures are made anew: `MANUAL_PICTURES=1 npx vitest run --project e2e tests/e2e/manual.test.ts`. */
/** Names that stand on every page, or on the keyboard. */
const EVERYWHERE = ['Ctrl+K', '?'];

let standin: Standin;
let story: Story;
let admin: Person;
/** Calls of the page that were not answered yet. */
const calls = new Set<Request>();
beforeAll(async () => {
  standin = await startBaseVnStandin({ jobs: 6, edgeCases: false, workflowIds: ['3051'] });
  story = await openStory({ vars: { BASE_VN_URL: standin.url, BASE_VN_TOKEN: standin.token, BASE_VN_WORKFLOW_IDS: '3051' } });
  admin = await story.person('admin', { viewport: PICTURE_SIZE });
  admin.page.on('request', (request) => request.url().includes('/api/') && calls.add(request));
  admin.page.on('requestfinished', (request) => calls.delete(request));
  admin.page.on('requestfailed', (request) => calls.delete(request));
});
afterAll(async () => {
  await story?.close();
  await standin?.close();
});

/** Every text that a person can read or hear on the page. */
const textsOn = (page: Page) =>
  page.evaluate(() => {
    const named = [...document.querySelectorAll('[aria-label]')].map((element) => element.getAttribute('aria-label') ?? '');
    return [document.body.textContent ?? '', ...named].join('\n');
  });

/** The same once nothing is on its way to the page any more: its texts stand still, and no call is under way. */
async function wholeTextsOn(page: Page): Promise<string> {
  let [before, now] = ['', ''];
  const isWhole = async () => {
    [before, now] = [now, await textsOn(page)];
    return before === now && calls.size === 0 && (await page.locator('[aria-busy=true], .animate-pulse').count()) === 0;
  };
  await expect.poll(isWhole, { interval: 200, timeout: 20_000 }).toBe(true);
  return now;
}

/** Where no button of a page stands behind '⋯'. */
const WIDE = { width: 1440, height: 810 };

/** What is pressed on a page, so that a menu or mode shows the words of a chapter. */
const OPENED: Readonly<Record<string, readonly { path: string; press: string }[]>> = {
  lists: ['Chế độ xem', 'Cột hiển thị', 'Sửa bảng'].map((press) => ({ path: '/indirect', press })),
};

it.each(CHAPTERS)('the chapter $id names only what is on its pages', async ({ id, pages }: Chapter) => {
  const { vi } = await loadChapter(id);
  const pictures = parseChapter(vi).flatMap((block) => (block.kind === 'picture' ? [block.name] : []));
  let texts = '';
  for (const path of pages.filter((page) => !page.includes(':') && page !== '/rules')) {
    await admin.visit(path);
    await admin.page.locator('main h1').waitFor();
    texts += await wholeTextsOn(admin.page);
    // What is done with chosen rows comes with the first one.
    const box = admin.page.locator('[data-select-row]').first();
    if ((await box.count()) === 0 || !(await box.isEnabled())) continue;
    await box.check();
    texts += await wholeTextsOn(admin.page);
  }
  for (const { path, press } of OPENED[id] ?? []) {
    await admin.page.setViewportSize(WIDE);
    await admin.visit(path);
    texts += await wholeTextsOn(admin.page);
    if (press !== 'Sửa bảng') await admin.button('Thao tác khác').first().click();
    await admin.button(press).click();
    texts += await wholeTextsOn(admin.page);
  }
  await admin.page.setViewportSize(PICTURE_SIZE);
  const missing = listNames(vi).filter((name) => !EVERYWHERE.includes(name) && !texts.includes(name));
  expect(missing, `chapter ${id}`).toEqual([]);
  if (process.env.MANUAL_PICTURES) for (const name of pictures.filter((each) => PLACES[each])) await takePicture(name);
});

it('opens at the chapter of the page with ?, leads to the whole, and is found by Ctrl+K', async () => {
  const { page } = admin;
  await admin.visit('/calculate');
  await page.keyboard.press('?');
  await admin.dialog('Tính điểm').getByText('Trước khi khóa tháng').waitFor();
  await admin.dialog('Tính điểm').getByRole('link', { name: 'Mở toàn bộ hướng dẫn' }).click();
  await page.waitForURL('**/help/calculate');
  await page.getByRole('article', { name: 'Tính điểm' }).getByRole('img').first().waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Tìm ở mọi nơi' }).fill('power bi');
  await page.getByRole('option').filter({ hasText: 'mã truy cập' }).click();
  await page.waitForURL('**/help/profile');
  await admin.close();
});

/** The button that opens what a picture shows. */
const PRESSED: Readonly<Record<string, string>> = { grid: 'Sửa bảng' };

/** The address of the page that a picture shows; those of the first steps are made by their own story. */
const PLACES: Readonly<Record<string, string>> = {
  ...{
    home: '/home',
    directs: '/directs',
    indirect: '/indirect',
    grid: '/indirect',
    calculate: '/calculate',
    techousei: '/directs-techousei',
  },
  ...{ 'my-points': '/my-points', total: '/total', standards: '/standards', users: '/users', customers: '/customers' },
  ...{ 'crawl-settings': '/crawl-settings', system: '/system', profile: '/users/profile' },
};

async function takePicture(name: string): Promise<void> {
  const { page } = admin;
  await admin.visit(PLACES[name]!);
  await expect.poll(() => page.locator('[aria-busy=true], .animate-pulse').count()).toBe(0);
  if (PRESSED[name]) {
    await page.setViewportSize(WIDE);
    await admin.button(PRESSED[name]).click();
    await admin.button('Lưu').waitFor();
  }
  await takeManualPicture(page, name);
  await page.setViewportSize(PICTURE_SIZE);
}
