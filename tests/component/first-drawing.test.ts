import { expect, it } from 'vitest';
import { openStubbedApp, type Row } from '../support/stub-app.ts';

/*
 * What the first drawing of a list has in it: the largest paint comes within a second on a slow machine only while it draws nothing twice, and nothing
 * that nobody sees.
 */

const JOBS = Array.from({ length: 100 }, (_, at): Row => {
  return { id: at + 1, name: `DR-${at + 1}`, result_design_point: 1, result_check_point: 0.5, is_checked: 0, is_updated: 0, version: 1 };
});

/** What is there after the drawing that brings the list, and after the one that brings its first rows. */
interface FirstDrawing {
  heading?: string | null | undefined;
  rows?: { drawn: number; withButtons: number; width: number; isBusy: boolean };
}

/** Runs before the app: looks at the page after each drawing, as React's developer tools do. */
function noteFirstDrawing(): void {
  const target = globalThis as unknown as FirstDrawing;
  const onCommitFiberRoot = () => {
    if (document.querySelector('.one-list') && !('heading' in target)) target.heading = document.querySelector('main h1 bdi')?.textContent;
    const cells = [...document.querySelectorAll<HTMLElement>('tbody td[data-actions]')];
    if (target.rows || cells.length === 0) return;
    target.rows = {
      drawn: cells.length,
      withButtons: cells.filter((cell) => cell.querySelector('button')).length,
      width: cells[0]!.offsetWidth,
      isBusy: document.querySelector('table')?.ariaBusy === 'true',
    };
  };
  const hook = { supportsFiber: true, inject: () => 1, onCommitFiberRoot, onCommitFiberUnmount: () => undefined };
  Object.assign(globalThis, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook });
}

it('draws the head of a page together with the page, and of its rows the buttons of the first, which keep the place of the others', async () => {
  const app = await openStubbedApp({ rows: { directs: JOBS } });
  const { page } = app;
  await app.context.addInitScript(noteFirstDrawing);
  app.answer('GET', 'last_time_exec', () => ({ json: { crawl_time: null, status: null } }));
  app.answer('GET', 'crawl_status', () => ({ json: {} }));
  await app.go('/directs?limit=100');
  await page.locator(`tr[data-row-id="${JOBS.length}"]`).waitFor({ state: 'attached' });
  await page.locator('table[aria-busy=false]').waitFor();
  const { heading, rows } = await page.evaluate((): FirstDrawing => {
    const { heading, rows } = globalThis as unknown as FirstDrawing;
    return { heading, ...(rows && { rows }) };
  });
  expect(heading).toBe('Việc trực tiếp');
  const cells = page.locator('tbody td[data-actions]');
  const width = await cells.first().evaluate((cell) => (cell as HTMLElement).offsetWidth);
  expect(rows).toEqual({ drawn: 20, withButtons: 1, width, isBusy: true });
  expect(await cells.filter({ has: page.getByRole('button', { name: /^Xem DR-/ }) }).count()).toBe(JOBS.length);
});
