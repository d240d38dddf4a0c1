import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, inject } from 'vitest';
import { emptyTrace } from '../../worker/calculation/engine/explain.ts';
import type { PublishedTrace } from '../../worker/contracts/calls/explanation.ts';
import { launchChromium, openPage, type WatchedPage } from './chromium.ts';

const ORIGIN = 'http://localhost';
const API = '/api/v1/';
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export type Row = Record<string, unknown> & { id: number };

interface Answer {
  status?: number;
  json?: unknown;
  /** The connection breaks off: no answer comes. */
  lost?: boolean;
}

/** One call of the API as the page made it. */
export interface Call {
  method: string;
  /** Below the API's root, without the query. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

export interface StubbedApp extends WatchedPage {
  calls: Call[];
  /** The calls of a method and path so far. */
  callsOf(method: string, path: string): Call[];
  /** Answers a call from now on, before the rows below are looked at; undefined leaves it to them. */
  answer(method: string, path: string, answer: (call: Call) => Answer | undefined | Promise<Answer | undefined>): void;
  /** Opens an address and waits for its heading. */
  go(path: string): Promise<void>;
}

interface StubOptions {
  role?: 'Admin' | 'Writer' | 'Checked' | 'Viewer';
  /** By entity, the rows that its list and its single reads answer with. */
  rows?: Record<string, Row[]>;
  width?: number;
  /** A device that is pressed with a finger. */
  touch?: boolean;
}

/** The browser of a test file: started for its first page, closed after its last test. */
let browser: Promise<Browser> | undefined;
afterAll(async () => (await browser)?.close());

/** The built web app in a browser, over an API that this test answers itself: no Worker, no database, no server. */
export async function openStubbedApp(options: StubOptions = {}): Promise<StubbedApp> {
  const { role = 'Admin', rows = {}, width = 1440, touch = false } = options;
  const viewport = { width, height: 900 };
  browser ??= launchChromium();
  const watched = await openPage(await browser, { baseURL: ORIGIN, viewport, hasTouch: touch, isMobile: touch, reducedMotion: 'reduce' });
  const { page } = watched;
  page.setDefaultTimeout(15_000);
  const calls: Call[] = [];
  const answers: { method: string; path: string; answer: (call: Call) => Answer | undefined | Promise<Answer | undefined> }[] = [];
  await watched.context.addInitScript(() => localStorage.setItem('tensu.session', '1'));
  await page.route(`${ORIGIN}/**`, async (route) => {
    const url = new URL(route.request().url());
    if (!url.pathname.startsWith(API)) return route.fulfill(await staticFile(url.pathname));
    const call = readCall(route.request(), url);
    calls.push(call);
    const own = answers.findLast(({ method, path }) => method === call.method && path === call.path);
    const { status = 200, json = {}, lost = false } = (await own?.answer(call)) ?? defaultAnswer(call, rows, role);
    return lost ? route.abort('connectionreset') : route.fulfill({ status, json });
  });
  return {
    ...watched,
    calls,
    callsOf: (method, path) => calls.filter((call) => call.method === method && call.path === path),
    answer: (method, path, answer) => void answers.push({ method, path, answer }),
    go: async (path) => {
      await page.goto(path);
      await page.locator('main h1').waitFor();
    },
  };
}

/** So many customers, each with the first category of work. */
export function customerRows(count: number): Row[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    code: `C${index + 1}`,
    name: `Khách hàng ${index + 1}`,
    work_category: [1],
    is_updated: 0,
    version: 1,
  }));
}

/** The focused element's label, for a message that tells where the focus went. */
export function focusedLabel(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');
}

async function staticFile(path: string) {
  const file = path === '/' || extname(path) === '' ? '/index.html' : path;
  const body = await readFile(join(inject('webFolder'), file)).catch(() => null);
  return body === null ? { status: 404 } : { status: 200, body, contentType: TYPES[extname(file)] ?? 'application/octet-stream' };
}

function readCall(request: Request, url: URL): Call {
  const path = decodeURIComponent(url.pathname.slice(API.length));
  const body = (request.postDataJSON() ?? {}) as Record<string, unknown>;
  return { method: request.method(), path, query: url.searchParams, headers: request.headers(), body };
}

function defaultAnswer({ method, path, query }: Call, rows: Record<string, Row[]>, role: string): Answer {
  if (path === 'auth/refresh-tokens') return { json: { data: { accessToken: 'token' } } };
  if (path === 'me')
    return { json: { data: { id: 1, username: 'stub', name: 'Stub', roles: [{ id: 1, name: role }], department_group: [] } } };
  if (path === 'me/preferences') return { json: { data: {} } };
  if (path === 'locked_months') return { json: { data: [] } };
  if (path === 'directs/points') return { json: { directs: 0, design_points: 0, check_points: 0, total: 0, unassigned: 0 } };
  const [entity = '', id, part] = path.split('/');
  if (entity === 'directs' && part === 'calculation') return { json: traceWithoutStandard(Number(id)) };
  const all = rows[entity] ?? (id === undefined ? [] : undefined);
  if (method !== 'GET' || !all) return { status: 404, json: { code: 'not_found', message: `No answer for ${method} ${path}` } };
  if (id !== undefined) {
    const row = all.find((each) => each.id === Number(id));
    return row ? { json: { data: row } } : { status: 404, json: { code: 'not_found', message: 'Không có bản ghi' } };
  }
  const ids = query.get('id')?.split(',').map(Number);
  const chosen = ids ? all.filter((row) => ids.includes(row.id)) : all;
  const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 10)];
  const data = chosen.slice((page - 1) * limit, page * limit);
  const from = data.length > 0 ? (page - 1) * limit + 1 : null;
  return { json: { data, total: chosen.length, per_page: limit, current_page: page, from, to: from && from + data.length - 1 } };
}

/** The explanation of a job that no standard covers. */
function traceWithoutStandard(directId: number): PublishedTrace {
  return {
    ...emptyTrace(directId),
    ...{ rules: null, rules_problem: null, adjusted: null, now: null },
    stored: { result_design_point: null, result_check_point: null },
  };
}
