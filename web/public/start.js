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

/** A chosen theme, language or density is there at the first paint. */
function showAppearance() {
  const root = document.documentElement;
  const [theme, density] = [readKept('theme'), readKept('density')];
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  if (density === 'compact' || density === 'roomy') root.dataset.density = density;
  if (readKept('language') === 'en') root.lang = 'en';
}

/**
 * Asks for an access token and for the person behind it: the first two calls of the app, which takes their answers from `earlyAnswers` (see
 * web/api/early-answers.ts). Where another tab is asking for a token already, the app waits for that one instead.
 */
function startSession() {
  if (readKept('session') !== '1' || !navigator.locks) return;
  const token = navigator.locks.request('tensu.refresh', { ifAvailable: true }, async (lock) => {
    if (!lock) return null;
    return { response: await fetch('/api/v1/auth/refresh-tokens', { method: 'POST', signal: AbortSignal.timeout(15_000) }) };
  });
  const person = token.then(async (answer) => {
    if (!answer?.response.ok) return null;
    const { data } = await answer.response.clone().json();
    const headers = { authorization: `Bearer ${data.accessToken}`, 'accept-language': document.documentElement.lang };
    return { authorization: headers.authorization, response: await fetch('/api/v1/me', { headers }) };
  });
  // The app makes a call that failed here again, and says so if it fails then too.
  const orNull = (/** @type {Promise<unknown>} */ answer) => answer.catch(() => null);
  Object.assign(globalThis, { earlyAnswers: { 'POST /api/v1/auth/refresh-tokens': orNull(token), 'GET /api/v1/me': orNull(person) } });
}

showAppearance();
startSession();
