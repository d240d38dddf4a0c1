import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchOnce, forgetEarlyAnswers } from '../../../web/api/early-answers.ts';

const ME = '/api/v1/me';
const TOKEN = { authorization: 'Bearer a' };

function answerEarly(authorization: string | undefined, text: string): void {
  vi.stubGlobal('earlyAnswers', { [`GET ${ME}`]: Promise.resolve({ authorization, response: new Response(text) }) });
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
    vi.stubGlobal('earlyAnswers', { 'POST /api/v1/auth/refresh-tokens': Promise.resolve(null) });
    expect(await readText('/api/v1/auth/refresh-tokens', { method: 'POST' })).toBe('now');
  });

  it('gives its connection back when nobody takes it', async () => {
    const left: string[] = [];
    const unread = (name: string) => new Response(new ReadableStream({ cancel: () => void left.push(name) }));
    const answer = (name: string) => Promise.resolve({ authorization: 'Bearer a', response: unread(name) });
    vi.stubGlobal('fetch', async () => new Response('now'));
    vi.stubGlobal('earlyAnswers', {
      [`GET ${ME}`]: answer('me'),
      'GET /api/v1/users': answer('users'),
      'GET /api/v1/pro': Promise.resolve(null),
    });
    await readText(ME, { headers: { authorization: 'Bearer b' } });
    expect(left).toEqual(['me']);
    forgetEarlyAnswers();
    await expect.poll(() => left).toEqual(['me', 'users']);
  });
});
