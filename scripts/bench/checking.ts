import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { createClock } from '../../worker/platform/clock.ts';
import { buildWeb } from '../run/bundle.ts';
import { chromiumOptions } from '../run/chromium.ts';
import type { BenchSite } from './bench-site.ts';
import { DESK, openContext, openMeasuredPage, readTimings, restartAnswers, signIn } from './felt-speed.ts';
import { openFullMonth } from './fill-month.ts';
import { median, printTable } from './print-table.ts';

/**
 * Checks jobs in the checking queue by Space, one press a job, on a processor slowed down four times, and prints how long a press waits for its
 * answer and for the next job to be painted; `--before` is the folder of another build, which is pressed in turns with this one.
 */
const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    presses: { type: 'string', default: '40' },
    /** Milliseconds between two presses, as a person needs to look at the job. */
    pause: { type: 'string', default: '700' },
    /** Times that the presses are done. */
    turns: { type: 'string', default: '2' },
  },
});
const LIMIT_MS = 100;
const [PRESSES, PAUSE, TURNS] = [Number(values.presses), Number(values.pause), Number(values.turns)];

interface Press {
  /** From the press to the first frame that shows an effect. */
  answer: number;
  /** From the press to the frame with the next job. */
  next: number;
}

/** Runs in the page before its own scripts: notes when the job after a press is painted. */
function observeJobs(): void {
  const state = { pressed: 0, next: 0 };
  Object.assign(globalThis, { checking: state });
  addEventListener('keydown', ({ timeStamp }) => Object.assign(state, { pressed: timeStamp, next: 0 }), { capture: true });
  let title = '';
  const look = () => {
    const now = document.querySelector('main h2')?.textContent ?? '';
    if (now === title) return;
    title = now;
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        state.next ||= performance.now() - state.pressed;
      };
      channel.port2.postMessage(null);
    });
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
}

const month = createClock().today().slice(0, 7);
// Jobs without points stop the queue with a question.
const path = `/directs-techousei/check?is_checked=0&result_design_point__empty=0&exc_start_time=${month}-01&exc_end_time=${month}-28`;
const builds = [...(values.before ? [values.before] : []), await buildWeb()];
const sites: BenchSite[] = [];
for (const web of builds) sites.push(await openFullMonth({ directs: 100_000, inMonth: 4_000, web }));
const browser = await chromium.launch(chromiumOptions());
try {
  const contexts = await Promise.all(sites.map(({ url }) => openContext(browser, DESK, url)));
  await Promise.all(contexts.map(signIn));
  const found: Press[][] = contexts.map(() => []);
  for (let turn = 0; turn < TURNS; turn++)
    for (const [side, context] of contexts.entries()) found[side]!.push(...(await checkJobs(context)));
  printTable(
    `${PRESSES * TURNS} jobs checked by Space, processor slowed down 4 times, in ms`,
    found.flatMap((presses, side) => {
      const build = found.length > 1 && side === 0 ? 'before' : 'now';
      return [toRow(`${build}: answer`, presses, 'answer'), toRow(`${build}: next job painted`, presses, 'next')];
    }),
  );
} finally {
  await browser.close();
  for (const site of sites) await site.close();
}

function toRow(what: string, presses: readonly Press[], key: keyof Press) {
  const times = presses.map((press) => press[key]);
  const slow = [...times.entries()].filter(([, time]) => time > LIMIT_MS);
  const places = slow.slice(0, 5).map(([at, time]) => `${Math.round(time)} (press ${(at % PRESSES) + 1})`);
  return {
    what,
    median: median(times),
    longest: Math.max(...times),
    [`above ${LIMIT_MS}`]: slow.length,
    'first of those': places.join(', '),
  };
}

/** The first press of a visit compiles what the others use; it counts like them. */
async function checkJobs(context: BrowserContext): Promise<Press[]> {
  const { page } = await openMeasuredPage(context);
  await page.addInitScript(observeJobs);
  await page.goto(path);
  await page.locator('main h2').first().waitFor();
  await readTimings(page);
  const presses: Press[] = [];
  for (let press = 0; press < PRESSES; press++) presses.push(await checkJob(page));
  await page.close();
  return presses;
}

async function checkJob(page: Page): Promise<Press> {
  await restartAnswers(page);
  await page.keyboard.press('Space');
  await page.waitForTimeout(PAUSE);
  const next = await page.evaluate(() => (globalThis as typeof globalThis & { checking: { next: number } }).checking.next);
  const { answer } = await readTimings(page);
  if (!next) throw new Error(`No other job after a press: ${(await page.locator('main').textContent())?.slice(0, 300)}`);
  return { answer, next };
}
