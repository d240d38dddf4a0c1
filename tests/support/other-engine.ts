import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { freePort } from '../../scripts/run/ports.ts';
import { MAX_WAIT_MS } from './limits.ts';

/** Keys without a sign, as WebDriver names them. */
export const KEYS = { Enter: '\uE007', Tab: '\uE004', Escape: '\uE00C', ArrowDown: '\uE015', ArrowUp: '\uE013', Control: '\uE009' };

/** One window of a browser, driven by the protocol that its own makers keep. */
export interface Engine {
  open(url: string): Promise<void>;
  /** Runs a function of its own text in the page. */
  evaluate<T, A extends unknown[]>(run: (...args: A) => T | Promise<T>, ...args: A): Promise<T>;
  /** Presses and lets go of these keys one after the other; of a list its first are held meanwhile. */
  press(...keys: (string | string[])[]): Promise<void>;
  /** Moves the pointer there, in CSS px of the window, and presses. */
  click(x: number, y: number): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** The page as a PDF, where the driver can. */
  print?(): Promise<Buffer>;
  close(): Promise<void>;
}

interface EngineKind {
  name: string;
  /** Programs that it needs, each with the package of Debian that has it. */
  needs: Record<string, string>;
  /** The narrowest window that it opens. */
  narrowest: number;
  start(): Promise<Engine>;
}

/** The engines of phones and desks that Chromium is not. */
export const ENGINES: EngineKind[] = [
  { name: 'Firefox', needs: { '/usr/bin/firefox-esr': 'firefox-esr' }, narrowest: 390, start: startFirefox },
  {
    name: 'WebKit',
    needs: { '/usr/bin/WebKitWebDriver': 'webkit2gtk-driver', '/usr/bin/Xvfb': 'xvfb' },
    narrowest: 450,
    start: startWebKit,
  },
];

/** The packages that are missing for an engine. */
export const listMissing = ({ needs }: EngineKind): string[] =>
  Object.keys(needs).flatMap((file) => (existsSync(file) ? [] : needs[file]!));

/** The input that one press, or one pointer, makes: both protocols take it in the same form. */
type Actions = { type: string; id: string; actions: object[] }[];

const stroke = (keys: readonly string[]): object[] => [
  ...keys.map((value) => ({ type: 'keyDown', value })),
  ...keys.toReversed().map((value) => ({ type: 'keyUp', value })),
];

interface Connection {
  open(url: string): Promise<unknown>;
  /** The answer of an expression that is a promise of a text. */
  evaluate(expression: string): Promise<string>;
  perform(actions: Actions): Promise<unknown>;
  resize(width: number, height: number): Promise<unknown>;
  print?(): Promise<string>;
  close(): Promise<void>;
}

function drive(connection: Connection): Engine {
  const { print } = connection;
  return {
    open: async (url) => void (await connection.open(url)),
    evaluate: async (run, ...args) => {
      const call = `Promise.resolve((${run})(...${JSON.stringify(args)})).then((value) => JSON.stringify(value ?? null))`;
      return JSON.parse(await connection.evaluate(call));
    },
    press: async (...keys) => {
      for (const key of keys) await connection.perform([{ type: 'key', id: 'keys', actions: stroke([key].flat()) }]);
    },
    click: async (x, y) => {
      const actions = [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await connection.perform([{ type: 'pointer', id: 'pointer', actions }]);
    },
    resize: async (width, height) => void (await connection.resize(width, height)),
    ...(print && { print: async () => Buffer.from(await print(), 'base64') }),
    close: connection.close,
  };
}

/** Firefox by WebDriver BiDi, which it speaks itself. */
async function startFirefox(): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), 'tensu-firefox-'));
  const args = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile];
  const browser = spawn('/usr/bin/firefox-esr', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let printed = '';
  browser.stderr!.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const address = await vi.waitFor(() => /BiDi listening on (ws:\S+)/.exec(printed)![1]!, MAX_WAIT_MS);
  const socket = new WebSocket(`${address}/session`);
  await new Promise((resolve, reject) => Object.assign(socket, { onopen: resolve, onerror: reject }));
  const waiting: ((answer: { result?: unknown; message?: string }) => void)[] = [];
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(data);
    waiting[answer.id]?.(answer);
  };
  const send = <T>(method: string, params: object): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const id = waiting.push(({ result, message }) => (message ? reject(new Error(`${method}: ${message}`)) : resolve(result as T))) - 1;
    socket.send(JSON.stringify({ id, method, params }));
    return promise;
  };
  await send('session.new', { capabilities: {} });
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const { context } = contexts[0]!;
  return drive({
    open: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    evaluate: async (expression) => {
      const answer = await send<{ result?: { value: string }; exceptionDetails?: { text: string } }>('script.evaluate', {
        ...{ expression, target: { context }, awaitPromise: true },
      });
      if (!answer.result) throw new Error(answer.exceptionDetails?.text);
      return answer.result.value;
    },
    perform: (actions) => send('input.performActions', { context, actions }),
    resize: (width, height) => send('browsingContext.setViewport', { context, viewport: { width, height } }),
    print: async () => (await send<{ data: string }>('browsingContext.print', { context })).data,
    close: async () => {
      await end(browser);
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  });
}

/** WebKit, as GNOME builds it, by the driver that comes with it, on a screen that nobody sees. */
async function startWebKit(): Promise<Engine> {
  const screen = spawn('/usr/bin/Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = await new Promise<string>((resolve) => screen.stdio[3]!.once('data', (text: Buffer) => resolve(`:${text}`.trim())));
  const port = await freePort();
  const driver = spawn('/usr/bin/WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env: { ...process.env, DISPLAY: display } });
  const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await answer.json()) as { value: T & { message?: string } };
    if (!answer.ok) throw new Error(`${path}: ${value.message}`);
    return value;
  };
  const { sessionId } = await vi.waitFor(
    () => send<{ sessionId: string }>('POST', '/session', { capabilities: { alwaysMatch: {} } }),
    MAX_WAIT_MS,
  );
  const post = <T = string>(path: string, body: object) => send<T>('POST', `/session/${sessionId}/${path}`, body);
  const evaluate = (expression: string) => post('execute/sync', { script: `return ${expression}`, args: [] });
  return drive({
    open: (url) => post('url', { url }),
    evaluate,
    perform: (actions) => post('actions', { actions }),
    resize: async (width, height) => {
      await post('window/rect', { width, height });
      // A window has edges of its own around the page.
      const inner = JSON.parse(await evaluate('JSON.stringify([innerWidth, innerHeight])'));
      await post('window/rect', { width: 2 * width - inner[0], height: 2 * height - inner[1] });
    },
    close: async () => {
      await send('DELETE', `/session/${sessionId}`);
      await Promise.all([end(driver), end(screen)]);
    },
  });
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill();
  });
}
