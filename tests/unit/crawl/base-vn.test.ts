import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Fault } from '../../../scripts/base-vn-standin/faults.ts';
import { type Standin, startBaseVnStandin } from '../../../scripts/base-vn-standin.ts';
import { type BaseVnLimits, createCrawlSource } from '../../../worker/features/crawl/fetch/base-vn.ts';
import type { BaseVnEnv } from '../../../worker/features/crawl/fetch/base-vn-settings.ts';
import { CrawlError, type CrawlPage, type CrawlSource, type PageRequest } from '../../../worker/platform/crawl-source.ts';

const TOKEN = 'tok~en/with+signs=1234567890';

let standin: Standin;
const said: unknown[] = [];

beforeAll(async () => {
  standin = await startBaseVnStandin({ jobs: 250, today: '2025-06-20', token: TOKEN });
  for (const method of ['log', 'info', 'warn', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((...words) => said.push(words));
});
afterEach(() => {
  standin.setFault(null);
  expect(said).toEqual([]);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await standin.close();
});

function source(env: BaseVnEnv = {}, limits: BaseVnLimits = {}): CrawlSource {
  const settings = { BASE_VN_URL: standin.url, BASE_VN_TOKEN: TOKEN, BASE_VN_WORKFLOW_IDS: '3051', ...env };
  return createCrawlSource(settings, limits);
}

function request(given: Partial<PageRequest> = {}): PageRequest {
  return { workflowId: '3051', pageId: 0, updatedFrom: 0, ...given };
}

async function failure(attempt: Promise<CrawlPage>): Promise<CrawlError> {
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(CrawlError);
  const all = JSON.stringify([error, (error as Error).message, (error as Error).stack, String((error as Error).cause)]);
  expect(all).not.toContain(TOKEN);
  expect(all).not.toContain(encodeURIComponent(TOKEN));
  return error as CrawlError;
}

describe('a page of jobs', () => {
  it('comes whole, with the totals, by number and window', async () => {
    const pages = [];
    for (const pageId of [0, 1, 2, 3]) pages.push(await source().fetchPage(request({ pageId })));
    expect(pages.map((page) => page.jobs.length)).toEqual([100, 100, 50, 0]);
    expect(pages.map((page) => page.total_items)).toEqual([250, 250, 250, 250]);
    expect(pages[0]).toMatchObject({ items_per_page: 100, skipped: [] });
    expect(new Set(pages.flatMap((page) => page.jobs.map((job) => job.id))).size).toBe(250);

    const times = standin.jobs().map((job) => Number(job.last_update));
    const middle = times.sort((a, b) => a - b)[125]!;
    const recent = await source().fetchPage(request({ updatedFrom: middle }));
    expect(recent.total_items).toBe(times.filter((time) => time >= middle).length);
    expect(recent.jobs.every((job) => Number(job.last_update) >= middle)).toBe(true);
  });

  it('is asked for with the token in the body, a page number from 0, the limit and the window', async () => {
    await source().fetchPage(request({ pageId: 2, updatedFrom: 1_700_000_000 }));
    expect(standin.requests.at(-1)).toEqual({ id: '3051', page_id: 2, limit: 100, updated_from: 1_700_000_000, token_ok: true });
  });

  it('shows a job that was changed or added since', async () => {
    const [oldest] = standin.jobs();
    const changedAt = Math.floor(Date.now() / 1000) - 1;
    standin.updateJob(oldest!.id, { name: 'đổi tên', form: { 坪数: '77,5' } });
    const [added] = standin.addJobs(1);
    const { jobs } = await source().fetchPage(request({ updatedFrom: changedAt }));
    expect(jobs.map((job) => job.id).sort()).toEqual([oldest!.id, added!.id].sort());
    const changed = jobs.find((job) => job.id === oldest!.id)!;
    expect(changed.name).toBe('đổi tên');
    expect(changed.form.find((field) => field.name === '坪数')).toMatchObject({ value: '77,5' });
  });

  it('has the same fields when their order is shuffled', async () => {
    const fields = (page: CrawlPage) => page.jobs.map((job) => new Set(job.form.map((field) => `${field.name}=${field.value}`)));
    const first = await source().fetchPage(request());
    standin.setFault({ kind: 'shuffle' });
    const shuffled = await source().fetchPage(request());
    expect(shuffled.jobs.map((job) => job.form[0]!.name)).not.toEqual(first.jobs.map((job) => job.form[0]!.name));
    expect(fields(shuffled)).toEqual(fields(first));
  });
});

describe('a failure', () => {
  it.each<[string, Fault, string, boolean, RegExp]>([
    ['a web page with status 200', { kind: 'html' }, 'html_answer', true, /một trang web \(HTTP 200\)/],
    ['a web page with status 502', { kind: 'html', status: 502 }, 'html_answer', true, /HTTP 502/],
    ['a web page with status 404', { kind: 'html', status: 404 }, 'html_answer', false, /HTTP 404/],
    ['status 500', { kind: 'http' }, 'http_status', true, /HTTP 500/],
    ['status 429', { kind: 'http', status: 429 }, 'http_status', true, /HTTP 429/],
    ['status 403', { kind: 'http', status: 403 }, 'http_status', false, /HTTP 403/],
    ['a redirect', { kind: 'http', status: 302 }, 'http_status', false, /HTTP 302/],
    ['code 0 that may pass', { kind: 'code0', message: 'system_busy' }, 'refused', true, /system_busy/],
    ['code 0 that stays', { kind: 'code0', message: 'access_token_expired' }, 'refused', false, /access_token_expired/],
    [
      'an echoed token',
      { kind: 'code0', message: `bad ${TOKEN} and ${encodeURIComponent(TOKEN)}` },
      'refused',
      true,
      /bad \*\*\* and \*\*\*/,
    ],
    ['cut JSON', { kind: 'truncated' }, 'invalid_json', true, /bị cắt ngang/],
    ['another shape', { kind: 'shape' }, 'unexpected_shape', true, /jobs/],
    ['a broken connection', { kind: 'drop' }, 'network', true, /Không kết nối được tới 127\.0\.0\.1/],
    ['an endless answer', { kind: 'huge', megabytes: 9 }, 'too_large', false, /8 MB/],
  ])('%s is reported as such, and whether a retry can help', async (_, fault, code, retryable, text) => {
    standin.setFault(fault);
    const error = await failure(source().fetchPage(request()));
    expect(error).toMatchObject({ code, retryable });
    expect(error.text.vi).toMatch(text);
    expect(error.message).toBe(error.text.en);
  });

  it.each<[string, Fault]>([
    ['before it answers', { kind: 'slow', ms: 5000 }],
    ['in the middle of the answer', { kind: 'stall' }],
  ])('of a server silent %s is a timeout', async (_, fault) => {
    standin.setFault(fault);
    const error = await failure(source({}, { timeoutMs: 300 }).fetchPage(request()));
    expect(error).toMatchObject({ code: 'timeout', retryable: true });
    expect(error.text.vi).toContain('0.3 giây');
  });

  it('of a server that is slow, but not too slow, is none', async () => {
    standin.setFault({ kind: 'slow', ms: 200 });
    expect((await source().fetchPage(request())).jobs).toHaveLength(100);
  });

  it('of a server that is not there is a network failure', async () => {
    const gone = await startBaseVnStandin({ jobs: 1 });
    await gone.close();
    const error = await failure(source({ BASE_VN_URL: gone.url }).fetchPage(request()));
    expect(error).toMatchObject({ code: 'network', retryable: true });
  });

  it.each([
    ['token', { BASE_VN_TOKEN: 'wrong' }, {}, /access_token_invalid_1/],
    ['workflow', {}, { workflowId: '9' }, /workflow_not_found/],
  ])('of a wrong %s does not ask to be tried again', async (_, env, given, text) => {
    const error = await failure(source(env).fetchPage(request(given)));
    expect(error).toMatchObject({ code: 'refused', retryable: false });
    expect(error.text.vi).toMatch(text);
  });

  it('of missing settings names them, and no request is made', async () => {
    const calls = standin.requests.length;
    const error = await failure(source({ BASE_VN_TOKEN: ' ', BASE_VN_WORKFLOW_IDS: undefined }).fetchPage(request()));
    expect(error).toMatchObject({ code: 'not_configured', retryable: false });
    expect(error.text.vi).toBe('Chưa cấu hình kết nối Base.vn, còn thiếu: BASE_VN_TOKEN, BASE_VN_WORKFLOW_IDS');
    expect(standin.requests).toHaveLength(calls);
  });

  it('on one page leaves the others alone, and one that passes after some tries is over then', async () => {
    standin.setFault({ kind: 'http', page: 1, times: 2 });
    expect((await source().fetchPage(request())).jobs).toHaveLength(100);
    for (let attempt = 0; attempt < 2; attempt++)
      expect((await failure(source().fetchPage(request({ pageId: 1 })))).code).toBe('http_status');
    expect((await source().fetchPage(request({ pageId: 1 }))).jobs).toHaveLength(100);
  });
});

describe('an answer of a slightly different make', () => {
  let body: string;
  let headers: Record<string, string>;
  let status = 200;
  const server = createServer((_, response) => response.writeHead(status, headers).end(body));
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  const fetched = (answer: unknown, type = 'text/html; charset=utf-8') => {
    body = typeof answer === 'string' ? answer : JSON.stringify(answer);
    headers = { 'content-type': type };
    status = 200;
    return source({ BASE_VN_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }).fetchPage(request());
  };

  it('is read: numbers for texts, objects for lists, missing keys, JSON called HTML, a byte order mark', async () => {
    const page = await fetched(
      `\ufeff${JSON.stringify({
        code: '1',
        total_items: '2',
        items_per_page: null,
        jobs: {
          '0': {
            id: 12,
            name: 'a',
            since: 1762300000,
            form: { '5': { id: 5, name: '坪数', value: 35.5 } },
            tags: [{ id: 1, name: 'Gấp' }, 'x', ''],
          },
          '2': { id: '13', name: null, stage_export: [], form: null, tags: '', unknown: { deep: [1] } },
        },
      })}`,
    );
    expect(page).toMatchObject({ total_items: 2, skipped: [] });
    expect(page).not.toHaveProperty('items_per_page');
    expect(page.jobs).toMatchObject([
      { id: '12', since: '1762300000', tags: ['Gấp', 'x'], form: [{ id: '5', name: '坪数', value: 35.5, display: '' }] },
      { id: '13', name: '', stage_export: null, form: [], tags: [] },
    ]);
  });

  it('names what was chosen where a value is an object or a list of them', async () => {
    const values = [{ id: 7, name: 'Lê An' }, [{ id: 1, name: '在来軸組' }, '2×4'], { a: 'b' }, true, null];
    const page = await fetched({ code: 1, jobs: [{ id: 1, form: values.map((value, id) => ({ id, name: 'f', value })) }] });
    expect(page.jobs[0]!.form.map((field) => field.value)).toEqual(['Lê An', ['在来軸組', '2×4'], ['b'], 'true', '']);
  });

  it('keeps a job whose form has a field that is no plain value', async () => {
    const table = { id: 1, name: 'Bảng', type: 'table', value: [[{ cell: 1 }], [{ cell: 2 }]] };
    const page = await fetched({ code: 1, jobs: [{ id: 1, form: [table, 'x', null, { id: {}, name: '坪数', value: '35' }] }] });
    expect(page.jobs[0]!.form).toEqual([
      { id: '1', name: 'Bảng', type: 'table', value: '[[{"cell":1}],[{"cell":2}]]', display: '' },
      { id: '', name: '坪数', type: '', value: '35', display: '' },
    ]);
  });

  it('keeps a job with texts that no database stores, and with a value that is nested without end', async () => {
    const form = '[{"id":"1","name":"a\\ud800","value":"\\u0000b"},{"id":"2","name":"Bảng","value":$}]'.replace(
      '$',
      '['.repeat(50_000) + ']'.repeat(50_000),
    );
    const page = await fetched(`{"code":1,"jobs":[{"id":"7\\udc00","name":"Nhà","form":${form}},{"name":"x\\ud800"}]}`);
    expect(page.jobs).toMatchObject([{ id: '7\ufffd', form: [{ name: 'a\ufffd', value: 'b' }, { name: 'Bảng' }] }]);
    expect(page.skipped).toMatchObject([{ name: 'x\ufffd' }]);
    const numbered = await fetched('{"code":1,"jobs":[{"id":12345678901234567890},{"id":"12345678901234567891"}]}');
    expect(
      numbered.jobs.map(({ id }) => id),
      'of a number that is not exact',
    ).toEqual(['12345678901234567891']);
    expect(numbered.skipped.length, 'of a number that is not exact').toBe(1);
  });

  it('puts entries aside that are no job, as long as others are', async () => {
    const page = await fetched({
      code: 1,
      jobs: [{ id: 1, name: 'tốt' }, 'x', { name: 'không id' }, { id: 3, name: 'form lạ', form: 'x' }],
    });
    expect(page.jobs.map((job) => job.id)).toEqual(['1']);
    expect(page.skipped.map(({ external_id, name }) => ({ external_id, name }))).toEqual([
      { external_id: null, name: null },
      { external_id: null, name: 'không id' },
      { external_id: '3', name: 'form lạ' },
    ]);
    expect(page.skipped[2]!.reasons[0]!.reason.vi).toContain('(form)');
  });

  it.each<[string, unknown, string]>([
    ['nothing at all', '', 'invalid_json'],
    ['a number', '7', 'unexpected_shape'],
    ['null', 'null', 'unexpected_shape'],
    ['no code', { jobs: [] }, 'unexpected_shape'],
    ['jobs that are no list', { code: 1, jobs: 'none' }, 'unexpected_shape'],
    ['jobs missing', { code: 1, jobs: null }, 'unexpected_shape'],
    ['not one readable job', { code: 1, jobs: [1, 2] }, 'unexpected_shape'],
    ['a refusal without a message', { code: 0 }, 'refused'],
  ])('is refused with %s', async (_, answer, code) => {
    expect((await failure(fetched(answer, 'application/json'))).code).toBe(code);
  });

  it('says how long to wait where the server does', async () => {
    body = 'slow down';
    status = 429;
    headers = { 'retry-after': '17' };
    const error = await failure(source({ BASE_VN_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }).fetchPage(request()));
    expect(error).toMatchObject({ code: 'http_status', retryable: true, retryAfter: 17 });
  });
});
