import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';

export const CPU_SLOWDOWN = 4;
export const DESK = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** What a browser measures of a page, in milliseconds; `shift` is the sum of layout shifts nobody caused. */
export interface PageTimings {
  paint: number;
  shift: number;
  /** The longest wait from a press or a key to the frame that shows its effect. What moves under a mouse that rests is no answer. */
  answer: number;
  /** The longest task; 0 when none took 50 ms. */
  task: number;
}

export interface ObservedWindow {
  felt: PageTimings;
}

/** Runs in the page before its own scripts: collects what the browser measures. */
function observePage(): void {
  const felt: PageTimings = { paint: 0, shift: 0, answer: 0, task: 0 };
  Object.assign(globalThis, { felt });
  const observe = (
    type: string,
    take: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean; interactionId?: number }) => void,
  ) =>
    new PerformanceObserver((list: { getEntries(): PerformanceEntry[] }) => list.getEntries().forEach(take)).observe(
      Object.assign({ type, buffered: true }, { durationThreshold: 16 }),
    );
  observe('largest-contentful-paint', ({ startTime }) => {
    felt.paint = startTime;
  });
  observe('layout-shift', ({ value = 0, hadRecentInput }) => {
    if (!hadRecentInput) felt.shift += value;
  });
  observe('event', ({ duration, interactionId }) => {
    if (interactionId) felt.answer = Math.max(felt.answer, duration);
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

/** A browser of one's own for the site at that address, with its own session and kept files. */
export function openContext(browser: Browser, viewport: typeof DESK, baseURL: URL): Promise<BrowserContext> {
  const isPhone = viewport === PHONE;
  return browser.newContext({ viewport, hasTouch: isPhone, isMobile: isPhone, locale: 'vi-VN', baseURL: baseURL.href });
}

/** Signs the demo's Admin in, once for all pages of the context; answers what it keeps from then on. */
export async function signIn(context: BrowserContext) {
  const page = await context.newPage();
  await page.goto('/login');
  await page.fill('input[name=username]', 'admin');
  await page.fill('input[name=password]', 'Tensu-2026');
  await page.press('input[name=password]', 'Enter');
  await page.waitForURL((url) => url.pathname !== '/login');
  await page.waitForLoadState('networkidle');
  await page.close();
  return context.storageState();
}

/** A page that measures itself, on a processor slowed down so many times. */
export async function openMeasuredPage(context: BrowserContext, slowdown = CPU_SLOWDOWN): Promise<{ page: Page; devtools: CDPSession }> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(observePage);
  return { page, devtools };
}
