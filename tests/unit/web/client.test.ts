import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, errorLines } from '../../../web/api/api-error.ts';
import { api, newIdempotencyKey, readData } from '../../../web/api/client.ts';
import { mayRetry, retryDelay } from '../../../web/api/query-retry.ts';
import { buildUrl, onSessionEnd } from '../../../web/api/request.ts';
import { taggedListQuery } from '../../../web/api/tagged-list.ts';
import { clearToken, storeSignIn } from '../../../web/api/token.ts';
import { startTexts } from '../../../web/i18n/index.ts';
import { MAX_WAIT_MS } from '../../support/limits.ts';

interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

let server: Server;
let seen: { method: string; path: string; headers: IncomingMessage['headers']; body: string }[] = [];
let answer: (path: string, authorization: string | undefined) => Answer;
let endings = 0;
const nativeFetch = globalThis.fetch;

beforeAll(async () => {
  // Calls share a refresh until a timer ends, which the tests end themselves.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  Object.assign(globalThis, { document: { documentElement: { lang: 'vi' } } });
  await startTexts();
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const path = request.url!.replace('/api/v1/', '');
      seen.push({ method: request.method!, path, headers: request.headers, body });
      const { status, body: data, headers } = answer(path, request.headers.authorization);
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof data === 'string' ? data : JSON.stringify(data ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // The browser resolves paths against the page's origin; Node has no page.
  globalThis.fetch = (input, init) => nativeFetch(new URL(String(input), origin), init);
  onSessionEnd(() => {
    endings += 1;
  });
});

afterAll(() => {
  vi.useRealTimers();
  globalThis.fetch = nativeFetch;
  server.close();
});

beforeEach(() => {
  seen = [];
  endings = 0;
  storeSignIn('old');
});

afterEach(() => {
  clearToken();
  vi.runAllTimers();
});

const refreshes = () => seen.filter((call) => call.path === 'auth/refresh-tokens').length;
const expiring = (path: string, authorization: string | undefined): Answer => {
  if (path === 'auth/refresh-tokens') return { status: 200, body: { data: { accessToken: 'new' } } };
  return authorization === 'Bearer new' ? { status: 200, body: { data: [path] } } : { status: 401, body: { code: 'unauthorized' } };
};

describe('a call', () => {
  it('carries the token and the language, and leaves empty filters out', async () => {
    answer = () => ({ status: 200, body: { data: [] } });
    await api.get('users', { query: { page: 1, 'name__~': 'đức', dept_id: '', area: null } });
    expect(seen[0]!.path).toBe(`users?page=1&name__%7E=${encodeURIComponent('đức')}`);
    expect(seen[0]!.headers).toMatchObject({ authorization: 'Bearer old', 'accept-language': 'vi' });
  });

  it('sends an idempotency key with a create', async () => {
    answer = () => ({ status: 201, body: { data: { id: 1 } } });
    const idempotencyKey = newIdempotencyKey();
    await api.post('customers', { name: '積水' }, { idempotencyKey });
    expect(seen[0]!.headers['idempotency-key']).toBe(idempotencyKey);
    expect(JSON.parse(seen[0]!.body)).toEqual({ name: '積水' });
  });

  it('fails for any status above 201', async () => {
    answer = () => ({ status: 202, body: {} });
    await expect(api.get('users')).rejects.toMatchObject({ status: 202 });
  });

  it('keeps everything an error body says, who saved the row beside the row', async () => {
    const body = {
      message: 'Sai',
      code: 'invalid',
      messages: { name: 'Tên không được để trống' },
      request_id: 'r1',
      current: { id: 3, version: 8 },
      saved_by: 'Trang',
    };
    answer = () => ({ status: 409, body });
    const error = await api.put('customers/3', {}).catch((failure: unknown) => failure as ApiError);
    expect(error).toMatchObject({ status: 409, ...body });
    expect((error as ApiError).current).toEqual(body.current);
  });

  it('survives an error body that is HTML', async () => {
    answer = () => ({ status: 502, body: '<html>Bad gateway</html>' });
    const error = await api.get('users').catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(ApiError);
    expect(errorLines(error)).toEqual(['Máy chủ tạm thời không trả lời']);
  });

  it('reads Retry-After', async () => {
    answer = () => ({ status: 503, body: { code: 'database_unavailable' }, headers: { 'retry-after': '7' } });
    await expect(api.get('users')).rejects.toMatchObject({ retry_after: 7 });
  });
});

describe('an expired token', () => {
  it('is refreshed once for calls that fail together, which then succeed', async () => {
    answer = expiring;
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((path) => api.get<{ data: string[] }>(path)));
    expect(answers.map((each) => each.data[0])).toEqual(['a', 'b', 'c', 'd']);
    expect(refreshes()).toBe(1);
    expect(endings).toBe(0);
  });

  it('is refreshed before a call when it says that it is about to expire', async () => {
    const payload = btoa(JSON.stringify({ iat: 1_000, exp: 1_005 }));
    storeSignIn(`h.${payload}.s`);
    answer = expiring;
    await api.get('a');
    expect(seen.map((call) => call.path)).toEqual(['auth/refresh-tokens', 'a']);
  });

  it('ends the session when the refresh is refused', async () => {
    answer = () => ({ status: 401, body: { code: 'unauthorized', message: 'no' } });
    await expect(api.get('a')).rejects.toMatchObject({ isSessionEnd: true });
    expect(endings).toBe(1);
  });

  it('does not end the session when the refresh finds the database away', async () => {
    answer = (path) => (path === 'auth/refresh-tokens' ? { status: 503, body: { code: 'database_unavailable' } } : { status: 401 });
    await expect(api.get('a')).rejects.toMatchObject({ status: 503, isSessionEnd: false });
    expect(endings).toBe(0);
  });

  it('is given up when its refresh is never answered, so that the tabs which wait for it go on', async () => {
    const late = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
    const usual = globalThis.fetch;
    globalThis.fetch = (input, init) =>
      String(input).endsWith('auth/refresh-tokens')
        ? new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(late.signal.reason)))
        : usual(input, init);
    answer = () => ({ status: 401, body: { code: 'unauthorized' } });
    const call = api.get('a').catch((error: unknown) => error);
    await vi.waitFor(() => expect(timeout).toHaveBeenCalledOnce(), MAX_WAIT_MS);
    late.abort(new DOMException('late', 'TimeoutError'));
    expect(await call).toMatchObject({ status: 0, isSessionEnd: false });
    expect(timeout.mock.calls[0]![0]).toBeLessThanOrEqual(30_000);
    globalThis.fetch = usual;
    timeout.mockRestore();
  });

  it('does not make a wrong password look like the end of a session', async () => {
    answer = () => ({ status: 401, body: { code: 'bad_credentials', message: 'Tên đăng nhập hoặc mật khẩu không đúng' } });
    const error = await api.post('auth/login', {}, { auth: false }).catch((failure: unknown) => failure);
    expect(errorLines(error)).toEqual(['Tên đăng nhập hoặc mật khẩu không đúng']);
    expect(refreshes()).toBe(0);
    expect(endings).toBe(0);
  });
});

describe('what a failure says', () => {
  const said = (status: number, body: ConstructorParameters<typeof ApiError>[1]) => errorLines(new ApiError(status, body));

  it('says each message in turn', () =>
    expect(
      said(422, { message: 'Dữ liệu chưa hợp lệ', messages: { name: 'Tên không được để trống', code: 'Mã không được để trống' } }),
    ).toEqual(['Tên không được để trống', 'Mã không được để trống']));
  it('says the message when there are no others', () =>
    expect(said(423, { message: 'Tháng 2026/03 đã khóa' })).toEqual(['Tháng 2026/03 đã khóa']));
  it('says exactly that an export does not exist', () =>
    expect(said(404, { message: 'Lỗi: export không tồn tại (x)' })).toEqual(['export không tồn tại']));
  it('has the text of the status when the body has no message', () => expect(said(413, {})).toEqual(['Dữ liệu quá lớn']));
  it('has a text for a missing network, and says in the reader’s language what to do', () =>
    expect(said(0, {})).toEqual([
      'Oops! Network Error. Try again later',
      'Chưa nối được với máy chủ; những gì bạn nhập vẫn còn ở đây. Hãy kiểm tra mạng rồi thử lại.',
    ]));
});

describe('trying a read again', () => {
  it('never repeats what the server refused', () => {
    for (const status of [400, 401, 403, 404, 409, 422, 423]) expect(mayRetry(0, new ApiError(status, {}))).toBe(false);
  });
  it('repeats twice what the server could not answer, and waits as it asked', () => {
    expect([0, 1, 2].map((count) => mayRetry(count, new ApiError(503, {}, 3)))).toEqual([true, true, false]);
    expect(retryDelay(0, new ApiError(503, {}, 3))).toBe(3000);
    expect(retryDelay(1, new ApiError(0, {}))).toBe(1000);
  });
});

it('builds addresses under the API root', () => {
  expect(buildUrl('/me')).toBe('/api/v1/me');
  expect(buildUrl('users', { ids: [1, 2] })).toBe('/api/v1/users?ids=1%2C2');
});

describe('a query whose call was answered before the app was there', () => {
  const early = (path: string, text: string, headers: Record<string, string> = {}) => {
    const authorization = 'Bearer early';
    storeSignIn('early');
    const answer = { authorization, response: new Response(text, { headers }), text };
    vi.stubGlobal('earlyCalls', { [`GET /api/v1/${path}`]: { coming: Promise.resolve(answer), answer } });
  };
  afterEach(() => vi.unstubAllGlobals());

  it('has its rows at the first drawing, and its tag at the next read', async () => {
    const client = new QueryClient();
    early('users?page=1', '{"data":["early"]}', { etag: 'W/"1"' });
    const firstRead = (of: QueryClient) => new QueryObserver(of, taggedListQuery<string>(of, 'users', { page: 1 })).getCurrentResult().data;
    expect(firstRead(client)).toEqual({ data: ['early'] });
    expect(firstRead(new QueryClient())).toBeUndefined();
    answer = () => ({ status: 304 });
    const again = await client.fetchQuery({ ...taggedListQuery<string>(client, 'users', { page: 1 }), staleTime: 0 });
    expect(again).toEqual({ data: ['early'] });
    expect(seen.map(({ headers }) => headers['if-none-match'])).toEqual(['W/"1"']);
  });

  it('keeps what it picks of the answer, and asks again for one that cannot be read', async () => {
    early('locked_months', '{"data":[1]}');
    expect(readData<number[]>('locked_months').initialData()).toEqual([1]);
    early('locked_months', '<html>');
    expect(readData<number[]>('locked_months').initialData()).toBeUndefined();
    answer = () => ({ status: 200, body: { data: [2] } });
    expect(await api.get('locked_months')).toEqual({ data: [2] });
  });
});

describe('a list that was read before', () => {
  it('sends the tag of its answer, shows that again on a 304 and forgets it with the session', async () => {
    let tag = 'W/"1"';
    answer = () => ({ status: seen.at(-1)!.headers['if-none-match'] === tag ? 304 : 200, body: { data: [tag] }, headers: { etag: tag } });
    const client = new QueryClient();
    const read = (page = 1) => client.fetchQuery({ ...taggedListQuery<string>(client, 'users', { page }), staleTime: 0 });
    const sentTags = () => seen.map(({ headers }) => headers['if-none-match']);

    expect((await read()).data).toEqual(['W/"1"']);
    // What a screen does to its rows meanwhile is not taken for the answer.
    client.setQueriesData({ queryKey: ['users', 'list'] }, { data: ['changed'] });
    expect((await read()).data).toEqual(['W/"1"']);
    await read(2);
    tag = 'W/"2"';
    expect((await read()).data).toEqual(['W/"2"']);
    client.clear();
    await read();
    expect(sentTags()).toEqual([undefined, 'W/"1"', undefined, 'W/"1"', undefined]);
  });
});
