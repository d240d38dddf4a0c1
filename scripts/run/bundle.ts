import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { gzipSync } from 'node:zlib';
import { listSettingsReadBy } from '../../worker/platform/environment-settings.ts';
import { buildWhenStale } from './build-cache.ts';
import { toolEnvironment } from './tool-environment.ts';

const ROOT = join(import.meta.dirname, '../..');
const DIST = join(ROOT, 'dist');
const run = promisify(execFile);

/** Bundles the Worker as a deployment would and answers the bundle's file. Does nothing while its sources are unchanged; the signal ends it early. */
export async function buildWorker(signal?: AbortSignal): Promise<string> {
  const output = join(DIST, 'worker/index.js');
  await buildWhenStale(output, join(DIST, 'worker.stamp'), sources('worker', 'wrangler.toml'), () =>
    node(['wrangler/bin/wrangler.js', 'deploy', '--dry-run', '--outdir', join(DIST, 'worker')], signal),
  );
  return output;
}

/** What an isolate reads before its first call: a larger bundle starts later, and an account may be refused it. */
const WORKER_KIB = 485;

/** Throws when the Worker's bundle, compressed as it is uploaded, is larger than its budget. */
export async function checkWorkerSize(): Promise<void> {
  const kib = gzipSync(await readFile(await buildWorker())).length / 1024;
  if (kib > WORKER_KIB) throw new Error(`The Worker has ${Math.ceil(kib)} KiB compressed, more than ${WORKER_KIB}.`);
}

/** Builds the web app and answers its folder. The ids of the sign-in providers are built in, so other ids make it again. */
export async function buildWeb(signal?: AbortSignal): Promise<string> {
  const output = join(ROOT, 'web/dist');
  const stamp = join(DIST, 'web.stamp');
  const ids = listSettingsReadBy('web').map((name) => process.env[name] ?? '');
  await buildWhenStale(join(output, 'index.html'), stamp, sources('web', 'worker/contracts'), () => viteBuild(output, {}, signal), ids);
  return output;
}

/** Builds the web app into a folder of one's own, as it is with these settings. */
export function viteBuild(folder: string, env: NodeJS.ProcessEnv, signal?: AbortSignal): Promise<void> {
  return node(['vite/bin/vite.js', 'build', '-c', 'web/vite.config.ts', '--outDir', folder, '--emptyOutDir'], signal, env);
}

function sources(...names: string[]): string[] {
  return [...names, 'package-lock.json'].map((name) => join(ROOT, name));
}

async function node([script = '', ...args]: string[], signal?: AbortSignal, more: NodeJS.ProcessEnv = {}): Promise<void> {
  // Under the tests' own NODE_ENV, vite would build React as for development.
  const env = { ...toolEnvironment(), NODE_ENV: 'production', ...more };
  try {
    await run(process.execPath, [join(ROOT, 'node_modules', script), ...args], { cwd: ROOT, env, signal, maxBuffer: 1 << 26 });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${script.split('/')[0]} ${args[0]} failed:\n${stripVTControlCharacters(`${stdout}\n${stderr}`).trim()}`);
  }
}
