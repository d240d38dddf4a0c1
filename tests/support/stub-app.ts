import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { extname, join } from 'node:path';
import { json as readJson } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import type { DirectSums } from '../../worker/contracts/calls/answers/direct-sums.ts';
import type { PublishedTrace } from '../../worker/contracts/calls/answers/explanation.ts';
import { DUE_PARTS } from '../../worker/contracts/calls/directs-due.ts';
import { emptyTrace } from '../../worker/features/calculation/engine/explain.ts';
import { visitInApp, type WatchedPage } from './chromium.ts';
import { openWindow, type Reply } from './reused-window.ts';

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
  headers?: Record<string, string>;
  /** The connection breaks off: no answer comes. */
  lost?: boolean;
}

/** One call of the API as the page made it. */
export interface Call {
  method: string;
  /** Below the API's root, without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
}

export interface StubbedApp extends Omit<WatchedPage, 'close' | 'check'> {
  calls: Call[];
  /** The calls of a method and path so far. */
  callsOf(method: string, path: string): Call[];
  /** Answers a call from now on, before the rows below are looked at; undefined leaves it to them. */
  answer(method: string, path: string, answer: (call: Call) => Answer | undefined | Promise<Answer | undefined>): void;
  /** Opens an address and waits for its heading. */
  go(path: string): Promise<void>;
  /** Goes to another page without the app being loaded again, but for the first. */
  visit(path: string): Promise<void>;
}

interface StubOptions {
  role?: 'Admin' | 'Writer' | 'Checked' | 'Viewer';
  /** By entity, the rows that its list and its single reads answer with. */
  rows?: Record<string, Row[]>;
  width?: number;
  /** A device that is pressed with a finger. */
  touch?: boolean;
}

/**
 * The built web app in a browser, over an API that this test answers itself: no Worker, no database, no server. It is left, and what the browser
 * complained of is a failure, when the test that opened it has ended, or the file where that was no test.
 */
export async function openStubbedApp(options: StubOptions = {}): Promise<StubbedApp> {
  const { role = 'Admin', rows = {}, width = 1440, touch = false } = options;
  const calls: Call[] = [];
  const answers: { method: string; path: string; answer: (call: Call) => Answer | undefined | Promise<Answer | undefined> }[] = [];
  const window = await openWindow(touch, async (request, url) => {
    if (!url.pathname.startsWith(API)) return staticFile(url.pathname);
    const call = await readCall(request, url);
    calls.push(call);
    const own = answers.findLast(({ method, path }) => method === call.method && path === call.path);
    const { status = 200, json = {}, headers = {}, lost = false } = (await own?.answer(call)) ?? defaultAnswer(call, rows, role);
    return lost ? null : { status, body: JSON.stringify(json), contentType: 'application/json', headers };
  });
  const { page } = window;
  await page.setViewportSize({ width, height: 900 });
  const go = async (path: string) => {
    await page.goto(path);
    await page.locator('main h1').waitFor();
  };
  return {
    ...window,
    calls,
    callsOf: (method, path) => calls.filter((call) => call.method === method && call.path === path),
    answer: (method, path, answer) => void answers.push({ method, path, answer }),
    go,
    visit: (path) => (page.url() === 'about:blank' ? go(path) : visitInApp(page, path)),
  };
}

/** Makes this many customers, each with the first category of work. */
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

/** What listens to the whole page, such as what gives the focus back, comes after the page. */
export const listensToPage = (page: Page): Promise<void> => page.locator('html[data-listening]').waitFor();

/** The focused element's label, for a message that tells where the focus went. */
export function focusedLabel(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');
}

async function staticFile(path: string): Promise<Reply> {
  const file = path === '/' || extname(path) === '' ? '/index.html' : path;
  const body = await readFile(join(inject('webFolder'), file)).catch(() => null);
  if (body === null) return { status: 404, body: '', contentType: 'text/plain' };
  const maxAge = file.startsWith('/assets/') ? 3600 : 0;
  return { status: 200, body, contentType: TYPES[extname(file)] ?? 'application/octet-stream', maxAge };
}

async function readCall(request: IncomingMessage, url: URL): Promise<Call> {
  const { method = 'GET', headers } = request;
  const path = decodeURIComponent(url.pathname.slice(API.length));
  const body = headers['content-type']?.includes('json') ? ((await readJson(request)) as Record<string, unknown>) : {};
  return { method, path, query: url.searchParams, headers, body };
}

/** What a job's sums would be: each figure another number. */
export const DIRECT_SUMS: DirectSums = {
  directs: 0,
  design_points: 984.365,
  check_points: 224.915,
  total: 1209.28,
  unassigned: 15.42,
  standard_design_points: 912.5,
  standard_check_points: 203.25,
  design_minutes: 200112,
  check_minutes: 50400,
  tsubo: 31587.97,
  difficulty: 563.2,
};

function defaultAnswer({ method, path, query }: Call, rows: Record<string, Row[]>, role: string): Answer {
  if (path === 'auth/refresh-tokens') return { json: { data: { accessToken: 'token' } } };
  if (path === 'me')
    return { json: { data: { id: 1, username: 'stub', name: 'Stub', roles: [{ id: 1, name: role }], department_group: [] } } };
  if (path === 'me/preferences') return { json: { data: {} } };
  if (path === 'locked_months') return { json: { data: [] } };
  if (path === 'directs/points') return { json: { ...DIRECT_SUMS, directs: rows.directs?.length ?? 0 } };
  if (path === 'directs/due') return { json: Object.fromEntries(Object.keys(DUE_PARTS).map((part) => [part, { total: 0, data: [] }])) };
  if (path === 'directs/preview-points') return { json: { ...emptyTrace(0), direct_id: null } };
  if (path === 'rules/state') return { json: { month: query.get('month'), hash: '', last_run: null } };
  if (path === 'statements/me') return { json: { state: 'open', confirmation: { confirmed_at: null }, review: null } };
  if (path === 'first_steps') return { json: { done: true, steps: [] } };
  if (path === 'rule_cases/results') return { json: { data: [] } };
  if (path === 'rules/reach') return { json: { from: null, until: null, locked: [], months: [] } };
  if (path === 'formulas/try') return { json: { value: 1, substituted: '1', variables: [], steps: [], problem: null, failure: null } };
  const [entity = '', id, part] = path.split('/');
  if (entity === 'directs' && part === 'calculation') return { json: traceWithoutStandard(Number(id)) };
  const all = rows[entity] ?? (id === undefined ? [] : undefined);
  if (method !== 'GET' || !all) return { status: 404, json: { code: 'not_found', message: `No answer for ${method} ${path}` } };
  if (id !== undefined) {
    const row = all.find((each) => each.id === Number(id));
    return row ? { json: { data: row } } : { status: 404, json: { code: 'not_found', message: 'Không có bản ghi' } };
  }
  const ids = (query.get('ids') ?? query.get('id'))?.split(',').map(Number);
  const chosen = ids ? all.filter((row) => ids.includes(row.id)) : all;
  const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 10)];
  const data = chosen.slice((page - 1) * limit, page * limit);
  const from = data.length > 0 ? (page - 1) * limit + 1 : null;
  const envelope = { data, total: chosen.length, per_page: limit, current_page: page, from, to: from && from + data.length - 1 };
  return { json: entity === 'totals' ? { ...envelope, sum: {} } : envelope };
}

/** The explanation of a job that no standard covers. */
function traceWithoutStandard(directId: number): PublishedTrace {
  return {
    ...emptyTrace(directId),
    ...{ rules: null, rules_problem: null, adjusted: null, now: null, kept_points: false },
    stored: { result_design_point: null, result_check_point: null },
  };
}
