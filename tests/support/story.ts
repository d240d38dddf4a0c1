import { buffer as readBytes } from 'node:stream/consumers';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { DEMO_PASSWORD } from '../../scripts/seed/people.ts';
import type { Lang } from '../../worker/contracts/text.ts';
import { launchChromium, openPage, visitInApp, type WatchedPage } from './chromium.ts';
import { MAX_WAIT_MS } from './limits.ts';
import { readWorkbook } from './read-workbook.ts';
import { officeShiftMs, shiftClockScript } from './site-clock.ts';
import { type Stack, startStack } from './stack.ts';

/** Somebody at a browser of their own. */
export interface Person extends WatchedPage {
  /** Fills the login that is on the page and sends it. */
  signIn(username: string, password?: string): Promise<void>;
  /** Opens an address of the app and waits for its heading. */
  go(path: string): Promise<void>;
  /** Goes to another page of the app as a link does: the app is not loaded again, but of the page before nothing is left. */
  visit(path: string): Promise<void>;
  /** Waits until the list at this address is on the page: the address alone changes before the page does. */
  atList(path: string): Promise<void>;
  /** Opens a fold of forms from the next page on, as its name keeps it. */
  unfold(name: string): Promise<void>;
  /** Waits for a notice with this text, and puts it away. */
  notice(text: string | RegExp): Promise<void>;
  field(label: string | RegExp): Locator;
  button(name: string | RegExp): Locator;
  /** The rows of a table that say this; not the shapes that stand for rows still to come. */
  row(text: string | RegExp): Locator;
  dialog(name?: string | RegExp): Locator;
  /** Chooses 'Xóa' in the menu of the first row that says this. */
  deleteRow(text: string | RegExp): Promise<void>;
  /** Types part of a name into a picker and takes the first record offered. */
  pick(label: string | RegExp, typed: string): Promise<void>;
  /** The file that a press downloads: its name and its first sheet. */
  download(press: () => Promise<void>): Promise<{ name: string; rows: unknown[][] }>;
}

export interface Entry extends BrowserContextOptions {
  /** Chosen at the login, or before; Vietnamese by default. */
  lang?: Lang;
}

export interface Story {
  stack: Stack;
  /** A signed-in person of the demo company, on no page of the app yet; an empty name stays at the login. */
  person(username: string, entry?: Entry): Promise<Person>;
  close(): Promise<void>;
}

interface StoryOptions {
  /** Whether the demo company is there, as by default; otherwise nobody is. */
  demo?: boolean;
  vars?: Record<string, string>;
  /** Folder of another build of the web app than the tests' own. */
  web?: string | true;
}

/** The whole product with a company of its own, and a browser; the clocks of both begin at the office's evening. */
export async function openStory({ vars, web = true, demo = true }: StoryOptions = {}): Promise<Story> {
  const options = { web, demo, clockShiftMs: officeShiftMs(), ...(vars && { vars }) };
  const [stack, browser] = await Promise.all([startStack(options), launchChromium()]);
  return {
    stack,
    person: (username, entry) => openPerson(browser, stack, username, entry),
    close: async () => {
      await browser.close();
      await stack.close();
    },
  };
}

async function openPerson(browser: Browser, stack: Stack, username: string, { lang = 'vi', ...options }: Entry = {}): Promise<Person> {
  // What moves is drawn again and again, and no story looks at that.
  const watched = await openPage(browser, { baseURL: stack.url, acceptDownloads: true, reducedMotion: 'reduce', ...options });
  const { page } = watched;
  // The bell, and who waits for an undo, ask again by themselves where the database of a slow machine was too busy to answer.
  watched.expect(/status of 503 .*\/(notices\?|operations\/)/);
  await watched.context.addInitScript(shiftClockScript(stack.now() - Date.now()));
  page.setDefaultTimeout(MAX_WAIT_MS);
  const signIn = async (name: string, password = DEMO_PASSWORD) => {
    await page.locator('input[name=username]').fill(name);
    await page.locator('input[name=password]').fill(password);
    await page.keyboard.press('Enter');
  };
  if (username === '') {
    await page.goto('/login');
    if (lang === 'en') {
      await page.getByRole('button', { name: 'VI · Ngôn ngữ' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    }
  } else
    await signInUnseen(page, username, lang).catch((error: Error) => {
      throw new Error([`${username} did not get in`, ...watched.problems, ...stack.logs.slice(-5)].join('\n'), { cause: error });
    });
  const person: Person = {
    ...watched,
    signIn,
    go: async (path) => {
      const pathOf = (address: string) => new URL(address, page.url()).pathname;
      const open = async () => {
        await page.goto(path).catch((error: Error) => (error.message.includes('ERR_ABORTED') ? page.goto(path) : Promise.reject(error)));
        await page.locator('main h1').waitFor();
      };
      await open();
      // The way back to a list, a step in the browser's history, was still under way and came last.
      if (pathOf(page.url()) !== pathOf(path)) await open();
    },
    visit: async (path) => {
      if (new URL(page.url()).pathname === NO_APP) return person.go(path);
      await visitInApp(page, path);
    },
    unfold: async (name) => {
      await watched.context.addInitScript((key) => localStorage.setItem(key, 'true'), `tensu.fold.${name}`);
    },
    notice: async (text) => {
      const toast = page.locator('[data-sonner-toast]', { hasText: text }).first();
      await toast.waitFor();
      // A dialog above it keeps the pointer away.
      await toast.locator('[data-close-button]').dispatchEvent('click');
      await toast.waitFor({ state: 'detached' });
    },
    atList: async (path) => {
      await page.waitForURL(`**${path}`);
      await page.getByRole('search').waitFor();
    },
    field: (label) => page.getByLabel(label),
    button: (name) => page.getByRole('button', { name, exact: true }),
    row: (text) => page.locator('.data-table tbody:not([aria-hidden]) tr').filter({ hasText: text }),
    deleteRow: async (text) => {
      const row = page.locator('.data-table tbody:not([aria-hidden]) tr').filter({ hasText: text }).first();
      await row.getByRole('button', { name: 'Thao tác khác' }).click();
      await page.getByRole('menuitem', { name: 'Xóa' }).click();
    },
    dialog: (name) => page.getByRole('dialog', { ...(name !== undefined && { name }) }),
    pick: async (label, typed) => {
      const box = page.getByLabel(label);
      await box.fill(typed);
      await page.getByRole('option').filter({ hasText: typed }).first().click();
    },
    download: async (press) => {
      const [download] = await Promise.all([page.waitForEvent('download'), press()]);
      return { name: download.suggestedFilename(), rows: await readWorkbook(await readBytes(await download.createReadStream())) };
    },
  };
  return person;
}

/** An address of the site at which the app is not loaded. */
const NO_APP = '/healthz';

/** Signs in as the form does, without the form and the dashboard behind it: two pages less to load for each person. */
async function signInUnseen(page: Page, username: string, lang: Lang): Promise<void> {
  const answer = await page.request.post('/api/v1/auth/login', { data: { username, password: DEMO_PASSWORD } });
  if (!answer.ok()) throw new Error(`${answer.status()} ${await answer.text()}`);
  await page.goto(NO_APP);
  await page.evaluate((chosen) => {
    localStorage.setItem('tensu.session', '1');
    localStorage.setItem('tensu.language', chosen);
  }, lang);
}
