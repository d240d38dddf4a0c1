import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { type Client, createClient } from '@libsql/client';
import { ENVIRONMENT_SETTINGS } from '../worker/platform/environment-settings.ts';
import { recordPlaces, refuseOtherPlaces } from './deploy/deployed-places.ts';
import { DEPLOY_ENVIRONMENTS, type DeployEnvironment, type Deployment, readDeployment } from './deploy/deployment.ts';
import { readLiveVersions, requireLiveVersion } from './deploy/live-version.ts';
import { type ConfigPlaces, type DeployStep, planDeployment, planDryRun, planSetup } from './deploy/plan.ts';
import { explainRefusal, readProjectAddress } from './deploy/platform-answers.ts';
import { askForSecrets, findMissingSecrets } from './deploy/required-secrets.ts';
import { findSettingProblems } from './deploy/setting-problems.ts';
import { migrate } from './migrate.ts';
import { buildWeb } from './run/bundle.ts';
import { runScript } from './run/run-script.ts';
import { startSqld } from './run/sqld.ts';
import { runSteps } from './run/steps.ts';
import { toolEnvironment } from './run/tool-environment.ts';

const ROOT = join(import.meta.dirname, '..');
const WRANGLER = process.env.WRANGLER || join(ROOT, 'node_modules/.bin/wrangler');
const run = promisify(execFile);

/** The state that the steps of one run share. */
interface Run {
  environment: DeployEnvironment;
  deployment: Deployment;
  configs: ConfigPlaces;
  version: string;
  /** Where the site is asked for the version: a set-up ends before a domain of one's own leads there. */
  address: string;
  /** The version that the site served before, for the way back. */
  former: string | undefined;
  /** Typed on the terminal in this run. */
  asked: Record<string, string>;
}

await runScript(main);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      'dry-run': { type: 'boolean', default: false },
      setup: { type: 'boolean', default: false },
      env: { type: 'string', default: 'production' },
    },
  });
  const environment = DEPLOY_ENVIRONMENTS.find((name) => name === values.env);
  if (!environment) throw new Error(`--env must be ${DEPLOY_ENVIRONMENTS.join(' or ')}, not ${values.env}.`);
  const problems = values['dry-run'] ? [] : findSettingProblems(process.env, values.setup);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const deployment = await readDeployment(environment, process.env);
  const configs = await writeConfigs(environment, deployment);
  const version = values['dry-run'] ? 'dry-run' : await readVersion();
  const context: Run = { environment, deployment, configs, version, address: '', former: undefined, asked: {} };
  const runAll = (steps: DeployStep[]) => runSteps(steps.map((step) => ({ name: step.name, run: () => runStep(step, context) })));
  if (values['dry-run']) return runAll(planDryRun(configs));
  await atDatabase((client) => refuseOtherPlaces(client, environment, process.env));
  warnOfMissingSettings();
  if (values.setup) await runAll(planSetup(deployment));
  context.address ||= String(process.env.APP_ORIGIN);
  if (process.env.APP_ORIGIN === undefined) {
    // A Worker that is deployed has an origin, its own domain perhaps, and keeps what it is not sent.
    if ((await listSecrets(deployment.worker)) === undefined) process.env.APP_ORIGIN = context.address;
    else console.info('APP_ORIGIN is not given: links in mails go on as they are.');
  }
  context.former = (await readLiveVersions(context.address)).api;
  await runAll(planDeployment(process.env, version, deployment, configs));
  console.info(`Version ${version} is live at ${context.address}. ${describeWayBack(context)}`);
  if (values.setup) console.info(describeDomain(context));
}

/** The commit, which every deployment can be traced back to and made again from. */
async function readVersion(): Promise<string> {
  if (process.env.APP_VERSION) return process.env.APP_VERSION;
  const git = async (...args: string[]) => (await run('git', args, { cwd: ROOT })).stdout.trim();
  try {
    const commit = await git('rev-parse', '--short=12', 'HEAD');
    return (await git('status', '--porcelain')) === '' ? commit : `${commit}-changed`;
  } catch {
    throw new Error('The version is the commit, and this folder is no checkout of one: set APP_VERSION to what is to be deployed.');
  }
}

/** What is built into the web app or has no default that works; all else keeps what a former deployment sent. */
function warnOfMissingSettings(): void {
  const missing = (['GOOGLE_CLIENT_ID', 'FACEBOOK_APP_ID'] as const).filter((name) => !process.env[name]);
  if (missing.length > 0) console.warn(`The web app is built without ${missing.join(' and ')}: it shows no button for that sign-in.`);
  if (!process.env.MAIL_FROM) console.warn('MAIL_FROM is not given: unless a former deployment sent it, no mail leaves.');
}

/** The configurations lie where nothing else is built, a folder for each environment. */
async function writeConfigs(environment: DeployEnvironment, { workerConfig, pagesConfig }: Deployment): Promise<ConfigPlaces> {
  const folder = join(ROOT, 'dist/deploy', environment);
  const configs = { worker: join(folder, 'wrangler.json'), pages: join(folder, 'pages') };
  await mkdir(configs.pages, { recursive: true });
  await writeFile(configs.worker, JSON.stringify(workerConfig, null, 2));
  await writeFile(join(configs.pages, 'wrangler.json'), JSON.stringify(pagesConfig, null, 2));
  return configs;
}

async function runStep(step: DeployStep, context: Run): Promise<void> {
  if ('wrangler' in step) {
    if (step.unless && (await isDone(step.unless))) return console.info('There already.');
    return runWrangler(step.wrangler, step.secrets && { ...step.secrets, ...context.asked });
  }
  switch (step.task) {
    case 'address':
      context.address = readProjectAddress(context.deployment.pages, await askWrangler(['pages', 'project', 'list', '--json']));
      return console.info(context.address);
    case 'web':
      process.env.APP_VERSION = context.version;
      process.env.STAGING = context.environment === 'staging' ? '1' : '';
      return console.info(await buildWeb());
    case 'migrate':
      return atDatabase(async (client) => {
        await migrateAndTell(client);
        await recordPlaces(client, context.environment, process.env);
      });
    case 'migrate-throwaway':
      return migrateThrowaway();
    case 'secrets':
      context.asked = await askForSecrets(findMissingSecrets(process.env, await listSecrets(context.deployment.worker)));
      return;
    case 'check-live':
      return requireLiveVersion(context.address, context.version, {
        goBack: describeWayBack(context),
        maxWaitMs: Number(process.env.DEPLOY_WAIT_SECONDS || ENVIRONMENT_SETTINGS.DEPLOY_WAIT_SECONDS.initial) * 1000,
      });
  }
}

async function isDone({ wrangler, prints }: { wrangler: string[]; prints?: RegExp }): Promise<boolean> {
  try {
    const printed = await askWrangler(wrangler);
    return prints === undefined || prints.test(printed);
  } catch {
    return false;
  }
}

/** What a command of wrangler that changes nothing prints. */
async function askWrangler(args: string[]): Promise<string> {
  return (await run(WRANGLER, args, { cwd: ROOT, env: toolEnvironment() })).stdout;
}

/** Undefined before the first deployment. */
async function listSecrets(worker: string): Promise<string | undefined> {
  try {
    return await askWrangler(['secret', 'list', '--name', worker, '--format', 'json']);
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    if (/not found|does not exist/i.test(`${stdout}${stderr}`)) return undefined;
    throw new Error(`The deployed secrets could not be listed:\n${stderr || stdout}`);
  }
}

async function atDatabase(work: (client: Client) => Promise<void>): Promise<void> {
  const client = createClient({ url: String(process.env.LIBSQL_URL), authToken: process.env.LIBSQL_AUTH_TOKEN });
  try {
    await work(client);
  } finally {
    client.close();
  }
}

async function migrateAndTell(client: Client): Promise<void> {
  const applied = await migrate(client, undefined, { acceptLater: true });
  console.info(applied.length === 0 ? 'Nothing to do.' : `Applied ${applied.join(', ')}.`);
}

async function migrateThrowaway(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tensu-deploy-'));
  const server = await startSqld({ dbPath: join(folder, 'db') });
  try {
    await migrateAndTell(createClient({ url: server.url }));
  } finally {
    await server.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Secrets go through the standard input: they are on no command line, in no file and in no log. Those that are not sent keep their values. */
function runWrangler(args: string[], secrets: Record<string, string> = {}): Promise<void> {
  const sends = Object.keys(secrets).length > 0;
  // The shell makes a pipe that a file name can stand for; Node's own is a socket, which cannot be opened by name.
  const command = sends
    ? ['-c', 'cat | "$0" "$@"', WRANGLER, ...args, '--secrets-file', '/dev/stdin']
    : ['-c', '"$0" "$@"', WRANGLER, ...args];
  return new Promise((resolve, reject) => {
    const child = spawn('sh', command, { cwd: ROOT, stdio: 'pipe', env: toolEnvironment() });
    let printed = '';
    for (const [from, to] of [[child.stdout, process.stdout] as const, [child.stderr, process.stderr] as const])
      from.on('data', (text: Buffer) => {
        to.write(text);
        printed += text.toString();
      });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(explainRefusal(printed) ?? `wrangler ${args.join(' ')} ended with ${signal ?? code}`));
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(sends ? JSON.stringify(secrets) : '');
  });
}

/** A set-up ends at the project's own address; a domain of one's own is added to the project that it made. */
function describeDomain({ address, deployment: { pages } }: Run): string {
  const given = process.env.APP_ORIGIN;
  const origin = given === undefined || given === address ? 'https://<domain>' : given;
  return `A domain of one's own: add it to the project ${pages} (dashboard, Workers & Pages, ${pages}, Custom domains) and deploy once more with APP_ORIGIN=${origin}: links in mails begin with it.`;
}

function describeWayBack({ former, version, environment, deployment }: Run): string {
  if (!former || former === version) return 'There is no other version to go back to yet.';
  return `To go back: git checkout ${former.replace('-changed', '')} && npm run deploy${environment === 'production' ? '' : ` -- --env ${environment}`}; the Worker alone at once: wrangler rollback --name ${deployment.worker}.`;
}
