import { currentLang } from '../i18n/index.ts';
import { ApiError, networkError, readApiError, SESSION_ENDED } from './api-error.ts';
import { fetchOnce, takeEarlyAnswer } from './early-answers.ts';
import { API_ROOT } from './root.ts';
import { scenarioHeader } from './scenario.ts';
import { getAccessToken, isTokenStale, refreshAccessToken } from './token.ts';

/** Values of a query string; empty ones are left out, lists are joined by commas. */
export type Query = Readonly<Record<string, string | number | boolean | null | undefined | readonly (string | number)[]>>;

export interface CallOptions {
  readonly query?: Query;
  readonly signal?: AbortSignal;
  /** false: sends no token and a 401 does not end the session (login, password reset). */
  readonly auth?: boolean;
  /** Sent as Idempotency-Key: a repeated create with the same key answers what the first one did. */
  readonly idempotencyKey?: string;
  /** Is told the number of the request: operations are found by it. */
  readonly onRequestId?: (id: string) => void;
  /** Names the question that a correction belongs to. */
  readonly question?: number;
}

/** Sends with the bearer; a 401 refreshes the token and tries once more. Throws an ApiError for any status above 201 but 304, and when no answer comes. */
export async function send(path: string, options: CallOptions, init: RequestInit): Promise<Response> {
  const response = await withToken(options.auth !== false, () => attempt(path, options, init));
  if (response.status <= 201 || response.status === 304) return response;
  const error = await readApiError(response);
  const repeating = await askToRepeat(error, options);
  if (!repeating) throw error;
  const repeated = await withToken(true, () => attempt(path, repeating, init));
  if (repeated.status > 201) throw await readApiError(repeated);
  return repeated;
}

/** The answer to a GET that was asked for while the app was on its way, if it is there: the first to ask for it takes it. */
export function sentEarly(path: string, options: CallOptions): { response: Response; body: unknown } | undefined {
  // What is asked for before the app is there is asked without a scenario.
  if ('x-scenario' in scenarioHeader(path)) return undefined;
  const early = takeEarlyAnswer(buildUrl(path, options.query), commonHeaders(options).authorization);
  try {
    return early && { response: early.response, body: JSON.parse(early.text) };
  } catch {
    // The call is made now, and its failure shown.
    return undefined;
  }
}

/** Runs `attempt` with a token that is good: refreshed before when it is about to expire, and after a 401. A second 401 ends the session. */
export async function withToken<Answer extends { status: number }>(auth: boolean, attempt: () => Promise<Answer>): Promise<Answer> {
  if (auth && isTokenStale()) await refreshOrEndSession();
  const first = await attempt();
  if (first.status !== 401 || !auth) return first;
  await refreshOrEndSession();
  const second = await attempt();
  if (second.status === 401) endSession();
  return second;
}

/** How a refused call is sent once more, after the person gave the password or accepted what it changes; undefined where it is not. */
async function askToRepeat(error: ApiError, options: CallOptions): Promise<CallOptions | undefined> {
  if (error.code === 'confirm_needed') return (await reauthenticate()) ? options : undefined;
  if (error.code !== 'cases_broken' || !(await acceptBrokenCases(error))) return undefined;
  return { ...options, query: { ...options.query, accept_broken: true } };
}

type AskAboutCases = (error: ApiError) => Promise<boolean>;

/** The prompt comes after its page: a refusal that is quicker waits for it so long. */
const PROMPT_WAIT_MS = 10_000;
const casesPrompt = Promise.withResolvers<AskAboutCases>();

/** Registers the prompt that shows which worked examples a write of rules changes; it resolves to true where the person accepts it. */
export const onCasesBroken: (ask: AskAboutCases) => void = casesPrompt.resolve;

async function acceptBrokenCases(error: ApiError): Promise<boolean> {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PROMPT_WAIT_MS));
  const ask = await Promise.race([casesPrompt.promise, late]);
  return (await ask?.(error)) ?? false;
}

let reauthenticate: () => Promise<boolean> = () => Promise.resolve(false);

/** Registers the prompt for the password; it resolves to true once the server has accepted it, and the refused call is repeated. */
export function onReauthenticationNeeded(ask: () => Promise<boolean>): void {
  reauthenticate = ask;
}

let sessionEndListener: () => void = () => undefined;

/** Registers what happens when the server no longer accepts the session. */
export function onSessionEnd(listener: () => void): void {
  sessionEndListener = listener;
}

export function commonHeaders(options: CallOptions): Record<string, string> {
  const token = options.auth === false ? null : getAccessToken();
  const headers: Record<string, string> = { 'accept-language': currentLang() };
  if (token) headers.authorization = `Bearer ${token}`;
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
  if (options.question) headers['x-question'] = String(options.question);
  return headers;
}

export function buildUrl(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined || value === '') continue;
    search.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  const text = search.toString();
  return `${API_ROOT}/${path.replace(/^\//, '')}${text && `?${text}`}`;
}

async function attempt(path: string, options: CallOptions, init: RequestInit): Promise<Response> {
  const headers = { ...(init.headers as Record<string, string>), ...commonHeaders(options), ...scenarioHeader(path) };
  try {
    return await fetchOnce(buildUrl(path, options.query), { ...init, headers, credentials: 'same-origin', signal: options.signal ?? null });
  } catch (cause) {
    if ((cause as Error).name === 'AbortError') throw cause;
    throw networkError(cause);
  }
}

/** Refreshes the token; 401 and 403 end the session, any other error (network, 503) is thrown and the session stays. */
async function refreshOrEndSession(): Promise<void> {
  try {
    await refreshAccessToken();
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) endSession();
    throw error;
  }
}

function endSession(): never {
  sessionEndListener();
  throw new ApiError(401, { code: SESSION_ENDED });
}
