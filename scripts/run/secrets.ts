import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { listSettingNames } from '../../worker/platform/environment-settings.ts';
import { findSecrets, isSecretFile, type Secret } from './secret-rules.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Settings that are secrets: nothing that is kept or sent out may hold their values. */
const SECRET_SETTINGS = listSettingNames(({ secret }) => secret === true).filter((name) => name !== 'LIBSQL_URL');

/** Throws where a file that git keeps, or would keep with the next commit, holds a secret or is one by its name. */
export async function checkTrackedFiles(): Promise<void> {
  const files = await listTrackedFiles();
  report(
    files.length,
    files.flatMap((file) => [
      ...(isSecretFile(basename(file)) ? [`${file}: a file of secrets`] : []),
      ...findSecretsInFile(join(ROOT, file), file),
    ]),
  );
}

/** Throws where a built file that a deployment sends out holds a secret. */
export async function checkBuiltFiles(folders: string[]): Promise<void> {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  report(
    files.length,
    files.flatMap((file) => findSecretsInFile(file, relative(ROOT, file))),
  );
}

/** Outside of a git checkout all files, but those that git would ignore. */
async function listTrackedFiles(): Promise<string[]> {
  try {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 1 << 26,
    });
    return [...new Set(listed.split('\0'))].filter((file) => file !== '' && existsSync(join(ROOT, file)));
  } catch {
    const files: string[] = [];
    for await (const entry of glob('**', { cwd: ROOT, withFileTypes: true, exclude: ({ name }) => IGNORED.test(name) })) {
      if (entry.isFile()) files.push(relative(ROOT, join(entry.parentPath, entry.name)));
    }
    return files;
  }
}

const IGNORED = /^(node_modules|dist|coverage|\.data.*|\.wrangler|\.git)$/;

function findSecretsInFile(path: string, shown: string): string[] {
  // Any bytes at all can be read so, and what is looked for is plain ASCII.
  return findSecrets(readFileSync(path, 'latin1'), readOwnSecrets()).map(({ rule, line }: Secret) => `${shown}:${line}: ${rule}`);
}

let ownSecrets: string[] | undefined;

/** The values of this very machine: those of the environment, and what `npm start` made for itself. */
function readOwnSecrets(): string[] {
  ownSecrets ??= [
    ...SECRET_SETTINGS.map((name) => process.env[name] ?? ''),
    ...readdirSync(ROOT)
      .filter((name) => name.startsWith('.data'))
      .flatMap((name) => ['jwt-secret', 'backup-key'].map((file) => join(ROOT, name, file)))
      .filter((file) => existsSync(file))
      .map((file) => readFileSync(file, 'utf8').trim()),
  ].filter((value) => value.length >= 16);
  return ownSecrets;
}

function report(files: number, found: string[]): void {
  if (found.length > 0)
    throw new Error(`${found.length} secrets found. Take them out, and replace them where they are used:\n${found.join('\n')}`);
  console.info(`No secret in ${files} files.`);
}
