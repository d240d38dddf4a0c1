import { parseArgs } from 'node:util';
import { type BrowserContext, chromium } from 'playwright-core';
import { buildWeb } from '../run/bundle.ts';
import { chromiumOptions } from '../run/chromium.ts';
import { CPU_SLOWDOWN, DESK, openContext, openMeasuredPage, PHONE, readTimings, restartAnswers, signIn } from './felt-speed.ts';
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
  const open = (viewport: typeof DESK) => openContext(browser, viewport, site.url);
  const signedOut = await open(DESK);
  const [desk, phone] = [await open(DESK), await open(PHONE)];
  for (const context of [desk, phone]) await signIn(context);
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
  const { page, devtools } = await openMeasuredPage(context, slowdown);
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
