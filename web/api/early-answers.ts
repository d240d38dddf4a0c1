import { noteRead } from './page-needs.ts';

/** A call that public/start.js made before the app was there: null where it failed and is left to the app. */
interface EarlyCall {
  readonly coming: Promise<EarlyAnswer | null>;
  /** Once it has come. */
  readonly answer?: EarlyAnswer | null;
}

/** A whole answer; `text` is the body of `response`, which has been read. */
interface EarlyAnswer {
  readonly authorization?: string;
  readonly response: Response;
  readonly text: string;
}

interface Early {
  /** By method and address. */
  earlyCalls?: Record<string, EarlyCall>;
}

/**
 * The first call of an address that was asked early takes that answer, if it was given for the same token; every other call is made now. A write
 * may make the other early answers old: they are forgotten.
 */
export async function fetchOnce(url: string, init: RequestInit & { headers?: Record<string, string> }): Promise<Response> {
  const { method = 'GET' } = init;
  const call = takeCall(method, url);
  if (method === 'GET') noteRead(url);
  else if (!call) forgetEarlyAnswers();
  const early = await call?.coming;
  if (early && early.authorization === init.headers?.authorization) return new Response(early.text || null, early.response);
  return fetch(url, init);
}

/** The answer to a GET of this address for this token, if it was asked early, has come and is good: what is read then is there without waiting. */
export function takeEarlyAnswer(url: string, authorization: string | undefined): EarlyAnswer | undefined {
  const early = earlyCalls()[`GET ${url}`]?.answer;
  if (!early?.response.ok || early.authorization !== authorization) return undefined;
  takeCall('GET', url);
  noteRead(url);
  return early;
}

/** Whether public/start.js made this call, and nobody has taken the answer. */
export function isAskedEarly(method: string, url: string): boolean {
  return `${method} ${url}` in earlyCalls();
}

/** Resolves once every call that was made early, and is not taken, has its answer or has failed. */
export async function waitForEarlyAnswers(): Promise<void> {
  await Promise.all(Object.values(earlyCalls()).map(({ coming }) => coming));
}

/** Early answers that were not taken by now are dropped: they would be old when somebody asks. */
export function forgetEarlyAnswers(): void {
  (globalThis as Early).earlyCalls = {};
}

function takeCall(method: string, url: string): EarlyCall | undefined {
  const calls = earlyCalls();
  const name = `${method} ${url}`;
  const call = calls[name];
  delete calls[name];
  return call;
}

function earlyCalls(): Record<string, EarlyCall> {
  return (globalThis as Early).earlyCalls ?? {};
}
