import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildWeb, buildWorker } from '../../scripts/run/bundle.ts';
import { freePort } from '../../scripts/run/ports.ts';
import { readSettings } from '../../scripts/run/settings.ts';
import { MAX_WAIT_MS } from '../support/limits.ts';

const ROOT = join(import.meta.dirname, '../..');

interface Instance {
  child: ChildProcess;
  url: string;
  dataDir: string;
  output: () => string;
  /** Processes that belong to the instance, by their command lines and their parents. */
  processes: () => string[];
}

let folder: string;
const instances: Instance[] = [];
/** Two instances side by side, which the tests go on with as the one before left them. */
let [first, second]: Instance[] = [];

beforeAll(async () => {
  await buildWorker();
  await buildWeb();
  folder = await mkdtemp(join(tmpdir(), 'tensu-start-'));
  [first, second] = await Promise.all([start('a'), start('b')]);
  await Promise.all([ready(first), ready(second)]);
});

afterAll(async () => {
  for (const { child } of instances) if (child.exitCode === null) child.kill('SIGKILL');
  for (const { processes } of instances) await vi.waitFor(() => expect(processes()).toEqual([]), MAX_WAIT_MS);
  await rm(folder, { recursive: true, force: true });
});

it('serves two instances side by side', async () => {
  for (const { url } of [first!, second!]) {
    expect(await (await fetch(`${url}/healthz`)).json()).toMatchObject({ status: 'ok', database: 'ok' });
    expect((await fetch(url)).headers.get('content-type')).toContain('text/html');
  }
  expect(first!.processes().join('\n')).toMatch(/sqld(.|\n)*workerd|workerd(.|\n)*sqld/);
});

it('says how to sign in to an empty database, with a link to the port it runs on', async () => {
  const instance = first!;
  const link = () => new RegExp(`^${instance.url}/reset-password\\?token=([\\w-]{43})$`, 'm').exec(instance.output())?.[1];
  await expect.poll(link).toBeTruthy();
  const isGood = async () => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${instance.url}/api/v1/reset-password/check`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ token: link() }),
    });
    return answer.status === 200;
  };
  expect(await isGood()).toBe(true);
  const { PORT: _, ...env } = process.env;
  const output = execFileSync(process.execPath, [join(ROOT, 'scripts/create-admin.ts'), '--username', 'quan-tri'], {
    env: { ...env, DATA_DIR: instance.dataDir },
    encoding: 'utf8',
  });
  expect(output).toContain(`${instance.url}/`);
  expect(await isGood(), 'the link of the start is void').toBe(false);
});

it('refuses connections to its database without its own token', async () => {
  const address = (await readFile(join(first!.dataDir, 'database-url'), 'utf8')).trim();
  const ask = (headers: Record<string, string>) => fetch(`${address}/dump`, { headers });
  expect((await ask({})).status).toBe(401);
  expect((await ask({ authorization: 'Bearer eyJhbGciOiJFZERTQSJ9.e30.AAAA' })).status).toBe(401);
  expect((await stat(join(first!.dataDir, 'database-key'))).mode & 0o777).toBe(0o600);
  const { token } = JSON.parse(await readFile(join(first!.dataDir, 'database-key'), 'utf8'));
  expect((await ask({ authorization: `Bearer ${token}` })).status).toBe(200);
});

it('says in one sentence that the port or the data folder is taken', async () => {
  const { port } = new URL(first!.url);
  const [samePort, sameFolder] = await Promise.all([start('c', Number(port)), start('a')]);
  const exits = await Promise.all([samePort, sameFolder].map(({ child }) => once(child, 'exit')));
  expect(exits.map(([code]) => code)).toEqual([1, 1]);
  expect(samePort.output().trim()).toBe(`Port ${port} is in use. Stop what uses it, or set PORT to another one.`);
  expect(sameFolder.output().trim()).toMatch(/^Another instance uses the data folder .*\.$/);
  expect(await healthy(first!.url)).toBe(true);
});

it('ends one request only where the server beside the runtime cannot read it', async () => {
  const running = second!.processes();
  const [, port] = /loopback=127\.0\.0\.1:(\d+)/.exec(running.join('\n'))!;
  const socket = connect(Number(port)).on('error', () => undefined);
  socket.write('GET // HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => readFile(join(second!.dataDir, 'logs/site.log'), 'utf8')).toContain('Invalid URL');
  socket.destroy();
  expect(second!.processes()).toEqual(running);
  expect((await fetch(`${second!.url}/healthz`)).status).toBe(200);
});

it('brings the database server and the runtime back when they die', async () => {
  for (const name of ['sqld', 'workerd']) {
    const line = second!.processes().find((process) => process.includes(`/${name} `));
    process.kill(Number(line?.split(' ')[0]), 'SIGKILL');
    await expect.poll(() => healthy(second!.url)).toBe(true);
    expect(second!.processes()).not.toContain(line);
  }
});

it('restarts a runtime that no longer answers, within a minute', async () => {
  const line = second!.processes().find((process) => process.includes('/workerd '));
  process.kill(Number(line?.split(' ')[0]), 'SIGSTOP');
  await expect.poll(() => second!.output(), { timeout: 60_000 }).toContain('The site no longer answers');
  await expect.poll(() => healthy(second!.url), { timeout: 60_000 }).toBe(true);
  expect(second!.processes()).not.toContain(line);
});

it('leaves no processes even when it is killed, and starts again with its data', async () => {
  const secret = await readFile(join(first!.dataDir, 'jwt-secret'), 'utf8');
  await end(first!, 'SIGKILL');
  await expect.poll(first!.processes).toEqual([]);
  expect((await fetch(`${second!.url}/healthz`)).status).toBe(200);

  const again = await start('a');
  await ready(again);
  expect(again.output()).not.toContain('Migrated');
  expect(await readFile(join(again.dataDir, 'jwt-secret'), 'utf8')).toBe(secret);
  expect((await stat(join(again.dataDir, 'jwt-secret'))).mode & 0o777).toBe(0o600);
  expect(again.processes().join('\n')).not.toContain(secret);
  for (const name of await readdir(join(again.dataDir, 'logs'))) {
    expect(await readFile(join(again.dataDir, 'logs', name), 'utf8')).not.toContain(secret);
  }
  for (const [instance, signal] of [
    [again, 'SIGTERM'],
    [second!, 'SIGINT'],
  ] as const) {
    expect(await end(instance, signal)).toBe(0);
    await expect.poll(instance.processes).toEqual([]);
  }
});

it('refuses the demo accounts on an address that other machines reach, unless it is said twice', () => {
  const settings = { DATA_DIR: join(folder, 'a'), HOST: '0.0.0.0' };
  expect(() => readSettings(settings)).toThrow('Set SEED=none, or ALLOW_DEMO_ON_NETWORK=1 as well.');
  expect(readSettings({ ...settings, ALLOW_DEMO_ON_NETWORK: '1' }).seed).toBe('demo');
  expect(readSettings({ ...settings, SEED: 'none' }).seed).toBe('none');
  expect(readSettings({ ...settings, HOST: '127.0.0.1' }).seed).toBe('demo');
});

async function start(name: string, wantedPort?: number): Promise<Instance> {
  const port = wantedPort ?? (await freePort());
  const dataDir = join(folder, name);
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, SEED: 'none', npm_lifecycle_event: '' };
  const child = spawn(process.execPath, [join(ROOT, 'scripts/bootstrap.mjs'), 'start'], {
    env,
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const known = new Set<number>();
  const instance = {
    child,
    url: `http://localhost:${port}`,
    dataDir,
    output: () => output,
    processes: () => descendants(child.pid as number, known),
  };
  instances.push(instance);
  return instance;
}

async function ready({ child, url, output }: Instance): Promise<void> {
  const ended = once(child, 'exit').then(() => {
    throw new Error(`it ended: ${output()}`);
  });
  await Promise.race([ended, vi.waitFor(() => expect(output()).toContain(`ready ${url}`), MAX_WAIT_MS)]);
}

async function end({ child, processes }: Instance, signal: NodeJS.Signals): Promise<number | null> {
  processes();
  const exited = once(child, 'exit');
  child.kill(signal);
  return (await exited)[0] as number | null;
}

async function healthy(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    (answer) => answer.ok,
    () => false,
  );
}

/** Living descendants, also those seen earlier whose parent is gone by now. */
function descendants(root: number, known: Set<number>): string[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, pid, ppid, state, args]) => ({ pid: Number(pid), ppid: Number(ppid), state: state ?? '', args: args ?? '' }))
    .filter(({ state }) => !state.startsWith('Z'));
  known.add(root);
  for (let size = 0; size !== known.size; ) {
    size = known.size;
    for (const { pid, ppid } of rows) if (known.has(ppid)) known.add(pid);
  }
  return rows.filter(({ pid, args }) => known.has(pid) && !args.startsWith('ps ')).map(({ pid, args }) => `${pid} ${args}`);
}
