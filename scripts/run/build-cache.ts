import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { acquireInstanceLock } from './instance-lock.ts';

/**
 * Runs `make` unless the output exists and its inputs (files and folders, and values beside them) are those of the last time. Two processes
 * that want the same wait for each other.
 */
export async function buildWhenStale(
  output: string,
  stampFile: string,
  inputs: string[],
  make: () => Promise<void>,
  values: string[] = [],
): Promise<void> {
  await mkdir(dirname(stampFile), { recursive: true });
  const release = await lock(stampFile);
  try {
    const now = await fingerprint(inputs, values);
    if (existsSync(output) && now === (await readFile(stampFile, 'utf8').catch(() => ''))) return;
    await rm(stampFile, { force: true });
    await make();
    await writeFile(stampFile, now);
  } finally {
    release();
  }
}

async function fingerprint(inputs: string[], values: string[]): Promise<string> {
  const hash = createHash('sha256').update(values.length > 0 ? JSON.stringify(values) : '');
  for (const input of inputs) await add(hash, input);
  return hash.digest('hex');
}

async function add(hash: ReturnType<typeof createHash>, path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return;
  if (found.isDirectory()) {
    const names = (await readdir(path)).filter((name) => !['node_modules', 'dist'].includes(name) && !name.startsWith('.'));
    for (const name of names.sort()) await add(hash, join(path, name));
  } else {
    hash.update(`${path}\0${found.size}\0`).update(await readFile(path));
  }
}

async function lock(path: string): Promise<() => void> {
  for (;;) {
    const release = await acquireInstanceLock(path);
    if (release) return release;
    await sleep(100);
  }
}
