import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { listensToPage, openStubbedApp, type Row } from '../support/stub-app.ts';

const PHONE = { width: 360, touch: true };
const PEOPLE: Row[] = Array.from({ length: 20 }, (_, index) => ({
  id: index + 1,
  name: `Nguyễn Văn ${index + 1}`,
  username: `nv${index + 1}`,
}));
const JOBS: Row[] = [{ id: 1, name: 'DR-1', henkyaku_hi: '2026-09-01', is_checked: 0, is_updated: 0, version: 1 }];

it('shows a finger what a pointer is told by resting: exact values, cut texts, why a control is disabled', async () => {
  const app = await openStubbedApp({ rows: { directs: [] }, ...PHONE });
  const { page } = app;
  await app.go('/directs');
  await listensToPage(page);
  await page.evaluate(() => {
    // Where nothing of the page moves them, and nothing has to be scrolled: a hint goes when the page is.
    const stage = document.querySelector('main')!.appendChild(document.createElement('div'));
    stage.style.cssText = 'position: fixed; inset: 60px 20px auto; z-index: 1; background: white';
    const add = (tag: string, id: string, textContent: string, attributes: Record<string, string>) => {
      const box = stage.appendChild(document.createElement('div'));
      const element = box.appendChild(Object.assign(document.createElement(tag), { id, textContent }));
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      box.style.cssText = 'width: 60px; margin: 60px 20px';
      return element;
    };
    add('span', 'exact', '12,35', { title: '12,3456' });
    add('button', 'off', 'Lưu', { 'aria-disabled': 'true', 'aria-description': 'Tháng đã khóa' });
    add('p', 'cut', 'Công trình có tên dài', { class: 'truncate' });
    add('a', 'link', 'tới', { href: '#content', title: 'không nói' }).parentElement!.title = 'cũng không';
  });
  const hint = page.locator('body > [popover]:popover-open');
  for (const [id, text] of [
    ['exact', '12,3456'],
    ['off', 'Tháng đã khóa'],
    ['cut', 'Công trình có tên dài'],
  ]) {
    await page.locator(`#${id}`).tap({ force: true });
    await expect.poll(() => hint.allTextContents(), { message: id }).toEqual([text]);
  }
  // A link leads away instead.
  await page.locator('#link').tap();
  await expect.poll(() => hint.count()).toBe(0);
});

it('has the choices of a picker one below the other, each as high as a finger, and above the keyboard', async () => {
  const app = await openStubbedApp({ rows: { users: PEOPLE }, ...PHONE });
  const { page } = app;
  await app.go('/indirect/add');
  const field = page.getByRole('combobox', { name: /^Nhân viên/ });
  await field.tap();
  const options = page.getByRole('option');
  await options.nth(2).waitFor();
  const tops = await options.evaluateAll((all) =>
    all
      .slice(0, 4)
      .map((option) => option.getBoundingClientRect())
      .map(({ top, height }) => [top, height]),
  );
  for (const [index, [top, height]] of tops.entries()) {
    expect(height).toBe(44);
    if (index > 0) expect(top! - tops[index - 1]![0]!).toBe(44);
  }
  // The keyboard comes: the window stays as high, what is in sight of it does not.
  const { y, height } = (await field.boundingBox())!;
  const inSight = y + height + 150;
  await coverBelow(page, inSight);
  const list = page.getByRole('listbox');
  await expect.poll(() => list.evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThanOrEqual(inSight);
  expect(await list.evaluate((element) => element.clientHeight)).toBeGreaterThanOrEqual(88);
});

it('changes the sign of a number by a button, as the keypad of figures has no minus', async () => {
  const app = await openStubbedApp({ rows: { directs: JOBS }, ...PHONE });
  const { page } = app;
  await app.go('/tsubo/add');
  const factor = page.locator('input[name=scale_factor]');
  await factor.tap();
  expect(await factor.getAttribute('inputmode')).toBe('decimal');
  await page.keyboard.type('1,5');
  const sign = factor.locator('xpath=..').getByRole('button', { name: 'Đổi dấu' });
  await sign.tap();
  expect(await factor.inputValue()).toBe('-1,5');
  await sign.tap();
  expect(await factor.inputValue()).toBe('1,5');
});

it('says a period in one chip, whole on the narrowest screen, which takes both days away', async () => {
  const app = await openStubbedApp({ rows: { directs_techousei: JOBS }, ...PHONE });
  const { page } = app;
  await app.go('/directs-techousei?exc_start_time=2026-09-01&exc_end_time=2026-09-30');
  await page.getByRole('link', { name: 'DR-1', exact: true }).waitFor();
  const chip = page.getByText('2026/09/01 – 2026/09/30', { exact: true });
  const strip = chip.locator('xpath=ancestor::*[@data-strip]');
  expect(await strip.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  expect(await chip.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await page.getByRole('button', { name: 'Bỏ 2026/09/01 – 2026/09/30' }).tap();
  await expect.poll(() => app.callsOf('GET', 'directs_techousei').at(-1)!.query.get('exc_end_time')).toBeNull();
  expect(app.callsOf('GET', 'directs_techousei').at(-1)!.query.get('exc_start_time')).toBeNull();
});

it('cuts off no label of a card after a letter or two', async () => {
  const rows = {
    construction: [{ id: 1, name: 'Công trình nhà ở của gia đình ông Nguyễn', note: 'Khởi công sau khi có giấy phép', version: 1 }],
  };
  const app = await openStubbedApp({ rows: { ...rows, constructions: rows.construction }, ...PHONE });
  const { page } = app;
  await app.go('/construction');
  await page.locator('.phone-rows > li').first().waitFor();
  const stubs = () =>
    page
      .locator('.phone-rows .text-legend > span')
      .evaluateAll((facts) =>
        (facts as HTMLElement[])
          .filter((fact) => fact.offsetTop - fact.parentElement!.offsetTop < 8 && fact.scrollWidth > fact.clientWidth + 1)
          .filter((fact) => fact.clientWidth < 70),
      );
  expect(await stubs()).toEqual([]);
});

/** As a phone's keyboard does: what is in sight ends there, and what listens to its size hears of it. */
async function coverBelow(page: Page, height: number): Promise<void> {
  await page.evaluate((inSight) => {
    Object.defineProperty(visualViewport, 'height', { value: inSight, configurable: true });
    visualViewport!.dispatchEvent(new Event('resize'));
  }, height);
}
