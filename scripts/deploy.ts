import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClient } from '@libsql/client';
import { type DeployStep, DRY_RUN, planDeployment, SETUP } from './deploy/plan.ts';
import { migrate } from './migrate.ts';
import { buildWeb } from './run/bundle.ts';
import { appVersion } from './run/settings.ts';
import { startSqld } from './run/sqld.ts';
import { runCommand, runSteps } from './run/steps.ts';

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false }, setup: { type: 'boolean', default: false } } });
try {
  const steps = values['dry-run'] ? DRY_RUN : [...(values.setup ? SETUP : []), ...planDeployment(process.env, appVersion())];
  if (!values['dry-run']) warnOfMissingProviders();
  await runSteps(steps.map((step) => ({ name: step.name, run: () => runStep(step) })));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

/** Ids of sign-in providers are built into the web app, so they are not kept by a deployment as the Worker's are. */
function warnOfMissingProviders(): void {
  const missing = (['GOOGLE_CLIENT_ID', 'FACEBOOK_APP_ID'] as const).filter((name) => !process.env[name]);
  if (missing.length > 0) console.warn(`The web app is built without ${missing.join(' and ')}: it shows no button for that sign-in.`);
}

async function runStep(step: DeployStep): Promise<void> {
  if ('wrangler' in step) return runWrangler(step.wrangler, step.secrets);
  if (step.task === 'web') return console.info(await buildWeb());
  if (step.task === 'migrate') return migrateAt(process.env.LIBSQL_URL, process.env.LIBSQL_AUTH_TOKEN);
  return migrateThrowaway();
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

/** Secrets go along in a file that only this user can read; those that are not in it keep their values. */
async function runWrangler(args: string[], secrets: Record<string, string> = {}): Promise<void> {
  if (Object.keys(secrets).length === 0) return runCommand('wrangler', ...args);
  const folder = await mkdtemp(join(tmpdir(), 'tensu-deploy-'));
  try {
    const file = join(folder, 'secrets.json');
    await writeFile(file, JSON.stringify(secrets), { mode: 0o600 });
    await runCommand('wrangler', ...args, '--secrets-file', file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
