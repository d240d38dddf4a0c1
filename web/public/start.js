// @ts-check
// Runs while the app's own files are still on their way. What may not be stored or read is left to the app.

/** @param {string} name */
function readKept(name) {
  try {
    return localStorage.getItem(`tensu.${name}`);
  } catch {
    return null;
  }
}

const isSignedIn = readKept('session') === '1';

/** A chosen theme, language or density is there at the first paint. */
function showAppearance() {
  const root = document.documentElement;
  const [theme, density] = [readKept('theme'), readKept('density')];
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  if (density === 'compact' || density === 'roomy') root.dataset.density = density;
  if (readKept('language') === 'en') root.lang = 'en';
}

/**
 * How many rows a list shows until somebody chooses: of the sizes that its pager offers, the smallest that leaves at most a tenth of the window's
 * height empty. The app reads it from `data-rows`.
 */
function showRows() {
  const { dataset } = document.documentElement;
  // On a phone the page scrolls instead of the table: ten rows, and the pager in reach.
  const isPhone = matchMedia('(width < 37.5rem)').matches;
  const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  const fitting = isPhone ? 10 : (innerHeight / scale - ABOVE_AND_BELOW) / (ROW_HEIGHTS.get(dataset.density ?? '') ?? 36);
  dataset.rows = String([10, 25, 50].find((size) => size >= fitting * 0.9) ?? 100);
}

/** Pixels of the heights in styles/tokens.css, and of what stands above and below the rows. */
const ROW_HEIGHTS = new Map([
  ['compact', 30],
  ['roomy', 44],
]);
const ABOVE_AND_BELOW = 250;

/**
 * What the page at this address loaded when it was last opened here: its files below /assets, if they are of this build, and the calls it read, if
 * a window of this height makes the same (see web/api/page-needs.ts).
 *
 * @returns {{ files: string[], calls: string[] }}
 */
function readNeeds() {
  try {
    const { pathname, search } = location;
    const kept = JSON.parse(readKept('needs') ?? '{}');
    const { app, files, rows, calls } = kept[isSignedIn ? pathname + search : pathname];
    const { dataset } = document.documentElement;
    return { files: app === document.currentScript?.dataset.app ? files : [], calls: rows === dataset.rows ? calls : [] };
  } catch {
    return { files: [], calls: [] };
  }
}

/** Fetches the page's own files beside the first ones, instead of after them. */
function loadFiles(/** @type {string[]} */ files) {
  for (const file of files) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = `/assets/${file}`;
    document.head.append(link);
  }
}

/**
 * Asks for an access token, then for the person behind it and what the page shows: the app takes the answers from `earlyCalls` (see
 * web/api/early-answers.ts). It does not wait for its turn among the tabs, as the app does: what is called back here comes late, behind the
 * app's own files, and tabs that ask at once are given the same token. Resolves once they have been asked for, or nobody is signed in.
 */
async function startSession(/** @type {string[]} */ reads) {
  if (!isSignedIn) return;
  const refreshing = readText(fetch('/api/v1/auth/refresh-tokens', { method: 'POST', signal: AbortSignal.timeout(8_000) }));
  const signedIn = refreshing.then(({ response, text }) => {
    if (!response.ok) return null;
    return { authorization: `Bearer ${JSON.parse(text).data.accessToken}`, 'accept-language': document.documentElement.lang };
  });
  const read = async (/** @type {string} */ path) => {
    const headers = await signedIn;
    return headers && { ...(await readText(fetch(`/api/v1/${path}`, { headers }))), authorization: headers.authorization };
  };
  Object.assign(globalThis, {
    earlyCalls: {
      'POST /api/v1/auth/refresh-tokens': noteAnswer(refreshing),
      ...Object.fromEntries(['me', ...reads].map((path) => [`GET /api/v1/${path}`, noteAnswer(read(path))])),
    },
  });
  await signedIn.catch(() => null);
}

/** At most so long the app waits for its first calls to be made. */
const MAX_WAIT_MS = 100;

/**
 * Runs the app once its first calls have been made, soon at the latest: running it keeps the page so busy that what answers the call before them is
 * looked at only afterwards. The page itself and its styles have come by then.
 */
async function startApp(/** @type {Promise<void>} */ called) {
  const { app } = document.currentScript?.dataset ?? {};
  // In development the page names the app's file itself.
  if (!app) return;
  await Promise.race([called, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
  if (document.readyState === 'loading') await happens(document, 'DOMContentLoaded');
  const styles = document.querySelector('link[rel=stylesheet]');
  if (styles instanceof HTMLLinkElement && !styles.sheet) await Promise.race([happens(styles, 'load'), happens(styles, 'error')]);
  const script = document.createElement('script');
  script.type = 'module';
  script.crossOrigin = '';
  script.src = `/assets/${app}`;
  document.head.append(script);
}

/** @returns {Promise<unknown>} */
function happens(/** @type {EventTarget} */ target, /** @type {string} */ event) {
  return new Promise((resolve) => target.addEventListener(event, resolve, { once: true }));
}

async function readText(/** @type {Promise<Response>} */ answer) {
  const response = await answer;
  return { response, text: await response.text() };
}

/** The app makes a call that failed here again, and says so if it fails then too. */
function noteAnswer(/** @type {Promise<unknown>} */ answer) {
  const call = { coming: answer.catch(() => null), answer: undefined };
  void call.coming.then((come) => Object.assign(call, { answer: come }));
  return call;
}

showAppearance();
showRows();
const { files, calls } = readNeeds();
void startApp(startSession(calls));
loadFiles(files);
