import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, LibsqlError } from '@libsql/client/http';
import type { DatabaseKey } from './database-key.ts';
import { killGroupOnExit } from './kill-on-exit.ts';
import { freePort } from './ports.ts';
import { type Sqld, startSqld } from './sqld.ts';

export interface SupervisedSqld {
  /** Stays the same over restarts. */
  url: string;
  stop(): Promise<void>;
}

export interface SqldSupervisorOptions {
  dbPath: string;
  /** Clients need its token; without a key everybody on this machine gets in. */
  key?: DatabaseKey;
  onOutput: (text: string) => void;
  /** Called with the pid of each server that is started. */
  onSpawn?: (pid: number) => void;
  onError: (message: string) => void;
  probeEveryMs?: number;
  /** Without a successful write for that long, the server counts as wedged. A large batch may hold the writer for some seconds. */
  wedgedAfterMs?: number;
}

/** Keeps a libSQL server running: restarts it when it ends, and kills it when it stops accepting writes, a known fault of this server. */
export async function superviseSqld(options: SqldSupervisorOptions): Promise<SupervisedSqld> {
  const { dbPath, key, onOutput, onError, probeEveryMs = 5000, wedgedAfterMs = 20_000 } = options;
  const stopping = new AbortController();
  const port = await freePort();
  let server = await start();
  void keepRunning();
  void probe();
  return {
    url: server.url,
    stop: async () => {
      stopping.abort();
      await server.stop();
    },
  };

  async function start(): Promise<Sqld> {
    let release = () => {};
    const onSpawn = (pid: number) => {
      options.onSpawn?.(pid);
      release = killGroupOnExit(pid);
    };
    try {
      const started = await startSqld({ dbPath, port, publicKey: key?.publicKey, onOutput, onSpawn });
      void started.ended.then(release);
      return started;
    } catch (error) {
      release();
      throw error;
    }
  }

  async function keepRunning(): Promise<void> {
    for (let pause = 100; ; ) {
      const since = Date.now();
      await server.ended;
      if (stopping.signal.aborted) return;
      pause = Date.now() - since > 30_000 ? 100 : Math.min(pause * 2, 5000);
      onError(`The database server ended; starting it again in ${pause} ms.`);
      await sleep(pause);
      while (!stopping.signal.aborted) {
        const again = await start().catch((error: Error) => onError(error.message));
        if (again) {
          server = again;
          break;
        }
        await sleep(2000);
      }
    }
  }

  async function probe(): Promise<void> {
    let lastWrite = Date.now();
    let probed: Sqld | undefined;
    for (;;) {
      if (probed !== server) lastWrite = Date.now();
      probed = server;
      if (await acceptsWrites(probed.url, key?.token, Math.min(5000, wedgedAfterMs))) lastWrite = Date.now();
      if (stopping.signal.aborted) return;
      if (probed === server && Date.now() - lastWrite > wedgedAfterMs) {
        onError('The database server takes no more writes; killing it to start it again.');
        await probed.kill();
      }
      await sleep(probeEveryMs, undefined, { ref: false });
    }
  }
}

/** What the disk is to blame for, no restart mends: the server answers, reads go on, and writes do when there is room again. */
const REFUSED_BY_DISK = /^(SQLITE_FULL|SQLITE_IOERR|SQLITE_READONLY|SQLITE_CANTOPEN)/;

/**
 * Whether a write may begin in time, or is refused because of the disk. Nothing is written: a commit of others' changes makes the server copy them into the database file, and where
 * three connections wait to do so at once, one that gives up and closes is given its turn after that, which nobody takes then
 * (`npm run bench -- load` shows it).
 */
export async function acceptsWrites(url: string, authToken: string | undefined, timeoutMs: number): Promise<boolean> {
  const client = createClient({ url, authToken, fetch: (request: Request) => fetch(request, { signal: AbortSignal.timeout(timeoutMs) }) });
  try {
    await client.batch(['SELECT 1'], 'write');
    return true;
  } catch (error) {
    return error instanceof LibsqlError && REFUSED_BY_DISK.test(error.code);
  } finally {
    client.close();
  }
}
