import type { Page } from 'playwright-core';

/** What a browser measures of a page, in milliseconds; `shift` is the sum of layout shifts nobody caused. */
export interface PageTimings {
  paint: number;
  shift: number;
  /** The longest wait from an input to the frame that shows its effect. */
  answer: number;
  /** The longest task; 0 when none took 50 ms. */
  task: number;
}

export interface ObservedWindow {
  felt: PageTimings;
}

/** Runs in the page before its own scripts: collects what the browser measures. */
export function observePage(): void {
  const felt: PageTimings = { paint: 0, shift: 0, answer: 0, task: 0 };
  Object.assign(globalThis, { felt });
  const observe = (type: string, take: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void) =>
    new PerformanceObserver((list: { getEntries(): PerformanceEntry[] }) => list.getEntries().forEach(take)).observe(
      Object.assign({ type, buffered: true }, { durationThreshold: 16 }),
    );
  observe('largest-contentful-paint', ({ startTime }) => {
    felt.paint = startTime;
  });
  observe('layout-shift', ({ value = 0, hadRecentInput }) => {
    if (!hadRecentInput) felt.shift += value;
  });
  observe('event', ({ duration }) => {
    felt.answer = Math.max(felt.answer, duration);
  });
  observe('longtask', ({ duration }) => {
    felt.task = Math.max(felt.task, duration);
  });
}

/** The measurements so far, once rows are drawn and nothing has happened for a moment. */
export async function readTimings(page: Page): Promise<PageTimings> {
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(400);
  return page.evaluate(() => ({ ...(globalThis as typeof globalThis & ObservedWindow).felt }));
}

/** Forgets answers and tasks, so that the next measurement is of what is done from now on. */
export async function restartAnswers(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign((globalThis as typeof globalThis & ObservedWindow).felt, { answer: 0, task: 0 }));
}
