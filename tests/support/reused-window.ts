import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { onTestFinished, TestRunner } from 'vitest';
import { launchChromium, openPage, type WatchedPage } from './chromium.ts';
import { closeAtEnd } from './file-end.ts';
import { MAX_WAIT_MS } from './limits.ts';

export interface Reply {
  status: number;
  body: string | Buffer;
  contentType: string;
  headers?: Record<string, string>;
  /** The time that the browser may keep it. */
  maxAge?: number;
}

/** Null breaks the connection off. */
type Respond = (request: IncomingMessage, url: URL) => Promise<Reply | null>;

interface Window extends WatchedPage {
  touch: boolean;
  respond: Respond;
  /** Something was done to it that can't be taken back, such as a clock of its own. */
  spent: boolean;
}

/** An address of every window's site that runs no code. */
const EMPTY_PAGE = '/empty';
/** What changes a page or its context for good. */
const LASTING = ['addInitScript', 'clock', 'exposeBinding', 'exposeFunction', 'newCDPSession', 'newPage', 'setOffline'] as const;

/** A test file's connection to the browser: made for its first window, closed after its last one. */
let browser: Promise<Browser> | undefined;
/** This file's windows that no test has open. */
const left: Window[] = [];

/**
 * A window on a site that this function answers, until the test has ended, or the file where no test runs. A window that an earlier test of the file left is
 * taken again: it has kept nothing but the compiled code, and a load in it costs a third of one in a new window.
 */
export async function openWindow(touch: boolean, respond: Respond): Promise<WatchedPage> {
  const index = left.findIndex((one) => one.touch === touch);
  const window = left.splice(index, index < 0 ? 0 : 1)[0] ?? (await makeWindow(touch));
  window.respond = respond;
  if (TestRunner.getCurrentTest()) onTestFinished(({ task }) => leave(window, task.result?.state === 'fail'));
  return window;
}

async function leave(window: Window, failed: boolean): Promise<void> {
  const { page, context } = window;
  if (failed || window.spent) return window.close();
  await page.goto(EMPTY_PAGE);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await Promise.all([
    context.clearCookies(),
    page.unrouteAll(),
    page.mouse.move(-1, -1),
    page.emulateMedia({ media: null, colorScheme: null, forcedColors: null, contrast: null, reducedMotion: 'reduce' }),
  ]);
  // Between two sites: no step back leads from a test into the one before it.
  await page.goto('about:blank');
  left.push(window);
  window.check();
}

async function makeWindow(touch: boolean): Promise<Window> {
  browser ??= connectBrowser();
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url!, 'http://localhost');
    const answer = url.pathname === EMPTY_PAGE ? { status: 200, body: '', contentType: 'text/html' } : await window.respond(request, url);
    // The browser repeats by itself what a closed connection left open, but not what was answered with something that is no HTTP.
    if (!answer) return request.socket.end('broken off');
    const { status, body, contentType, headers = {}, maxAge = 0 }: Reply = answer;
    response.writeHead(status, { ...headers, 'content-type': contentType, 'cache-control': `max-age=${maxAge}` }).end(body);
  });
  await once(server.listen(0, 'localhost'), 'listening');
  const baseURL = `http://localhost:${(server.address() as AddressInfo).port}`;
  const watched = await openPage(await browser, { baseURL, hasTouch: touch, isMobile: touch, reducedMotion: 'reduce' });
  watched.page.setDefaultTimeout(MAX_WAIT_MS);
  await watched.context.addInitScript(() => location.protocol === 'http:' && localStorage.setItem('tensu.session', '1'));
  const close = closeAtEnd(() => watched.close().finally(() => server.close().closeAllConnections()));
  const window: Window = { ...watched, close, touch, respond: async () => null, spent: false };
  for (const owner of [watched.page, watched.context]) noteLastingChanges(owner, () => (window.spent = true));
  return window;
}

function noteLastingChanges(owner: object, note: () => void): void {
  for (const name of LASTING) {
    if (!(name in owner)) continue;
    const value: unknown = Reflect.get(owner, name, owner);
    const get = () => {
      note();
      return typeof value === 'function' ? value.bind(owner) : value;
    };
    Object.defineProperty(owner, name, { get, configurable: true });
  }
}

function connectBrowser(): Promise<Browser> {
  const connection = launchChromium();
  closeAtEnd(async () => {
    browser = undefined;
    left.length = 0;
    await (await connection).close();
  });
  return connection;
}
