import { chromium, type Page } from 'playwright-core';
import { createClock } from '../../worker/clock.ts';
import { buildWeb } from '../run/bundle.ts';
import { CHROMIUM } from '../run/chromium.ts';
import { openBenchSite } from './bench-site.ts';
import { calculateMonth, fillMonth } from './fill-month.ts';
import { median, printTable } from './print-table.ts';

/**
 * What a person at a slow computer feels (processor slowed down four times), with 100,000 directs in the month: largest paint, jumps, and the longest
 * answer to a click, a key or a page turned. Beside it, at full speed, the longest task of turning a page of 100 rows (only those above
 * 50 ms are told).
 */
const [DIRECTS = 100_000] = process.argv.slice(2).map(Number);
const CPU_SLOWDOWN = 4;
const VISITS = 5;
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** What is looked at on the way. */
const PHONE_PATHS = ['/home', '/directs', '/total', '/statements', '/my-points'];

const site = await openBenchSite({ directs: 0, web: await buildWeb() });
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});
try {
  // The month that the screens open with.
  const month = createClock().today().slice(0, 7);
  await fillMonth(site.client, month, DIRECTS);
  await calculateMonth(site, month);
  const screens: Screen[] = [
    ['login', '/login', (page) => typeInto(page, 'input[name=username]')],
    ['dashboard', '/home'],
    ['directs, 100 rows', '/directs?limit=100', turnPage],
    ['techousei, 100 rows', '/directs-techousei?limit=100', turnPage],
    ['totals', '/total'],
    ['total-customer', '/total-customer'],
    ['users', '/users', (page) => typeInto(page, 'input[type=search]')],
    ['a new direct', '/directs/add', (page) => typeInto(page, 'input[name=name]')],
    ['calculate', '/calculate'],
    ...PHONE_PATHS.map((path): Screen => [`${path}, phone`, path, undefined, PHONE]),
  ];
  const rows = [];
  // The first visit of all warms the server and the browser.
  await visit('/login', 1);
  for (const [screen, path, act, viewport] of screens) {
    const slow = await visits(path, CPU_SLOWDOWN, act, viewport);
    const quick = act === turnPage ? await visits(path, 1, act) : undefined;
    rows.push({
      screen,
      'largest paint ms': Math.round(slow.paint),
      'layout shift': slow.shift.toFixed(3),
      'longest answer ms': act ? Math.round(slow.answer) : '',
      'page of 100 rows ms': quick ? Math.round(quick.task) : '',
      'script kB': Math.round(slow.scriptBytes / 1024),
    });
  }
  printTable(`Screens with ${DIRECTS.toLocaleString('en')} directs in the month, processor slowed down ${CPU_SLOWDOWN} times`, rows);
} finally {
  await browser.close();
  await site.close();
}

type Act = (page: Page) => Promise<void>;
type Screen = [screen: string, path: string, act?: Act, viewport?: typeof DESK];

/** Medians over several visits: a single one depends too much on the machine's other work. */
async function visits(...[path, slowdown, act]: Parameters<typeof visit>): ReturnType<typeof visit> {
  const all: Awaited<ReturnType<typeof visit>>[] = [];
  for (let visited = 0; visited < VISITS; visited++) all.push(await visit(path, slowdown, act));
  const middle = (figure: keyof (typeof all)[number]) => median(all.map((felt) => felt[figure]));
  return {
    paint: middle('paint'),
    shift: middle('shift'),
    answer: middle('answer'),
    task: middle('task'),
    scriptBytes: middle('scriptBytes'),
  };
}

interface PageTimings {
  paint: number;
  shift: number;
  answer: number;
  task: number;
}

async function visit(path: string, slowdown: number, act?: Act, viewport = DESK): Promise<PageTimings & { scriptBytes: number }> {
  const isPhone = viewport === PHONE;
  const context = await browser.newContext({ viewport, hasTouch: isPhone, isMobile: isPhone, locale: 'vi-VN' });
  const page = await context.newPage();
  if (path !== '/login') await signIn(page);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  const scripts = new Set<string>();
  let scriptBytes = 0;
  devtools.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength;
  });
  await page.addInitScript(observePage);
  await page.goto(new URL(path, site.url).href);
  await page.waitForLoadState('networkidle');
  const [loaded, loadedBytes] = [await felt(page), scriptBytes];
  if (act) {
    await page.evaluate(() => Object.assign((globalThis as unknown as { felt: PageTimings }).felt, { answer: 0, task: 0 }));
    await act(page);
  }
  const { answer, task } = await felt(page);
  await context.close();
  return { ...loaded, answer, task, scriptBytes: loadedBytes };
}

/** Runs in the page: keeps what the browser measures. */
function observePage(): void {
  const felt = { paint: 0, shift: 0, answer: 0, task: 0 };
  Object.assign(globalThis, { felt });
  const observe = (type: string, take: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void) =>
    new PerformanceObserver((list: { getEntries(): PerformanceEntry[] }) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      durationThreshold: 16,
    } as never);
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

/** The measurements so far, once the page is idle. */
async function felt(page: Page): Promise<PageTimings> {
  await page.waitForTimeout(500);
  return page.evaluate(() => (globalThis as unknown as { felt: PageTimings }).felt);
}

async function signIn(page: Page): Promise<void> {
  await page.goto(new URL('/login', site.url).href);
  await page.fill('input[name=username]', 'admin');
  await page.fill('input[name=password]', 'Tensu-2026');
  await page.press('input[name=password]', 'Enter');
  await page.waitForURL((url) => url.pathname !== '/login');
}

async function typeInto(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().pressSequentially('nguyen', { delay: 60 });
}

async function turnPage(page: Page): Promise<void> {
  for (const number of ['2', '3']) {
    const answered = page.waitForResponse((response) => new URL(response.url()).searchParams.get('page') === number);
    // A bare press: the driver's own checks before a click would count as the page's.
    const { x, y, width, height } = (await page.locator('nav[data-chrome] button', { hasText: new RegExp(`^${number}$`) }).boundingBox())!;
    await page.mouse.click(x + width / 2, y + height / 2);
    await answered;
    await page.waitForTimeout(300);
  }
}
