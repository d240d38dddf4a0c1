import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ENVIRONMENT_SETTINGS, listSettingsReadBy } from '../../worker/platform/environment-settings.ts';
import { checkDatabaseUrl, prepareDataDir } from './problems.ts';
import { findShapeProblem } from './setting-shapes.ts';
import { readWhole, writeWhole } from './write-whole.ts';

export interface Settings {
  host: string;
  port: number;
  /** Absolute; holds everything a run leaves behind. */
  dataDir: string;
  seed: 'demo' | 'none';
  /** Undefined: start a server of our own. */
  libsqlUrl: string | undefined;
  libsqlAuthToken: string;
  /** Passed to the Worker as they are. */
  vars: Record<string, string>;
  /** No source of jobs is configured, so the demo gets a stand-in. */
  standin: boolean;
}

/** Reads the environment, makes the data folder and the secret that signs sessions. Throws an Error with one sentence for a wrong value. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const seed = env.SEED || ENVIRONMENT_SETTINGS.SEED.initial;
  if (seed !== 'demo' && seed !== 'none') throw new Error(`SEED must be demo or none, not ${seed}.`);
  const host = env.HOST || ENVIRONMENT_SETTINGS.HOST.initial;
  if (seed === 'demo' && !isLoopback(host) && env.ALLOW_DEMO_ON_NETWORK !== '1') {
    throw new Error(
      `HOST=${host} is reached from other machines, and the demo accounts have a password that everybody knows. Set SEED=none, or ALLOW_DEMO_ON_NETWORK=1 as well.`,
    );
  }
  const problem = findShapeProblem(env);
  if (problem) throw new Error(problem);
  const port = Number(env.PORT || ENVIRONMENT_SETTINGS.PORT.initial);
  const dataDir = findDataDir(env);
  prepareDataDir(dataDir);
  if (env.LIBSQL_URL) checkDatabaseUrl(env.LIBSQL_URL);
  const vars = Object.fromEntries(listSettingsReadBy('worker').flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
  return {
    host,
    port,
    dataDir,
    seed,
    libsqlUrl: env.LIBSQL_URL || undefined,
    libsqlAuthToken: env.LIBSQL_AUTH_TOKEN ?? '',
    vars: {
      MAIL_FROM: ENVIRONMENT_SETTINGS.MAIL_FROM.initial,
      // A caller could forge the header that Cloudflare sets: here it is ignored unless a proxy is named.
      CLIENT_IP_HEADER: 'none',
      ...vars,
      APP_VERSION: appVersion(),
      JWT_SECRET: env.JWT_SECRET || readOrCreateSecret(join(dataDir, 'jwt-secret')),
      BACKUP_KEY: readBackupKey(env, dataDir),
    },
    standin: seed === 'demo' && !env.BASE_VN_URL && !env.BASE_VN_TOKEN,
  };
}

/** The key of backups: as it is configured, else the data folder's own, which is made where it is missing. */
export function readBackupKey(env: NodeJS.ProcessEnv, dataDir = findDataDir(env)): string {
  if (env.BACKUP_KEY) return env.BACKUP_KEY;
  prepareDataDir(dataDir);
  return readOrCreateSecret(join(dataDir, 'backup-key'));
}

/** The key that a backup was made with: as it is configured, else the data folder's own. A new one could open nothing, so none is made. */
export function readKeptBackupKey(env: NodeJS.ProcessEnv, dataDir = findDataDir(env)): string {
  if (env.BACKUP_KEY || existsSync(join(dataDir, 'backup-key'))) return readBackupKey(env, dataDir);
  throw new Error(
    `BACKUP_KEY is not set, and DATA_DIR=${dataDir} keeps no key. Set BACKUP_KEY to the key that the backup was made with: of a local site it is in the file backup-key of its data folder.`,
  );
}

const findDataDir = (env: NodeJS.ProcessEnv) => resolve(env.DATA_DIR || ENVIRONMENT_SETTINGS.DATA_DIR.initial);

/** Whether only this machine reaches what listens there. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** The version of package.json, which /healthz tells. */
function appVersion(): string {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')).version;
}

/** Kept, so that a restart logs nobody out. Throws one sentence where the file holds no secret: a new one would end sessions and backups. */
function readOrCreateSecret(file: string): string {
  if (!existsSync(file)) writeWhole(file, randomBytes(48).toString('base64url'));
  const secret = readWhole(file).trim();
  if (secret.length < 32)
    throw new Error(`${file} holds no secret of 32 characters or more. Put the former file back; or delete it, and a new one is made.`);
  chmodSync(file, 0o600);
  return secret;
}
