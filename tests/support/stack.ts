import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@libsql/client';
import { inject } from 'vitest';
import { type QueueOutcome, type Site, serveSite } from '../../scripts/run/site.ts';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
import { shiftClockScript } from './site-clock.ts';
import { startTestSqld, type TestSqld } from './sqld.ts';

export interface StackOptions {
  /** Over the vars of wrangler.toml and the test's own. */
  vars?: Record<string, string>;
  /** Serve the built web app (browser tests), or the pages of a folder; otherwise every page is a 404. */
  web?: boolean | string;
  /** Heap of the Worker; 96 MB leaves what a deployment's limit of 128 leaves for everything else. */
  heapMb?: number;
  /** Where the Worker's isolate can be looked into. */
  inspectorPort?: number;
  /** Starts without any table, for `prepare` to make them. */
  empty?: boolean;
  /** Runs against the migrated database before the Worker starts, to put rows in. */
  prepare?: (client: Client) => Promise<void>;
  /** Starts with the demo company in the database. */
  demo?: boolean;
  /** Its database server is set up for several Workers. */
  hasManyWriters?: boolean;
  /** Added to the Worker's clock. */
  clockShiftMs?: number;
  /** Another Worker on the database and the files of this one, with a queue of its own; closed before it. */
  beside?: Stack;
}

export interface Stack {
  /** Origin of the site, without a slash at the end. */
  url: string;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Epoch milliseconds on the Worker's clock. */
  now(): number;
  /** Straight to the database, past the proxy. */
  client: Client;
  sqld: TestSqld;
  /** Between the Worker and the database: counts requests, breaks them. */
  proxy: DatabaseProxy;
  /** Runs the handler of one of wrangler.toml's crons; answers `ok` when it did not throw. */
  dispatchCron(cron: string): Promise<string>;
  /** Puts the message on the job queue, `times` over. */
  send(message: unknown, times?: number): Promise<void>;
  /** Hands messages straight to the consumer and answers what it did with them. */
  deliver(messages: unknown[], queue?: 'tensu-jobs' | 'tensu-jobs-dead', attempts?: number): Promise<QueueOutcome>;
  files(): Promise<R2Bucket>;
  /** The folder of sent mails. */
  tmp: string;
  /** The folder of the files. */
  storage: string;
  /** Lines the Worker logged, `level message`. */
  logs: string[];
  close(): Promise<void>;
}

/** What a test of queued work needs of a site, whether it runs in workerd or in this process. */
export type QueuedSite = Pick<Stack, 'fetch' | 'now' | 'client' | 'dispatchCron' | 'send' | 'deliver' | 'files' | 'close'>;

export const TEST_BACKUP_KEY = 'a-backup-key-of-the-tests-0123456789abcdef';
export const TEST_JWT_SECRET = 'a-secret-of-the-tests-0123456789abcdef0123456789';

/** The whole product on free ports: database server, Pages and Worker in workerd, queue and R2. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const folder = await mkdtemp(join(tmpdir(), 'tensu-stack-'));
  const { demo = false, empty = false, hasManyWriters = false, clockShiftMs = 0, beside } = options;
  const storage = beside?.storage ?? join(folder, 'storage');
  if (demo) await cp(inject('demoStorage'), storage, { recursive: true });
  const sqld = beside?.sqld ?? (await startTestSqld({ demo, empty, hasManyWriters }));
  await options.prepare?.(sqld.client);
  const proxy = await startDatabaseProxy(sqld.url);
  const logs: string[] = [];
  const tmp = join(folder, 'tmp');
  const site: Site = await serveSite({
    worker: clockShiftMs === 0 ? inject('workerBundle') : await bundleWithClock(folder, clockShiftMs),
    web: options.web === true ? inject('webFolder') : options.web || folder,
    host: '127.0.0.1',
    port: 0,
    vars: {
      LIBSQL_URL: proxy.url,
      LIBSQL_AUTH_TOKEN: '',
      JWT_SECRET: TEST_JWT_SECRET,
      BACKUP_KEY: TEST_BACKUP_KEY,
      CLIENT_IP_HEADER: 'none',
      CALLS_PER_MINUTE: '1000000',
      ...options.vars,
    },
    tmp,
    persistTo: storage,
    ...(options.heapMb && { heapMb: options.heapMb }),
    ...(options.inspectorPort && { inspectorPort: options.inspectorPort }),
    onLog: (level, message) => logs.push(`${level} ${message}`),
  });
  const url = site.url.origin;
  return {
    url,
    fetch: (path, init) => fetch(new URL(path, url), init),
    now: () => Date.now() + clockShiftMs,
    client: sqld.client,
    sqld,
    proxy,
    dispatchCron: (cron) => site.runCron(cron),
    send: async (message, times = 1) => {
      const queue = await site.queue('JOBS');
      for (let n = 0; n < times; n += 1) await queue.send(message);
    },
    deliver: (messages, queue = 'tensu-jobs', attempts = 1) =>
      site.deliver(
        queue,
        messages.map((body) => ({ id: crypto.randomUUID(), timestamp: new Date(), body, attempts })),
      ),
    files: () => site.files(),
    logs,
    tmp,
    storage,
    close: async () => {
      await site.stop();
      await proxy.close();
      if (!beside) await sqld.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The Worker's bundle, with a clock moved by so much. */
async function bundleWithClock(folder: string, shiftMs: number): Promise<string> {
  const path = join(folder, 'worker.js');
  await writeFile(path, shiftClockScript(shiftMs) + (await readFile(inject('workerBundle'), 'utf8')));
  return path;
}
