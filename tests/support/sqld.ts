import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, createClient } from '@libsql/client';
import { inject } from 'vitest';
import { freePort } from '../../scripts/run/ports.ts';
import { type Sqld, startSqld } from '../../scripts/run/sqld.ts';
import { comesFree, toDatabaseError } from '../../worker/platform/db/database-error.ts';

export interface TestSqld {
  /** Stays the same over restarts. */
  url: string;
  client: Client;
  pid(): number;
  /** SIGKILL; resolves when the process is gone. */
  kill9(): Promise<void>;
  /** Starts again on the same port and files, after kill9(). */
  start(): Promise<void>;
  /** SIGTERM, and started again. */
  restart(): Promise<void>;
  /** SIGKILL, and another server on a copy of its files takes its place. */
  replace(): Promise<void>;
  /** Ends the server and removes its files. */
  close(): Promise<void>;
}

export interface TestSqldOptions {
  /** Starts without any table. */
  empty?: boolean;
  /** Starts with the demo company; browser tests only. */
  demo?: boolean;
  /** Set up as a server has to be that several Workers write to (docs/operations.md). */
  hasManyWriters?: boolean;
}

const MAX_ATTEMPTS = 30;

/** A libSQL server of its own, on a copy of a template made once per run: the migrated schema by default. */
export async function startTestSqld({ empty = false, demo = false, hasManyWriters = false }: TestSqldOptions = {}): Promise<TestSqld> {
  const folder = await mkdtemp(join(tmpdir(), 'tensu-sqld-'));
  let dbPath = join(folder, 'db');
  if (!empty) await cp(inject(demo ? 'demoTemplate' : 'sqldTemplate'), dbPath, { recursive: true });
  const port = await freePort();
  const start = () => startSqld({ dbPath, port, ...(hasManyWriters && { checkpointSeconds: 10 }) });
  let server: Sqld = await start();
  // The site's asset server replaces the global fetch and Request, which belong together.
  const client = waitWhileBusy(createClient({ url: server.url, fetch: (request: Request) => fetch(request) }));
  return {
    url: server.url,
    client,
    pid: () => server.pid,
    kill9: () => server.kill(),
    start: async () => {
      server = await start();
    },
    restart: async () => {
      await server.stop();
      server = await start();
    },
    replace: async () => {
      await server.kill();
      const copy = `${dbPath}-copy`;
      await cp(dbPath, copy, { recursive: true });
      dbPath = copy;
      server = await start();
    },
    close: async () => {
      client.close();
      await server.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Repeats what the server refused because Workers were writing or had all its connections: nothing of it was done. */
function waitWhileBusy(client: Client): Client {
  const patient =
    <Args extends unknown[], T>(run: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await run(...args);
        } catch (error) {
          if (!comesFree(toDatabaseError(error)) || attempt === MAX_ATTEMPTS) throw error;
          await pause(20 * attempt);
        }
      }
    };
  return Object.assign(client, { execute: patient(client.execute.bind(client)), batch: patient(client.batch.bind(client)) });
}
