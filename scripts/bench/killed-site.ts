import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type OpenDatabase, openDatabase } from '../run/open-database.ts';
import { freePort } from '../run/ports.ts';

export type Target = 'sqld' | 'workerd' | 'tree';
export const TARGETS: readonly Target[] = ['sqld', 'workerd', 'tree'];

const START = join(import.meta.dirname, '../start.ts');
const START_TIMEOUT_MS = 180_000;
const MAX_TRIES = 20;

/** `npm start` on a data folder of its own, whose processes are killed one by one or all together, and which is started again. */
export class KilledSite {
  readonly url: URL;
  readonly env: NodeJS.ProcessEnv;
  #dataDir: string;
  #process: ChildProcess | undefined;

  constructor(dataDir: string, port: number, vars: Record<string, string>) {
    this.#dataDir = dataDir;
    this.url = new URL(`http://127.0.0.1:${port}`);
    // The site would end, as it is not the child of the npm that started this.
    const { TENSU_PARENT_PID: _, ...env } = process.env;
    this.env = { ...env, ...vars, PORT: String(port), DATA_DIR: dataDir, SEED: 'demo' };
    process.once('exit', () => this.#killAll());
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  }

  static async open(vars: Record<string, string>): Promise<KilledSite> {
    const site = new KilledSite(await mkdtemp(join(tmpdir(), 'tensu-kills-')), await freePort(), vars);
    await site.start();
    return site;
  }

  /** Waits until it says that it is ready. A backup that was just begun may hold the data folder for a moment: then it is tried again. */
  async start(): Promise<void> {
    for (let tries = 1; ; tries++) {
      const reason = await this.#tryStart();
      if (reason === undefined) return;
      if (tries === MAX_TRIES) throw new Error(`npm start ended: ${reason}`);
      await sleep(1000);
    }
  }

  /** Why it ended instead of being ready. */
  async #tryStart(): Promise<string | undefined> {
    const started = spawn(process.execPath, [START], { env: this.env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#process = started;
    let complaint = '';
    started.stderr!.on('data', (text: Buffer) => {
      complaint = text.toString().trim() || complaint;
    });
    return new Promise((resolve) => {
      started.stdout!.on('data', (text: Buffer) => text.toString().includes('ready http') && resolve(undefined));
      started.once('exit', (code) => resolve(`${code} ${complaint}`));
      setTimeout(() => resolve('it is not ready'), START_TIMEOUT_MS).unref();
    });
  }

  /** Kills, and starts the site again where all of it was killed; answers the seconds until it serves. */
  async kill(target: Target): Promise<number> {
    const began = performance.now();
    if (target === 'tree') this.#killAll();
    else for (const pid of this.#descendants(target)) process.kill(pid, 'SIGKILL');
    if (target === 'tree') await this.start();
    while (!(await this.#isServing())) await sleep(50);
    return (performance.now() - began) / 1000;
  }

  /** The database as it is now; a killed server comes back at another address. */
  openDatabase(): Promise<OpenDatabase> {
    return openDatabase(this.env);
  }

  async close(): Promise<void> {
    this.#process?.kill('SIGTERM');
    if (this.#process?.exitCode === null) await new Promise((resolve) => this.#process!.once('exit', resolve));
    await rm(this.#dataDir, { recursive: true, force: true });
  }

  async #isServing(): Promise<boolean> {
    const answer = await fetch(new URL('/healthz', this.url), { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
    return answer?.ok ?? false;
  }

  #killAll(): void {
    const pids = [...this.#descendants(), ...(this.#process?.pid && this.#process.exitCode === null ? [this.#process.pid] : [])];
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
    }
  }

  /** Processes below ours, those of one program where it is named. */
  #descendants(program = ''): number[] {
    const processes = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readProcess(Number(name)) : []));
    const found = new Set([this.#process?.pid]);
    for (let before = 0; before < found.size; ) {
      before = found.size;
      for (const { pid, parent } of processes) if (found.has(parent)) found.add(pid);
    }
    return processes
      .filter(({ pid, name }) => pid !== this.#process?.pid && found.has(pid) && name.includes(program))
      .map(({ pid }) => pid);
  }
}

function readProcess(pid: number): { pid: number; parent: number; name: string }[] {
  try {
    const [, name = '', parent] = /^\d+ \((.{0,64})\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return [{ pid, name, parent: Number(parent) }];
  } catch {
    return [];
  }
}
