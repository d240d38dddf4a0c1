import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openStubbedApp } from '../support/stub-app.ts';

/** Doubles the text and nothing else, as a browser does that zooms text only. */
function doubleText(page: Page): Promise<void> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('body *')];
    const sizes = all.map((element) => getComputedStyle(element)).map(({ fontSize, lineHeight }) => [fontSize, lineHeight]);
    for (const [at, element] of all.entries()) {
      const [size, line] = sizes[at]!.map(Number.parseFloat);
      element.style.fontSize = `${size! * 2}px`;
      if (line) element.style.lineHeight = `${line * 2}px`;
    }
  });
}

/** The entries and names of groups of the navigation that are cut off, and those that take a second line. */
function lookAtNavigation(page: Page) {
  return page.evaluate(() => {
    const parts = [...document.querySelectorAll<HTMLElement>('.nav-list :is(a, button)')];
    const isCut = (element: Element) => element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;
    return {
      count: parts.length,
      cut: parts.filter((part) => [part, ...part.querySelectorAll('span')].some(isCut)).map((part) => part.textContent),
      wrapped: parts.filter((part) => part.offsetHeight > 30).map((part) => part.textContent),
    };
  });
}

it.each(['vi', 'en'])(
  'cuts no entry of the navigation where the text alone is twice as large, and has each in a line otherwise, in %s',
  async (lang) => {
    const app = await openStubbedApp({ rows: { directs: [{ id: 1, name: 'DR-1' }] } });
    const { page } = app;
    await app.context.addInitScript((chosen) => localStorage.setItem('tensu.language', chosen), lang);
    await app.go('/directs');
    await page.getByRole('link', { name: 'DR-1', exact: true }).waitFor();
    const { count, ...once } = await lookAtNavigation(page);
    expect(count).toBeGreaterThan(20);
    expect(once).toEqual({ cut: [], wrapped: [] });
    await doubleText(page);
    await expect.poll(async () => (await lookAtNavigation(page)).wrapped.length).toBeGreaterThan(20);
    expect((await lookAtNavigation(page)).cut).toEqual([]);
  },
);
