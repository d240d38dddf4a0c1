import { API_ROOT } from './root.ts';

/** The files below /assets that a page loaded when it was opened, and the paths below the root of the API that it read. */
interface PageNeeds {
  /** The app's first file, by which builds are told apart: another one has files of other names. */
  readonly app: string | undefined;
  /** The number of rows that lists show by themselves, which the calls ask for. */
  readonly rows: string | undefined;
  readonly files: readonly string[];
  readonly calls: readonly string[];
}

/** The key of localStorage that holds them, by the page's address; public/start.js reads it. */
export const PAGE_NEEDS = 'tensu.needs';
/** At most this many addresses are kept; the oldest goes. */
const MAX_ADDRESSES = 20;

const opened = readLocation();
const reads = new Set<string>();

/** Notes what the page that the app was opened with reads. */
export function noteRead(url: string): void {
  if (isStillThere()) reads.add(url.slice(API_ROOT.length + 1));
}

/**
 * Keeps what the page that the app was opened with has loaded until now, so that public/start.js asks for it at once when the same address is
 * opened again; nothing once the person has moved on. Of a page without a sign-in only the files are kept, under its bare path: its address may
 * hold the secret of a mailed link.
 */
export function keepPageNeeds(isSignedIn: boolean): void {
  if (!isStillThere()) return;
  const address = isSignedIn ? opened.pathname + opened.search : opened.pathname;
  const { app } = document.querySelector<HTMLScriptElement>('script[data-app]')?.dataset ?? {};
  const { rows } = document.documentElement.dataset;
  const needs: PageNeeds = { app, rows, files: listFiles(), calls: isSignedIn ? [...reads].filter((call) => call !== 'me') : [] };
  try {
    const kept = Object.entries(JSON.parse(localStorage.getItem(PAGE_NEEDS) ?? '{}') as Record<string, PageNeeds>);
    const others = kept.filter(([other]) => other !== address).slice(1 - MAX_ADDRESSES);
    localStorage.setItem(PAGE_NEEDS, JSON.stringify(Object.fromEntries([...others, [address, needs]])));
  } catch {
    // Storage may be blocked or full: the next load then asks for things when it needs them.
  }
}

/** The scripts below /assets that came beside those of index.html. */
function listFiles(): string[] {
  const first = [...document.querySelectorAll<HTMLLinkElement>('link[data-first]')].map(({ href }) => href);
  const loaded = performance.getEntriesByType('resource').filter(({ name }) => !first.includes(name));
  return [...new Set(loaded.flatMap(({ name }) => /\/assets\/([\w.-]+\.js)$/.exec(name)?.[1] ?? []))];
}

function isStillThere(): boolean {
  const { pathname, search } = readLocation();
  return pathname === opened.pathname && search === opened.search;
}

function readLocation(): { pathname: string; search: string } {
  const { pathname = '', search = '' } = globalThis.location ?? {};
  return { pathname, search };
}
