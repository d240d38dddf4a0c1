import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildWorker } from '../run/bundle.ts';
import { freePort } from '../run/ports.ts';
import { median, printTable } from './print-table.ts';
import { usageOf } from './process-usage.ts';

/**
 * Processor time that the Worker's bundle takes to be read and run once: what a cold isolate spends before its first call. In turns with an
 * empty Worker, so that a busy machine slows both. Another number of turns may be given.
 */
const [TURNS = 15] = process.argv.slice(2).map(Number);
const WORKERD = join(import.meta.dirname, '../../node_modules/workerd/bin/workerd');
const EMPTY = 'export default { fetch: () => new Response() };';

const folder = await mkdtemp(join(tmpdir(), 'tensu-startup-'));
await writeFile(join(folder, 'empty.js'), EMPTY);
await copyFile(await buildWorker(), join(folder, 'bundle.js'));
const turns: { empty: number; bundle: number }[] = [];
for (let turn = 0; turn < TURNS; turn++) turns.push({ empty: await start('empty.js'), bundle: await start('bundle.js') });
await rm(folder, { recursive: true });
printTable(`Processor time of a start in ms, medians of ${TURNS} turns`, [
  {
    'empty Worker': median(turns.map((turn) => turn.empty)),
    'our bundle': median(turns.map((turn) => turn.bundle)),
    'of it ours': median(turns.map((turn) => turn.bundle - turn.empty)),
  },
]);

async function start(script: string): Promise<number> {
  const port = await freePort();
  const worker = `(modules = [(name = "index.js", esModule = embed "${script}")], compatibilityDate = "2026-11-01")`;
  const config = join(folder, 'config.capnp');
  await writeFile(
    config,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = ${worker})],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]);`,
  );
  const child = spawn(WORKERD, ['serve', config], { stdio: 'ignore' });
  // Whatever it answers, the script has run by then. Without its settings ours fails at once.
  while (!(await fetch(`http://127.0.0.1:${port}`).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`workerd ended with ${child.exitCode} before it answered`);
    await sleep(10);
  }
  const { cpuMs } = usageOf(child.pid!);
  child.kill('SIGKILL');
  await once(child, 'exit');
  return cpuMs;
}
