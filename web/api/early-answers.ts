import { noteRead } from './page-needs.ts';

/** The answers to calls that public/start.js made before the app was there, by method and address; null where a call was left to the app. */
type EarlyAnswers = Record<string, Promise<EarlyAnswer | null>>;
interface EarlyAnswer {
  authorization?: string;
  response: Response;
}

interface Early {
  earlyAnswers?: EarlyAnswers;
}

/**
 * The first call of an address that was asked early takes that answer, if it was given for the same token; every other call is made now. A write
 * may make the other early answers old: they are forgotten.
 */
export async function fetchOnce(url: string, init: RequestInit & { headers?: Record<string, string> }): Promise<Response> {
  const { earlyAnswers: answers = {} } = globalThis as Early;
  const method = init.method ?? 'GET';
  const call = `${method} ${url}`;
  const answer = answers[call];
  delete answers[call];
  if (method === 'GET') noteRead(url);
  else if (answer === undefined) forgetEarlyAnswers();
  const early = await answer;
  if (early && early.authorization === init.headers?.authorization) return early.response;
  leaveUnread(early);
  return fetch(url, init);
}

/** Whether public/start.js made this call, and nobody has taken the answer. */
export function isAskedEarly(method: string, url: string): boolean {
  return `${method} ${url}` in ((globalThis as Early).earlyAnswers ?? {});
}

/** What was asked early and not taken by now is nobody's: it would be old when somebody asks. */
export function forgetEarlyAnswers(): void {
  const { earlyAnswers = {} } = globalThis as Early;
  (globalThis as Early).earlyAnswers = {};
  for (const answer of Object.values(earlyAnswers)) void answer.then(leaveUnread);
}

/** A long answer that nobody reads would keep its connection, and the server's end of it, for as long as the page is open. */
function leaveUnread(answer: EarlyAnswer | null | undefined): void {
  void answer?.response.body?.cancel();
}
