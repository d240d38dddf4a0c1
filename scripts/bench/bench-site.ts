import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '@libsql/client/http';
import { ADMIN } from '../../worker/contracts/roles.ts';
import { migrate } from '../migrate.ts';
import { buildWhenStale } from '../run/build-cache.ts';
import { buildWorker } from '../run/bundle.ts';
import { serveSite } from '../run/site.ts';
import { type Sqld, startSqld } from '../run/sqld.ts';
import { addDirects } from '../seed/add-directs.ts';
import { seedDemo } from '../seed.ts';
import { Office } from './office.ts';

export interface BenchSite {
  url: URL;
  sqld: Sqld;
  client: Client;
  office: Office;
  /** Headers of the demo's Admin; good for ten minutes. */
  signIn(): Promise<Record<string, string>>;
  /** A call of the Admin; an answer that is no success ends the bench. */
  // biome-ignore lint/suspicious/noExplicitAny: a bench reads answers of every shape
  ask(method: string, path: string, body?: object): Promise<any>;
  /** What is at that path, a calculation or an import, once it has ended; asked for every `pollMs` and each time shown to `see`. */
  // biome-ignore lint/suspicious/noExplicitAny: a bench reads answers of every shape
  untilFinished(path: string, pollMs?: number, see?: (run: { status: string }) => void): Promise<any>;
  runCron(cron: string): Promise<string>;
  files(): Promise<R2Bucket>;
  close(): Promise<void>;
}

const ROOT = join(import.meta.dirname, '../..');
/** Signs the access tokens of a bench's people. */
const SECRET = 'a-secret-of-the-bench-0123456789abcdef0123456789';

interface BenchOptions {
  directs: number;
  /** Over which the directs lie, up to June 2026; two unless it says otherwise. */
  years?: number;
  heapMb?: number;
  /** Folder of the built web app; without it no page is served. */
  web?: string;
  /** Settings of the Worker beside the usual ones. */
  vars?: Record<string, string>;
  /** Address by which the Worker reaches the database server: of something between them. */
  between?: (serverUrl: string) => Promise<string>;
  inspectorPort?: number;
  /** Takes each line that the Worker logs. */
  onLine?: (line: string) => void;
  /** What is put into the database on a running site; made once, then kept in dist under this name. */
  prepared?: { name: string; prepare: (site: BenchSite) => Promise<void> };
}

/** The product on free ports with the demo's company and this many directs more, its Worker with a script heap of `heapMb`. */
export async function openBenchSite(options: BenchOptions): Promise<BenchSite> {
  const filled = await makeFilledDatabase(options.directs, options.years);
  return serveDatabase(options.prepared ? await makePreparedDatabase(filled, options) : filled, options);
}

/** A database server of its own for an opponent, with a copy of the same directs and so many connections. */
export async function openBenchDatabase(directs: number, maxConnections: number): Promise<{ sqld: Sqld; close(): Promise<void> }> {
  const { sqld, close } = await serveCopy(await makeFilledDatabase(directs), maxConnections);
  return { sqld, close: () => close(sqld.kill) };
}

/** A database server over a copy of that folder; `close` ends it as told, keeps the copy in `target` where one is given, and removes it. */
async function serveCopy(database: string, maxConnections?: number) {
  const folder = await mkdtemp(join(tmpdir(), 'tensu-bench-'));
  const dbPath = join(folder, 'db');
  await cp(database, dbPath, { recursive: true });
  const sqld = await startSqld({ dbPath, onSpawn: killOnExit, ...(maxConnections && { maxConnections }) });
  const close = async (endServer: () => Promise<void>, target?: string) => {
    await endServer();
    if (target) await cp(dbPath, target, { recursive: true });
    await rm(folder, { recursive: true, force: true });
  };
  return { folder, sqld, close };
}

interface ServedDatabase extends BenchSite {
  /** Ends the site and moves its database to that folder. */
  closeInto(dbPath: string): Promise<void>;
}

async function serveDatabase(
  database: string,
  { heapMb, web, vars = {}, between, inspectorPort, onLine }: BenchOptions,
): Promise<ServedDatabase> {
  const { folder, sqld, close: closeCopy } = await serveCopy(database);
  const client = createClient({ url: sqld.url, fetch: fetchUncompressed });
  await migrate(client);
  const site = await serveSite({
    worker: await buildWorker(),
    web: web ?? folder,
    host: '127.0.0.1',
    port: 0,
    vars: {
      LIBSQL_URL: between ? await between(sqld.url) : sqld.url,
      LIBSQL_AUTH_TOKEN: '',
      JWT_SECRET: SECRET,
      CLIENT_IP_HEADER: 'none',
      CALLS_PER_MINUTE: '1000000',
      ...vars,
    },
    ...(heapMb && { heapMb }),
    ...(inspectorPort && { inspectorPort }),
    onLog: (level, message) => (level === 'info' ? onLine?.(message) : console.info(level, message)),
  });
  const close = async (endServer: () => Promise<void>, target?: string) => {
    await site.stop();
    client.close();
    await closeCopy(endServer, target);
  };
  const office = new Office(() => site.url, client, SECRET);
  const [admin] = await office.people(ADMIN, 1);
  const ask: BenchSite['ask'] = async (method, path, body) => {
    const answer = await office.call(admin!, method, path, body);
    if (answer.status === 0 || answer.status > 202) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const untilFinished: BenchSite['untilFinished'] = async (path, pollMs = 100, see) => {
    for (;;) {
      const run = await ask('GET', path);
      see?.(run);
      if (run.status === 'failed') throw new Error(`${path} failed: ${run.message}`);
      if (run.finished_at) return run;
      await sleep(pollMs);
    }
  };
  return {
    url: site.url,
    sqld,
    client,
    office,
    signIn: () => admin!.headers(),
    ask,
    untilFinished,
    runCron: site.runCron,
    files: site.files,
    close: () => close(sqld.kill),
    closeInto: (target) => close(sqld.stop, target),
  };
}

/** Folder of a stopped database server in which `prepare` has been at work. */
async function makePreparedDatabase(filled: string, options: BenchOptions): Promise<string> {
  const { name, prepare } = options.prepared!;
  const dbPath = join(ROOT, 'dist/bench', name);
  const inputs = ['migrations', 'scripts/seed', 'scripts/seed.ts', 'scripts/bench/fill-month.ts'].map((path) => join(ROOT, path));
  await buildWhenStale(dbPath, `${dbPath}.stamp`, inputs, async () => {
    await rm(dbPath, { recursive: true, force: true });
    const site = await serveDatabase(filled, options);
    await prepare(site);
    await site.closeInto(dbPath);
  });
  return dbPath;
}

/** The database server leads a process group of its own, which a Ctrl-C in the terminal does not reach. */
function killOnExit(pid: number): void {
  process.once('exit', () => {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
}

/** Requests uncompressed responses, as the Worker does. */
function fetchUncompressed(request: Request): Promise<Response> {
  request.headers.set('accept-encoding', 'identity');
  return fetch(request);
}

/** Folder of a stopped database server with that many directs; made once, then kept in dist. */
async function makeFilledDatabase(directs: number, years = 2): Promise<string> {
  const dbPath = join(ROOT, 'dist/bench', `directs-${directs}-${years}`);
  const inputs = ['migrations', 'scripts/seed', 'scripts/seed.ts'].map((path) => join(ROOT, path));
  await buildWhenStale(dbPath, `${dbPath}.stamp`, inputs, async () => {
    console.info(`Making a database of ${directs.toLocaleString('en')} directs ...`);
    await rm(dbPath, { recursive: true, force: true });
    const sqld = await startSqld({ dbPath, onSpawn: killOnExit });
    const client = createClient({ url: sqld.url, fetch: (request: Request) => fetch(request) });
    try {
      await migrate(client);
      await seedDemo(client, { today: '2026-06-15' });
      if (directs > 0) {
        await addDirects(client, { count: directs, first: `${2026 - years}-07-01`, last: '2026-06-30', today: '2026-06-15', seed: 7 });
      }
    } finally {
      client.close();
      await sqld.stop();
    }
  });
  return dbPath;
}
