import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { buildWeb } from '../run/bundle.ts';
import { chromiumOptions } from '../run/chromium.ts';
import { DEMO_PASSWORD } from '../seed/people.ts';
import { openFullMonth } from './fill-month.ts';
import { median, printTable } from './print-table.ts';
import { chooseScreens, type Screen } from './web-screens.ts';

/**
 * What a person at a slow computer feels (processor slowed down four times), with 100,000 directs of two years and a full month of them on screen:
 * the largest paint when the browser keeps nothing yet and when it keeps the files, jumps, and the longest answer to a press. Beside it, at
 * full speed, the longest task of turning a page of 100 rows. Each screen is printed once it is measured; the table comes at the end, also when it is
 * interrupted. With `--directs 0 --in-month 100000` all of them are in the month that is on screen.
 */
const { values } = parseArgs({
  options: {
    /** Of the two years before. */
    directs: { type: 'string', default: '100000' },
    /** More of them in the month that the screens open with. */
    'in-month': { type: 'string', default: '4000' },
    visits: { type: 'string', default: '5' },
    /** Parts of the names of the screens to measure, comma separated. */
    screens: { type: 'string', default: '' },
  },
});
const DIRECTS = Number(values.directs);
const IN_MONTH = Number(values['in-month']);
const VISITS = Number(values.visits);
const CPU_SLOWDOWN = 4;
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const LIMITS = { firstPaint: 1300, paint: 1000, answer: 100, shift: 0.02, task: 50 };

const screens = chooseScreens(values.screens);
const site = await openFullMonth({ directs: DIRECTS, inMonth: IN_MONTH, web: await buildWeb() });
const browser = await chromium.launch(chromiumOptions());
const rows: Record<string, string | number>[] = [];
process.once('exit', () =>
  printTable(
    `Screens with ${DIRECTS.toLocaleString('en')} directs and ${IN_MONTH.toLocaleString('en')} in the month, processor slowed down ${CPU_SLOWDOWN} times`,
    rows,
  ),
);
try {
  const signedOut = await openContext(DESK, false);
  const [desk, phone] = [await openContext(DESK, true), await openContext(PHONE, true)];
  for (const screen of screens) {
    const context = screen.path === '/login' ? signedOut : screen.phone ? phone : desk;
    // A screen that cannot be measured does not take the figures of the others away.
    rows.push(
      await measure(screen, context).catch((error: Error) => ({ screen: screen.name, 'above the limit': error.message.split('\n')[0]! })),
    );
    console.info(
      Object.entries(rows.at(-1)!)
        .map(([name, value]) => `${name} ${value}`)
        .join(' · '),
    );
  }
} finally {
  await browser.close();
  await site.close();
}

/** Medians over several visits: a single one depends too much on the machine's other work. */
async function measure(screen: Screen, context: BrowserContext): Promise<Record<string, string | number>> {
  const repeat = async (options: VisitOptions) => {
    const visits: Awaited<ReturnType<typeof visit>>[] = [];
    for (let count = 0; count < VISITS; count++) visits.push(await visit(screen, context, options));
    return visits;
  };
  const first = await repeat({ slowdown: CPU_SLOWDOWN, keepFiles: false, press: false });
  const later = await repeat({ slowdown: CPU_SLOWDOWN, keepFiles: true, press: true });
  const quick = screen.turnsPages ? await repeat({ slowdown: 1, keepFiles: true, press: true }) : [];
  const answers = (screen.presses ?? []).map(({ name }, at) => ({ name, ms: median(later.map(({ presses }) => presses[at]!.answer)) }));
  const slowest = answers.reduce<(typeof answers)[number] | undefined>(
    (most, each) => (most && most.ms >= each.ms ? most : each),
    undefined,
  );
  const figures = {
    firstPaint: median(first.map(({ paint }) => paint)),
    paint: median(later.map(({ paint }) => paint)),
    shift: Math.max(median(first.map(({ shift }) => shift)), median(later.map(({ shift }) => shift))),
    answer: slowest?.ms ?? 0,
    task: median(quick.map(({ presses }) => Math.max(...presses.filter(isPageTurn).map(({ task }) => task)))) || 0,
  };
  const above = Object.entries(LIMITS).filter(([name, limit]) => figures[name as keyof typeof LIMITS] > limit);
  return {
    screen: screen.name,
    'first load ms': Math.round(figures.firstPaint),
    'largest paint ms': Math.round(figures.paint),
    'layout shift': figures.shift.toFixed(3),
    'longest answer ms': slowest ? Math.round(slowest.ms) : '',
    'slow presses': answers
      .filter(({ ms }) => ms > LIMITS.answer)
      .map(({ name, ms }) => `${name} ${Math.round(ms)}`)
      .join(', '),
    'page of 100 rows ms': screen.turnsPages ? Math.round(figures.task) : '',
    'script kB': Math.round(median(first.map(({ scriptBytes }) => scriptBytes)) / 1024),
    'above the limit': above.map(([name]) => name).join(', '),
  };
}

function isPageTurn({ name }: { name: string }): boolean {
  return name.startsWith('page ');
}

interface VisitOptions {
  slowdown: number;
  /** Whether the browser may use the files that it kept from an earlier visit. */
  keepFiles: boolean;
  press: boolean;
}

async function visit({ path, presses = [] }: Screen, context: BrowserContext, { slowdown, keepFiles, press }: VisitOptions) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(observePage);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: !keepFiles });
  const scripts = new Set<string>();
  let scriptBytes = 0;
  devtools.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength;
  });
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  const { paint, shift } = await readTimings(page);
  const loadedBytes = scriptBytes;
  const answers: { name: string; answer: number; task: number }[] = [];
  for (const { name, run } of press ? presses : []) {
    await restartAnswers(page);
    await run(page);
    const { answer, task } = await readTimings(page);
    answers.push({ name, answer, task });
  }
  await page.close({ runBeforeUnload: false });
  return { paint, shift, scriptBytes: loadedBytes, presses: answers };
}

/** What a browser measures of a page, in milliseconds; `shift` is the sum of layout shifts nobody caused. */
interface PageTimings {
  paint: number;
  shift: number;
  /** The longest wait from a press or a key to the frame that shows its effect. What moves under a mouse that rests is no answer. */
  answer: number;
  /** The longest task; 0 when none took 50 ms. */
  task: number;
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
async function readTimings(page: Page): Promise<PageTimings> {
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(400);
  return page.evaluate(() => ({ ...(globalThis as unknown as { felt: PageTimings }).felt }));
}

/** Forgets answers and tasks, so that the next measurement is of what is done from now on. */
async function restartAnswers(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign((globalThis as unknown as { felt: PageTimings }).felt, { answer: 0, task: 0 }));
}

/** A browser of one's own, with its own session and kept files; the demo's Admin is signed in once for all its pages. */
async function openContext(viewport: typeof DESK, isSignedIn: boolean): Promise<BrowserContext> {
  const isPhone = viewport === PHONE;
  const context = await browser.newContext({ viewport, hasTouch: isPhone, isMobile: isPhone, locale: 'vi-VN', baseURL: site.url.href });
  if (!isSignedIn) return context;
  const page = await context.newPage();
  await page.goto('/login');
  await page.fill('input[name=username]', 'admin');
  await page.fill('input[name=password]', DEMO_PASSWORD);
  await page.press('input[name=password]', 'Enter');
  await page.waitForURL((url) => url.pathname !== '/login');
  await page.waitForLoadState('networkidle');
  await page.close();
  return context;
}
