import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchOnce, forgetEarlyAnswers, takeEarlyAnswer, waitForEarlyAnswers } from '../../../web/api/early-answers.ts';

const ME = '/api/v1/me';
const TOKEN = { authorization: 'Bearer a' };

/** What public/start.js leaves behind: the answer, or null for a call that failed. */
function answerEarly(authorization: string | undefined, text: string, status = 200): void {
  noteCall(`GET ${ME}`, { authorization, response: new Response(text, { status }), text });
}

function noteCall(name: string, answer: object | null): void {
  vi.stubGlobal('earlyCalls', { [name]: { coming: Promise.resolve(answer), answer } });
}

async function readText(url: string, init: Parameters<typeof fetchOnce>[1]): Promise<string> {
  return (await fetchOnce(url, init)).text();
}

describe('an answer that was asked for before the app was there', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is taken by the first such call, and by no other', async () => {
    vi.stubGlobal('fetch', async () => new Response('now'));
    answerEarly('Bearer a', 'early');
    expect(await readText(ME, { headers: TOKEN })).toBe('early');
    expect(await readText(ME, { headers: TOKEN })).toBe('now');
  });

  it('is read by one of two calls at once', async () => {
    vi.stubGlobal('fetch', async () => new Response('now'));
    answerEarly('Bearer a', 'early');
    expect(await Promise.all([readText(ME, { headers: TOKEN }), readText(ME, { headers: TOKEN })])).toEqual(['early', 'now']);
  });

  it('is nobody’s with another token, even when the right one comes later', async () => {
    vi.stubGlobal('fetch', async () => new Response('now'));
    answerEarly('Bearer a', 'early');
    expect(await readText(ME, { headers: { authorization: 'Bearer b' } })).toBe('now');
    expect(await readText(ME, { headers: TOKEN })).toBe('now');
  });

  it('is not the answer to another address', async () => {
    vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit) => new Response(`${method} ${url}`));
    answerEarly('Bearer a', 'early');
    expect(await readText('/api/v1/me/preferences', { headers: TOKEN })).toBe('GET /api/v1/me/preferences');
    expect(await readText(ME, { headers: TOKEN })).toBe('early');
  });

  it('is neither the answer to a write nor to a read after it', async () => {
    vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit) => new Response(`${method} ${url}`));
    answerEarly('Bearer a', 'early');
    expect(await readText(ME, { method: 'PUT', headers: TOKEN })).toBe('PUT /api/v1/me');
    expect(await readText(ME, { headers: TOKEN })).toBe('GET /api/v1/me');
  });

  it('is asked for now where it was left to the app', async () => {
    vi.stubGlobal('fetch', async () => new Response('now'));
    noteCall('POST /api/v1/auth/refresh-tokens', null);
    expect(await readText('/api/v1/auth/refresh-tokens', { method: 'POST' })).toBe('now');
  });

  it('is forgotten when nobody has taken it', async () => {
    vi.stubGlobal('fetch', async () => new Response('now'));
    answerEarly('Bearer a', 'early');
    forgetEarlyAnswers();
    expect(await readText(ME, { headers: TOKEN })).toBe('now');
  });

  it('is there without waiting once it has come, for the same token and if it is good', async () => {
    let come: (answer: object) => void = () => undefined;
    const call = { coming: new Promise<object>((resolve) => (come = resolve)), answer: undefined as object | undefined };
    vi.stubGlobal('earlyCalls', { [`GET ${ME}`]: call });
    expect(takeEarlyAnswer(ME, 'Bearer a')).toBeUndefined();
    const answer = { authorization: 'Bearer a', response: new Response('early'), text: 'early' };
    Object.assign(call, { answer });
    come(answer);
    await waitForEarlyAnswers();
    expect(takeEarlyAnswer(ME, 'Bearer b')).toBeUndefined();
    expect(takeEarlyAnswer(ME, 'Bearer a')?.text).toBe('early');
    expect(takeEarlyAnswer(ME, 'Bearer a')).toBeUndefined();

    answerEarly('Bearer a', 'refused', 403);
    expect(takeEarlyAnswer(ME, 'Bearer a')).toBeUndefined();
    expect((await fetchOnce(ME, { headers: TOKEN })).status).toBe(403);
  });
});
