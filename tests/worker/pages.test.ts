import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { freePort } from '../../scripts/run/ports.ts';
import { toolEnvironment } from '../../scripts/run/tool-environment.ts';

/** The Pages project as the installed wrangler serves it, with `_headers`, `_routes.json` and `_worker.js` read its way; a Worker that tells what it gets. */
const ROOT = join(import.meta.dirname, '../..');
const API =
  'export default { fetch: async (request) => Response.json({ method: request.method, url: request.url, body: await request.text() }) };';
let folder: string;
let url: string;
let pages: ChildProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tensu-pages-'));
  const [site, api] = [join(folder, 'pages'), join(folder, 'api')];
  await Promise.all([mkdir(join(site, 'dist/assets'), { recursive: true }), mkdir(api)]);
  await cp(join(ROOT, 'web/public'), join(site, 'dist'), { recursive: true });
  await cp(join(ROOT, 'web/wrangler.toml'), join(site, 'wrangler.toml'));
  await writeFile(join(site, 'dist/index.html'), '<!doctype html><title>the app</title>');
  await writeFile(join(site, 'dist/assets/index-C0ffee12.js'), 'export {};');
  await writeFile(join(api, 'wrangler.toml'), 'name = "tensu-api"\nmain = "index.js"\ncompatibility_date = "2026-11-01"\n');
  await writeFile(join(api, 'index.js'), API);
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const args = ['pages', 'dev', '-c', 'wrangler.toml', '-c', '../api/wrangler.toml', '--ip', '127.0.0.1', '--port', String(port)];
  // What it keeps of itself stays in the folder, and a group of its own ends with all that it started.
  const env = { ...toolEnvironment(), HOME: folder, XDG_CONFIG_HOME: folder, CLOUDFLARE_CF_FETCH_ENABLED: 'false' };
  pages = spawn(join(ROOT, 'node_modules/.bin/wrangler'), args, { cwd: site, env, detached: true, stdio: 'ignore' });
  await vi.waitFor(() => fetch(url), { timeout: 60_000, interval: 250 });
});

afterAll(async () => {
  const ended = new Promise((resolve) => pages.once('exit', resolve));
  if (pages.exitCode === null && process.kill(-pages.pid!, 'SIGKILL')) await ended;
  await rm(folder, { recursive: true, force: true });
});

it('hands calls to the Worker as they came, and nothing else', async () => {
  const answer = await fetch(`${url}/api/v1/directs?page=2`, { method: 'POST', body: 'abc' });
  expect(await answer.json()).toEqual({ method: 'POST', url: `${url}/api/v1/directs?page=2`, body: 'abc' });
  expect(await (await fetch(`${url}/healthz`)).json()).toMatchObject({ method: 'GET' });
  expect(await (await fetch(`${url}/apis`)).text()).toContain('the app');
});

it('answers every page of the app with index.html and strict headers, never from a cache without asking', async () => {
  for (const path of ['/', '/directs', '/directs/12/view']) {
    const { status, headers } = await fetch(url + path);
    expect(status, path).toBe(200);
    expect(headers.get('cache-control'), path).toBe('public, max-age=0, must-revalidate');
    expect(headers.get('content-security-policy'), path).toContain("default-src 'self'");
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('access-control-allow-origin'), path).toBeNull();
  }
});

it('lets browsers keep built files for good, and has no page in place of a missing one', async () => {
  const built = await fetch(`${url}/assets/index-C0ffee12.js`);
  expect(built.headers.get('content-type')).toContain('javascript');
  expect(built.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const missing = await fetch(`${url}/assets/index-0ldDep10.js`);
  expect(missing.status).toBe(404);
  expect(await missing.text()).not.toContain('the app');
});
