import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../scripts/seed/people.ts';
import { ENGINES, type Engine, KEYS, listMissing } from '../support/other-engine.ts';
import { type Stack, startStack } from '../support/stack.ts';

const DESK = [1440, 900] as const;
const PHONE_HEIGHT = 800;
/** A month of the demo with jobs whose points may be adjusted. */
const MONTH = 'exc_start_time=2026-11-01&exc_end_time=2026-11-30';
const ROW = '.data-table tbody:not([aria-hidden]) tr';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ web: true, demo: true });
});
afterAll(() => stack?.close());

describe.each(ENGINES)('in $name', (kind) => {
  const missing = listMissing(kind);
  if (missing.length > 0) console.info(`${kind.name} is not tried: apt-get install ${missing.join(' ')}`);
  let engine: Engine;
  beforeAll(async () => {
    if (missing.length === 0) engine = await kind.start();
  });
  afterAll(() => engine?.close());
  const story = it.skipIf(missing.length > 0);

  const until = (ask: () => Promise<unknown>, message: string) => expect.poll(ask, { message }).toBeTruthy();
  const count = (selector: string) => engine.evaluate((wanted) => document.querySelectorAll(wanted).length, selector);
  /** Waits for the first visible element, by the words it has or is labelled with, and presses its middle. */
  async function press(selector: string, words = ''): Promise<void> {
    const find = () =>
      engine.evaluate(
        (wanted, text) => {
          const named = (element: Element) => [element.getAttribute('aria-label'), element.textContent?.trim()];
          const found = [...document.querySelectorAll(wanted)].find(
            (element) => element.checkVisibility() && (text === '' || named(element).some((name) => name?.startsWith(text))),
          );
          found?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
          const box = found?.getBoundingClientRect();
          return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
        },
        selector,
        words,
      );
    await until(find, `${selector} ${words}`);
    const [x, y] = (await find())!;
    await engine.click(x!, y!);
  }
  async function go(path: string, whole: string): Promise<void> {
    await engine.open(stack.url + path);
    await until(() => count(whole), `${path}: ${whole}`);
  }
  const fieldValue = (selector: string) => engine.evaluate((wanted) => document.querySelector<HTMLInputElement>(wanted)?.value, selector);

  story('a person signs in by typing', async () => {
    await engine.resize(...DESK);
    await go('/login', 'input[name=username]');
    await press('input[name=username]');
    await engine.press(...'admin', KEYS.Tab, ...DEMO_PASSWORD, KEYS.Enter);
    await until(() => engine.evaluate(() => location.pathname === '/home'), 'the overview');
  });

  story('a list keeps its heads and its first column in place, however far one scrolls', async () => {
    await go(`/directs?${MONTH}&limit=100`, `${ROW}:nth-child(20)`);
    const places = () =>
      engine.evaluate((row) => {
        const frame = document.querySelector('.table-scroll')!;
        const { top, bottom, left } = frame.getBoundingClientRect();
        const head = document.querySelector('.data-table thead th')!.getBoundingClientRect();
        const middle = [...document.querySelectorAll(row)].find((one) => one.getBoundingClientRect().top > (top + bottom) / 2)!;
        const cell = middle.querySelector('[data-pin]')!.getBoundingClientRect();
        return { head: Math.round(head.top - top), isCellSeen: cell.left >= left, scrolled: frame.scrollTop > 0 && frame.scrollLeft > 0 };
      }, ROW);
    const { head } = await places();
    await engine.evaluate(() => document.querySelector('.table-scroll')!.scrollTo({ top: 300, left: 200 }));
    await expect.poll(places).toEqual({ head, isCellSeen: true, scrolled: true });
  });

  story('a date is taken as it is typed', async () => {
    await go('/directs', ROW);
    await press('button', 'Bộ lọc');
    await press('input[placeholder="yyyy/MM/dd"]');
    await engine.press([KEYS.Control, 'a'], ...'1/9/2026', KEYS.Enter);
    await until(() => engine.evaluate(() => location.search.includes('exc_start_time=2026-09-01')), 'the address');
    await until(async () => (await fieldValue('input[placeholder="yyyy/MM/dd"]')) === '2026/09/01', 'the field');
  });

  story('the grid takes keys as a spreadsheet does, and leaves Enter to an input method', async () => {
    await go(`/directs-techousei?${MONTH}&is_checked=0&limit=10`, `${ROW}:nth-child(3)`);
    await press('button', 'Sửa điểm');
    await until(() => count('td[data-focused] input'), 'the grid');
    const focused = () =>
      engine.evaluate(() => {
        const cell = document.activeElement?.closest<HTMLElement>('td');
        return `${cell?.dataset.key} ${cell?.closest('tr')?.rowIndex}`;
      });
    const first = await focused();
    await engine.press('7');
    await engine.evaluate(() => {
      const composing = { key: 'Enter', code: 'Enter', keyCode: 229, isComposing: true, bubbles: true, cancelable: true };
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', composing));
    });
    expect(await focused(), 'a conversion ends, and the cell stays').toBe(first);
    await engine.press(',', '5', KEYS.Enter);
    await until(() => count('td[data-changed]'), 'a changed cell');
    expect(await focused()).not.toBe(first);
    await engine.press([KEYS.Control, 'z']);
    await until(async () => (await count('td[data-changed]')) === 0, 'taken back');
    await engine.press(KEYS.ArrowDown, KEYS.Tab, KEYS.Escape);
    await until(async () => (await count('td[data-focused]')) === 0, 'the grid is left');
  });

  story('a long list is printed over several sheets', async ({ skip }) => {
    if (!engine.print) return skip('its driver does not print');
    await go(`/standards?limit=100`, `${ROW}:nth-child(100)`);
    expect(countSheets(await engine.print())).toBeGreaterThan(1);
  });

  story('a phone shows cards without scrolling sideways, and its buttons suit a thumb', async () => {
    await engine.resize(kind.narrowest, PHONE_HEIGHT);
    for (const [path, whole] of [
      [`/directs?${MONTH}`, '.phone-rows > li'],
      ['/my-points', '[data-figure]'],
      ['/total?year=2026&month=11', '.phone-rows > li'],
      ['/directs/add', 'main form input'],
    ] as const) {
      await go(path, whole);
      await until(() => engine.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${path} fits`);
    }
    await go(`/directs?${MONTH}`, '.phone-rows > li');
    await press('button', 'Bộ lọc');
    await until(() => count('dialog[open], [role=dialog]'), 'the filters');
    await engine.press(KEYS.Escape);
    await press('button', 'Mở menu');
    const links = () =>
      engine.evaluate(() =>
        [...document.querySelectorAll('nav a')].filter((link) => link.checkVisibility()).map((link) => link.getBoundingClientRect().height),
      );
    await until(async () => (await links()).length > 10, 'the navigation');
    expect((await links()).filter((height) => height < 24)).toEqual([]);
  });
});

/** The sheets of a PDF, whose objects may lie in compressed streams. */
function countSheets(pdf: Buffer): number {
  const parts = pdf.toString('latin1').split(/stream\r?\n|\r?\nendstream/);
  const texts = parts.map((part) => {
    try {
      return inflateSync(Buffer.from(part, 'latin1')).toString('latin1');
    } catch {
      return part;
    }
  });
  return texts.join('\n').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}
