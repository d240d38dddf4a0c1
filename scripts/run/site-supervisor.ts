import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROBE_PATH } from '../../worker/platform/request-log.ts';
import { killGroupOnExit } from './kill-on-exit.ts';
import type { SiteReport, SiteStartMessage } from './site-process.ts';
import { toolEnvironment } from './tool-environment.ts';

const PROBE_EVERY_MS = 1000;
const PROBE_TIMEOUT_MS = 2000;
/** Without any answer for that long, the site counts as stuck. */
const STUCK_AFTER_MS = 8000;
const SCRIPT = join(import.meta.dirname, 'site-process.ts');

export interface SupervisedSite {
  /** Resolves once the site serves; rejects when its first start fails. */
  serve(order: SiteStartMessage): Promise<void>;
  /** Ends the site's process, which then starts again with the bundles as they are by now. */
  restart(): void;
  stop(): Promise<void>;
}

export interface SiteSupervisorOptions {
  log: (text: string) => void;
  onError: (message: string) => void;
  /** A mail was sent, which locally means: written to a file. */
  onMail: (to: string, file: string) => void;
}

/** Starts the site's process, which loads while the database is being made ready, and starts it again whenever it ends or no longer answers. */
export function superviseSite({ log, onError, onMail }: SiteSupervisorOptions): SupervisedSite {
  let child = launch();
  let stopping = false;
  let ordered = false;
  let isServing = false;
  return {
    serve: async (order) => {
      ordered = true;
      await waitUntilServing(child, order);
      isServing = true;
      void keepRunning(order);
      void restartWhenStuck(order);
    },
    restart: () => killGroup(child.pid as number),
    stop: async () => {
      stopping = true;
      // Before it serves there is nothing to end in good order.
      if (!ordered) killGroup(child.pid as number);
      await stopProcess(child);
    },
  };

  function launch(): ChildProcess {
    const started = spawn(process.execPath, [SCRIPT], { detached: true, stdio: ['ignore', 'pipe', 'pipe', 'ipc'], env: toolEnvironment() });
    for (const stream of [started.stdout, started.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => log(text));
    started.on('message', (report: SiteReport) => {
      if (!('level' in report)) return;
      log(`${report.level} ${report.message}`);
      // What ends the start is told by whoever waits for it.
      if (report.level === 'error') onError(report.message);
      reportMail(report.message, onMail);
    });
    // Rejects writes to a channel that closes meanwhile, which `exit` reports anyway.
    started.on('error', (error) => log(error.message));
    const release = killGroupOnExit(started.pid as number);
    started.once('exit', () => {
      release();
      killGroup(started.pid as number);
    });
    return started;
  }

  async function restartWhenStuck({ host, port }: SiteStartMessage): Promise<void> {
    let probed: ChildProcess | undefined;
    for (let lastAnswer = Date.now(); !stopping; await sleep(PROBE_EVERY_MS, undefined, { ref: false })) {
      if (probed !== child || !isServing) lastAnswer = Date.now();
      probed = child;
      if (await isAnswering(host, port)) lastAnswer = Date.now();
      if (stopping || probed !== child || !isServing || Date.now() - lastAnswer < STUCK_AFTER_MS) continue;
      onError('The site no longer answers; killing it to start it again.');
      killGroup(probed.pid as number);
      isServing = false;
    }
  }

  async function keepRunning(order: SiteStartMessage): Promise<void> {
    for (let pause = 250; ; ) {
      const since = Date.now();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      if (stopping) return;
      pause = Date.now() - since > 30_000 ? 250 : Math.min(pause * 2, 10_000);
      onError(`The site ended; starting it again in ${pause} ms.`);
      await sleep(pause);
      if (stopping) return;
      isServing = false;
      child = launch();
      await waitUntilServing(child, order).then(
        () => {
          isServing = true;
        },
        (error: Error) => onError(error.message),
      );
    }
  }
}

/** The runtime logs each mail that the Worker sends, with the file it was written to. */
function reportMail(message: string, onMail: SiteSupervisorOptions['onMail']): void {
  if (!message.startsWith('send_email ')) return;
  const lines = message.split('\n');
  const readLine = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const [to, file] = [readLine('To'), readLine('Text')];
  if (to !== undefined && file !== undefined) onMail(to, file);
}

/** Any answer counts. The path is one that the Worker refuses without the database, which has a supervisor of its own. */
async function isAnswering(host: string, port: number): Promise<boolean> {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  try {
    const answer = await fetch(`http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}${PROBE_PATH}`, {
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    await answer.body?.cancel();
    return true;
  } catch {
    return false;
  }
}

function waitUntilServing(child: ChildProcess, order: SiteStartMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    let reason: string | undefined;
    const failed = () =>
      reject(new Error(reason ?? `The site could not be started (${child.signalCode ?? child.exitCode}); the log says more.`));
    if (child.exitCode !== null || child.signalCode !== null) return failed();
    child.on('message', (report: SiteReport) => {
      if ('ready' in report) resolve();
      else if (report.level === 'fatal') reason = report.message;
    });
    child.once('exit', failed);
    child.send(order);
  });
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  // Miniflare's own dispose, which also ends its workerd.
  child.send('shutdown', () => {});
  if ((await Promise.race([exited, sleep(3000, 'late', { ref: false })])) === 'late') killGroup(child.pid as number);
  await exited;
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing is left of the group.
  }
}
