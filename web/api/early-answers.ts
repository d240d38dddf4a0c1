/** The answers to calls that public/start.js made before the app was there, by method and address; null where a call was left to the app. */
type EarlyAnswers = Record<string, Promise<{ authorization?: string; response: Response } | null>>;

/** The first call of an address that was asked early takes that answer, if it was given for the same token; every other call is made now. */
export async function fetchOnce(url: string, init: RequestInit & { headers?: Record<string, string> }): Promise<Response> {
  const answers = (globalThis as { earlyAnswers?: EarlyAnswers }).earlyAnswers ?? {};
  const call = `${init.method ?? 'GET'} ${url}`;
  const answer = answers[call];
  delete answers[call];
  const early = await answer;
  return early && early.authorization === init.headers?.authorization ? early.response : fetch(url, init);
}
