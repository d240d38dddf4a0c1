import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Stack, startStack } from '../support/stack.ts';

let stack: Stack;
let web: string;

beforeAll(async () => {
  web = await mkdtemp(join(tmpdir(), 'tensu-web-'));
  await cp(join(import.meta.dirname, '../../web/public'), web, { recursive: true });
  await mkdir(join(web, 'assets'), { recursive: true });
  await writeFile(join(web, 'index.html'), '<!doctype html><title>the app</title>');
  await writeFile(join(web, 'assets/index-C0ffee12.js'), 'export {};');
  stack = await startStack({ web });
});

afterAll(async () => {
  await stack?.close();
  await rm(web, { recursive: true, force: true });
});

it.each(['/healthz', '/api/v1/healthz'])('answers for the Worker and its database on %s', async (path) => {
  const answer = await stack.fetch(path);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ status: 'ok', database: 'ok' });
});

it('hands calls below /api to the Worker', async () => {
  const answer = await stack.fetch('/api/v1/users');
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ code: 'unauthorized' });
});

it('hands over exactly what the routes of the Pages project name, and shows nobody its script', async () => {
  const { include } = JSON.parse(await readFile(join(web, '_routes.json'), 'utf8')) as { include: string[] };
  expect(include).toEqual(['/api', '/api/*', '/healthz']);
  for (const path of include.map((pattern) => pattern.replace('*', 'v1/none'))) {
    const answer = await stack.fetch(path);
    expect(answer.headers.get('content-type'), path).toContain('application/json');
  }
  for (const path of ['/apis', '/healthz/more', '/_worker.js', '/_headers']) {
    expect(await (await stack.fetch(path)).text(), path).toContain('the app');
  }
});

it('answers every page of the app with index.html, never from a cache without asking', async () => {
  for (const path of ['/', '/directs', '/directs/12/view', '/favicon.svg/below-a-file']) {
    const answer = await stack.fetch(path);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('the app');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  }
});

it('lets browsers keep built files for good, and never a missing one', async () => {
  const built = await stack.fetch('/assets/index-C0ffee12.js');
  expect(built.status).toBe(200);
  expect(built.headers.get('content-type')).toContain('javascript');
  expect(built.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');

  const missing = await stack.fetch('/assets/index-0ldDep10.js');
  expect(missing.status).toBe(404);
  expect(missing.headers.get('cache-control')).toBe('no-store');
  expect(await missing.text()).not.toContain('the app');
});

it('sends strict security headers with every page, and opens nothing to other origins', async () => {
  const { headers } = await stack.fetch('/login', { headers: { origin: 'https://elsewhere.example' } });
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe-(inline|eval)|\*/);
  expect(headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('same-origin');
  expect(headers.get('permissions-policy')).toContain('camera=()');
  expect(headers.get('access-control-allow-origin')).toBeNull();
});

it('goes on after a method or header that its file server cannot read', async () => {
  const send = (method: string, headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = request(new URL('/', stack.url), { method, headers }, (answer) => resolve(answer.resume().statusCode));
      asked.on('error', reject).end();
    });
  for (const method of ['TRACE', 'POST', 'PROPFIND']) expect(await send(method, {}), method).toBe(405);
  expect(await send('GET', { 'mf-custom-node-service': 'x' })).toBe(200);
  expect((await stack.fetch('/')).status).toBe(200);
});

it('does not expose the handlers of crons on its port', async () => {
  for (const path of ['/cdn-cgi/handler/scheduled', '/cdn-cgi/local/scheduled', '/cdn-cgi/mf/scheduled', '/__scheduled']) {
    const answer = await stack.fetch(`${path}?cron=*/15+*+*+*+*`);
    expect(await answer.text()).toContain('the app');
  }
});

it('serves again after the database server was killed and restarted', async () => {
  await stack.sqld.kill9();
  const down = await stack.fetch('/healthz');
  expect(down.status).toBe(503);
  await down.body?.cancel();
  await stack.sqld.start();
  await expect.poll(async () => (await stack.fetch('/healthz')).status).toBe(200);
});
