import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClient } from '@libsql/client';
import { migrate } from './migrate.ts';
import { buildFunctions, buildWeb } from './run/bundle.ts';
import { appVersion } from './run/settings.ts';
import { startSqld } from './run/sqld.ts';
import { runCommand, runSteps, type Step } from './run/steps.ts';

const SECRETS = ['LIBSQL_URL', 'LIBSQL_AUTH_TOKEN', 'JWT_SECRET', 'JWT_SECRET_PREVIOUS', 'BASE_VN_TOKEN', 'FACEBOOK_APP_SECRET'];
const VARS = ['BASE_VN_URL', 'BASE_VN_WORKFLOW_IDS', 'BASE_VN_FIELD_MAP', 'MAIL_FROM', 'GOOGLE_CLIENT_ID', 'FACEBOOK_APP_ID'];

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false }, setup: { type: 'boolean', default: false } } });
await runSteps(values['dry-run'] ? dryRunSteps() : [...(values.setup ? setupSteps() : []), ...deploymentSteps()]);

/** Proves, without any account, that the migrations apply to an empty database and that Worker, Functions and web app bundle. */
function dryRunSteps(): Step[] {
  return [
    { name: 'migrations on an empty database', run: migrateThrowaway },
    { name: 'Worker', run: () => wrangler('deploy', '--dry-run', ...versionVar()) },
    { name: 'Functions', run: async () => console.info(await buildFunctions()) },
    { name: 'web app', run: async () => console.info(await buildWeb()) },
  ];
}

/** Once per account: the bucket, the queues and the Pages project that wrangler.toml names. */
function setupSteps(): Step[] {
  return [
    { name: 'bucket', run: () => wrangler('r2', 'bucket', 'create', 'tensu-files') },
    { name: 'queue', run: () => wrangler('queues', 'create', 'tensu-jobs') },
    { name: 'queue of dead jobs', run: () => wrangler('queues', 'create', 'tensu-jobs-dead') },
    { name: 'Pages project', run: () => wrangler('pages', 'project', 'create', 'tensu', '--production-branch', 'main') },
  ];
}

/** The schema first: migrations only add, so the Worker that still runs gets on with the new one. */
function deploymentSteps(): Step[] {
  return [
    { name: 'migrations', run: () => migrateAt(process.env.LIBSQL_URL, process.env.LIBSQL_AUTH_TOKEN) },
    { name: 'Worker', run: deployWorker },
    { name: 'web app', run: async () => console.info(await buildWeb()) },
    {
      name: 'Pages',
      run: () => wrangler('--cwd', 'web', 'pages', 'deploy', 'dist', '--project-name', 'tensu', '--branch', 'main', '--commit-dirty=true'),
    },
  ];
}

async function migrateAt(url: string | undefined, authToken: string | undefined): Promise<void> {
  if (!url) throw new Error('set LIBSQL_URL and LIBSQL_AUTH_TOKEN to the production database');
  const client = createClient({ url, authToken });
  const applied = await migrate(client);
  client.close();
  console.info(applied.length === 0 ? 'Nothing to do.' : `Applied ${applied.join(', ')}.`);
}

async function migrateThrowaway(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tensu-deploy-'));
  const server = await startSqld({ dbPath: join(folder, 'db') });
  try {
    await migrateAt(server.url, undefined);
  } finally {
    await server.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Secrets that are set in the environment go along in a file that only we can read; those that are not keep their values. */
async function deployWorker(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tensu-deploy-'));
  try {
    const file = join(folder, 'secrets.json');
    const secrets = Object.fromEntries(SECRETS.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
    await writeFile(file, JSON.stringify(secrets), { mode: 0o600 });
    const vars = VARS.flatMap((name) => (process.env[name] ? ['--var', `${name}:${process.env[name]}`] : []));
    await wrangler('deploy', '--secrets-file', file, ...versionVar(), ...vars);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function versionVar(): string[] {
  return ['--var', `APP_VERSION:${appVersion()}`];
}

function wrangler(...args: string[]): Promise<void> {
  return runCommand('wrangler', ...args);
}
