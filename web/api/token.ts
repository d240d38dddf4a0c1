import { ApiError, networkError, readApiError } from './api-error.ts';
import { fetchOnce, isAskedEarly } from './early-answers.ts';
import { PAGE_NEEDS } from './page-needs.ts';
import { API_ROOT } from './root.ts';

/**
 * The access token lives in memory only; the refresh token is an HttpOnly cookie that scripts never see.
 * Tabs hand each other a fresh token, so that ten of them make one refresh.
 */
let accessToken: string | null = null;
let receivedAt = 0;
let lifetime = Infinity;
let pending: Promise<string> | null = null;

const REFRESH = `${API_ROOT}/auth/refresh-tokens`;
const DEBOUNCE_MS = 100;
const REFRESH_TIMEOUT_MS = 15_000;
const HAS_SESSION = 'tensu.session';
const ROLES = 'tensu.roles';
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('tensu.token') : null;
const listeners = new Set<(change: 'in' | 'out') => void>();

type Message = { type: 'token'; token: string } | { type: 'in' | 'out' };

if (channel) {
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === 'token') {
      if (hasSessionFlag()) storeToken(data.token);
      return;
    }
    if (data.type === 'out') accessToken = null;
    for (const listener of listeners) listener(data.type);
  };
}

export function getAccessToken(): string | null {
  return accessToken;
}

/** Whether the token has less than 10 s to live, by the lifetime it states about itself; the machine's clock may be wrong. */
export function isTokenStale(): boolean {
  return accessToken !== null && Date.now() > receivedAt + lifetime - 10_000;
}

/** After a login: stores the token and notifies the other tabs. */
export function storeSignIn(token: string): void {
  storeToken(token);
  setSessionFlag(true);
  channel?.postMessage({ type: 'in' } satisfies Message);
}

/** Forgets the token here and, unless `quietly`, in the other tabs. */
export function clearToken(quietly = false): void {
  accessToken = null;
  setSessionFlag(false);
  if (!quietly) channel?.postMessage({ type: 'out' } satisfies Message);
}

/** Forgets the token of this tab only: the session and the other tabs stay as they are. */
export function forgetToken(): void {
  accessToken = null;
}

/** Whether a refresh cookie may exist: avoids a 401 on a first visit. */
export function hasSessionFlag(): boolean {
  try {
    return localStorage.getItem(HAS_SESSION) === '1';
  } catch {
    return true;
  }
}

/** Keeps the person's roles beside the session flag, so that the next load draws the frame before the server has said who it is. */
export function storeRoles(roles: readonly string[]): void {
  try {
    localStorage.setItem(ROLES, roles.join());
  } catch {
    // Storage may be blocked: the next load then waits for the server.
  }
}

/** The roles of the last visit while its session may go on; none after a sign-out. */
export function readStoredRoles(): readonly string[] {
  try {
    return localStorage.getItem(ROLES)?.split(',') ?? [];
  } catch {
    return [];
  }
}

/** Calls back when another tab logs in or out. */
export function onOtherTabSignIn(listener: (change: 'in' | 'out') => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * A new access token through the refresh cookie. Concurrent calls, and calls within 100 ms, share one request; a token that another tab
 * fetched meanwhile is used instead. Throws an ApiError: 401 when the session is over, status 0 without a response.
 */
export function refreshAccessToken(): Promise<string> {
  if (pending) return pending;
  const requestedAt = Date.now();
  // The turn among the tabs is not waited for where the answer is on its way already.
  const refreshing = isAskedEarly('POST', REFRESH)
    ? fetchToken()
    : withRefreshLock(() => (accessToken && receivedAt > requestedAt ? accessToken : fetchToken()));
  pending = refreshing;
  const release = () => setTimeout(() => (pending = pending === refreshing ? null : pending), DEBOUNCE_MS);
  refreshing.then(release, release);
  return refreshing;
}

async function fetchToken(): Promise<string> {
  let response: Response;
  try {
    // All tabs wait for this call: one that hangs must not freeze them.
    response = await fetchOnce(REFRESH, {
      method: 'POST',
      credentials: 'same-origin',
      signal: AbortSignal.timeout(REFRESH_TIMEOUT_MS),
    });
  } catch (cause) {
    throw networkError(cause);
  }
  if (response.status > 201) throw await readApiError(response);
  const body = (await response.json().catch((cause: unknown) => Promise.reject(networkError(cause)))) as {
    data?: { accessToken?: string };
  };
  const token = body.data?.accessToken;
  if (!token) throw new ApiError(401, { code: 'unauthorized' });
  storeToken(token);
  channel?.postMessage({ type: 'token', token } satisfies Message);
  return token;
}

function storeToken(token: string): void {
  accessToken = token;
  receivedAt = Date.now();
  lifetime = readLifetime(token);
}

function readLifetime(token: string): number {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/');
    const { exp, iat } = JSON.parse(atob(payload)) as { exp?: number; iat?: number };
    return exp !== undefined && iat !== undefined ? (exp - iat) * 1000 : Infinity;
  } catch {
    return Infinity;
  }
}

function setSessionFlag(on: boolean): void {
  try {
    if (on) localStorage.setItem(HAS_SESSION, '1');
    else for (const key of [HAS_SESSION, ROLES, PAGE_NEEDS]) localStorage.removeItem(key);
  } catch {
    // Storage may be blocked: the next load then asks the server.
  }
}

function withRefreshLock<T>(work: () => Promise<T> | T): Promise<T> {
  if (!navigator.locks) return Promise.resolve(work());
  return navigator.locks.request('tensu.refresh', () => work()) as Promise<T>;
}
