import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { buildWeb } from '../run/bundle.ts';
import { chromiumOptions } from '../run/chromium.ts';
import type { BenchSite } from './bench-site.ts';
import { type Control, findControls, keyOf, listControls, pressControl } from './controls.ts';
import { DESK, openContext, openMeasuredPage, PHONE, readTimings, restartAnswers, signIn } from './felt-speed.ts';
import { openFullMonth } from './fill-month.ts';
import { median, printTable } from './print-table.ts';
import { chooseScreens } from './web-screens.ts';

/**
 * Presses everything in sight on each screen, then everything that a press brought, at a processor slowed down four times, and prints the longest
 * answers. A press that took long is repeated, in turns with the same press in another build (`--before`, a folder of a built
 * web app) where one is given.
 */
const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    /** Parts of the names of the screens, comma separated. */
    screens: { type: 'string', default: '' },
    /** A pattern of the controls to press first; all without it. */
    only: { type: 'string', default: '' },
    /** How many presses behind one another: 2 goes through menus and dialogs. */
    depth: { type: 'string', default: '2' },
    visits: { type: 'string', default: '5' },
    /** Presses that took so many milliseconds are repeated and told. */
    from: { type: 'string', default: '80' },
  },
});
const [DEPTH, VISITS, FROM] = [Number(values.depth), Number(values.visits), Number(values.from)];
const ONLY = new RegExp(values.only, 'i');

/** Presses one behind the other, beginning with a screen just opened; `keys` is what is typed after the last. */
interface Way {
  controls: readonly Control[];
  keys?: string;
}

const screens = chooseScreens(values.screens);
const builds = [...(values.before ? [values.before] : []), await buildWeb()];
const sites: BenchSite[] = [];
for (const web of builds) sites.push(await openFullMonth({ directs: 100_000, inMonth: 4_000, web }));
const browser = await chromium.launch(chromiumOptions());
try {
  const [desks, phones] = [await openContexts(DESK), await openContexts(PHONE)];
  for (const { name, path, phone } of screens) {
    const contexts = phone ? phones : desks;
    const now = contexts.at(-1)!;
    const { ways, answers } = await sweep(await openControlledPage(now), path);
    const slow = ways.filter((way) => answers.get(way)! >= FROM);
    const rows = [];
    for (const way of slow) {
      const figures: number[][] = contexts.map(() => []);
      for (let visit = 0; visit < VISITS; visit++) {
        for (const [side, context] of contexts.entries()) {
          const page = await openControlledPage(context);
          const answer = await openAndFollow(page, path, way);
          if (answer !== undefined) figures[side]!.push(answer);
          await page.close();
        }
      }
      const [before, after] = figures.length > 1 ? figures : [undefined, ...figures];
      rows.push({
        press: nameOf(way),
        ...(before && { 'before ms': median(before) }),
        'now ms': median(after!),
        'first ms': answers.get(way)!,
      });
    }
    rows.sort((a, b) => b['now ms'] - a['now ms']);
    printTable(`${name}: ${answers.size} presses, those from ${FROM} ms`, rows);
  }
} finally {
  await browser.close();
  for (const site of sites) await site.close();
}

/** One for each build, signed in; what a press has the browser remember, such as the theme, is forgotten when a screen is opened again. */
async function openContexts(viewport: typeof DESK): Promise<BrowserContext[]> {
  const contexts = await Promise.all(sites.map(({ url }) => openContext(browser, viewport, url)));
  for (const context of contexts) {
    const { origins } = await signIn(context);
    const kept = origins.flatMap(({ localStorage }) => localStorage.map(({ name }) => name));
    await context.addInitScript(forgetBut, kept);
  }
  return contexts;
}

function forgetBut(kept: readonly string[]): void {
  for (const name of Object.keys(localStorage)) if (!kept.includes(name)) localStorage.removeItem(name);
}

async function openControlledPage(context: BrowserContext): Promise<Page> {
  const { page } = await openMeasuredPage(context);
  await page.addInitScript(findControls);
  return page;
}

/** Every press of a screen once, those behind others after them. */
async function sweep(page: Page, path: string) {
  await open(page, path);
  const first = await listControls(page);
  const start = first.map(keyOf).join();
  const ways: Way[] = first.filter(({ label }) => ONLY.test(label)).map((control) => ({ controls: [control] }));
  const seen = new Set(first.map(keyOf));
  const answers = new Map<Way, number>();
  for (const way of ways) {
    const isFresh = addressOf(page) === path && (await listControls(page)).map(keyOf).join() === start;
    if (!isFresh) await open(page, path);
    const answer = await follow(page, way);
    if (answer === undefined) {
      console.info(`Not found again: ${nameOf(way)}`);
      continue;
    }
    answers.set(way, answer);
    const last = way.controls.at(-1)!;
    if (way.keys) continue;
    if (last.takesText) ways.push({ ...way, keys: 'n' });
    // Another order, page or screen brings nothing that is pressed here.
    if (addressOf(page) !== path) continue;
    const brought = (await listControls(page)).filter((control) => !seen.has(keyOf(control)));
    for (const control of brought) seen.add(keyOf(control));
    if (brought.length > 0) ways.push({ ...way, keys: 'Escape' });
    if (way.controls.length < DEPTH) ways.push(...brought.map((control) => ({ controls: [...way.controls, control] })));
  }
  await page.close();
  return { ways, answers };
}

async function openAndFollow(page: Page, path: string, way: Way): Promise<number | undefined> {
  await open(page, path);
  return follow(page, way);
}

/** Waits until the page has also the code that comes later. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await readTimings(page);
}

/** The answer to the last press in milliseconds; none where a control is not there. */
async function follow(page: Page, { controls, keys }: Way): Promise<number | undefined> {
  for (const control of controls) {
    await restartAnswers(page);
    if (!(await pressControl(page, control))) return undefined;
    await readTimings(page);
  }
  if (keys) {
    await restartAnswers(page);
    await page.keyboard.press(keys);
  }
  return (await readTimings(page)).answer;
}

function nameOf({ controls, keys }: Way): string {
  return [...controls.map(keyOf), ...(keys ? [keys] : [])].join(' > ');
}

function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}
