import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ENVIRONMENT_SETTINGS } from '../worker/platform/environment-settings.ts';
import { buildWeb, buildWorker } from './run/bundle.ts';
import { type PreparedDatabase, prepareDatabase } from './run/database.ts';
import { createFileLog } from './run/log.ts';
import { scheduleDrill } from './run/nightly-drill.ts';
import { lockDataDir, SITE_FILE, toStoragePath } from './run/open-database.ts';
import { checkPort, freePort } from './run/ports.ts';
import { describeFolderProblem } from './run/problems.ts';
import { readOptions } from './run/read-options.ts';
import { runScript } from './run/run-script.ts';
import { readSettings, type Settings } from './run/settings.ts';
import { superviseSite } from './run/site-supervisor.ts';

const USAGE = `Usage: npm start    serves the site on PORT (8788) from the data folder DATA_DIR (.data); docs/operations.md has all settings
       npm run dev  the same with hot reloading of the web app`;
const DEV = process.argv.includes('--dev');
const CRAWL_CRON = '*/15 * * * *';
const stopping = new AbortController();
/** The steps that end what has been started, in this order. */
const stops: {
  devServer?: StopFunction;
  drill?: StopFunction;
  site?: StopFunction;
  standin?: StopFunction;
  database?: StopFunction;
  dataDir?: StopFunction;
} = {
  devServer: undefined,
  drill: undefined,
  site: undefined,
  standin: undefined,
  database: undefined,
  dataDir: undefined,
};
type StopFunction = (() => Promise<void> | void) | undefined;

const printMessage = (message: string) => console.info(message);
const printError = (message: string) => !stopping.signal.aborted && console.error(message);

const dataDirOf = (env: NodeJS.ProcessEnv) => resolve(env.DATA_DIR || ENVIRONMENT_SETTINGS.DATA_DIR.initial);
await runScript(async () => {
  if (!readOptions(USAGE, { dev: { type: 'boolean' } })) return;
  stopOnSignals(['SIGINT', 'SIGTERM', 'SIGHUP']);
  try {
    await start(readSettings(process.env));
  } catch (error) {
    if (stopping.signal.aborted) return;
    console.error(describeFolderProblem(error, dataDirOf(process.env)));
    await stop(1);
  }
});

/** Everything on one machine: database server, migrations, demo data, Pages and Worker on one port, crons. */
async function start(settings: Settings): Promise<void> {
  await checkPort(settings.host, settings.port);
  stops.dataDir = await requireDataDir(settings.dataDir);
  const logs = join(settings.dataDir, 'logs');
  const site = superviseSite({
    log: createFileLog(join(logs, 'site.log')),
    onError: printError,
    onMail: (to, file) => printMessage(`Mail to ${to}: ${file}`),
  });
  stops.site = site.stop;
  const [database, bundles, crawlVars] = await Promise.all([
    startDatabase(settings, createFileLog(join(logs, 'database.log'))),
    build(settings.dataDir),
    settings.standin ? startStandin() : {},
  ]);
  stopping.signal.throwIfAborted();
  const vars = { ...settings.vars, LIBSQL_URL: database.url, LIBSQL_AUTH_TOKEN: database.authToken, ...crawlVars };
  const { dataDir } = settings;
  const address = DEV ? { host: '127.0.0.1', port: await freePort() } : { host: settings.host, port: settings.port };
  const files = { persistTo: toStoragePath(dataDir), tmp: join(dataDir, 'tmp'), cronRecord: join(dataDir, 'crons.json') };
  await site.serve({ ...bundles, ...address, ...files, vars, runFirst: CRAWL_CRON });
  await waitForAnswers(address.port, DEV ? ['/healthz'] : ['/healthz', '/']);
  if (DEV) await serveSources(settings, address.port, site.restart);
  if (!settings.libsqlUrl) stops.drill = scheduleDrill(createFileLog(join(logs, 'drill.log')), printError);
  writeFileSync(join(dataDir, SITE_FILE), `http://localhost:${settings.port}`);
  printMessage(`\nready http://localhost:${settings.port}\n`);
  if (settings.seed === 'demo' && database.hasDemo) printMessage('Demo accounts: admin, writer, checked, viewer; password Tensu-2026\n');
  else if (database.adminPath) printMessage(firstAdminMessage(settings, database.adminPath));
  else printMessage('For another Admin: npm run admin:create -- --username <name>, which prints a link that sets the password.\n');
}

/** The link is good for a day and works once; the next start of a site that nobody has signed in to prints another. */
function firstAdminMessage({ port, vars }: Settings, path: string): string {
  const origin = vars.APP_ORIGIN ?? `http://localhost:${port}`;
  return `Open this link within a day to set the password of the first Admin, whose username is admin. It works once.\n\n${origin}${path}\n\nFor another username: npm run admin:create -- --username <name>.\n`;
}

/** `npm run dev`: pages come from their sources, and a changed Worker replaces the running one. */
async function serveSources({ host, port }: Settings, apiPort: number, restartSite: () => void): Promise<void> {
  const { rebuildWorkerOnChange, startDevServer } = await import('./run/dev-server.ts');
  stops.devServer = await startDevServer({ host, port, apiUrl: `http://127.0.0.1:${apiPort}` });
  const onRebuilt = () => {
    printMessage('The Worker was rebuilt.');
    restartSite();
  };
  rebuildWorkerOnChange(onRebuilt, printError, stopping.signal);
}

function startDatabase(settings: Settings, log: (text: string) => void): Promise<PreparedDatabase> {
  const onStarted = (end: () => Promise<void>) => {
    stops.database = end;
  };
  return prepareDatabase({ settings, say: printMessage, log, onError: printError, onStarted });
}

/** Two database servers on the same files would destroy them. */
async function requireDataDir(dataDir: string): Promise<() => void> {
  const release = await lockDataDir(dataDir);
  if (!release) throw new Error(`Another instance uses the data folder ${dataDir}. Stop it, or set DATA_DIR to another folder.`);
  return release;
}

async function build(dataDir: string): Promise<{ worker: string; web: string }> {
  const [worker, web] = await Promise.all([buildWorker(stopping.signal), DEV ? makeEmptyFolder(dataDir) : buildWeb(stopping.signal)]);
  return { worker, web };
}

/** The site's pages in development, where the development server has its own. */
function makeEmptyFolder(dataDir: string): string {
  const folder = join(dataDir, 'no-pages');
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Jobs for the demo to crawl, from a stand-in for Base.vn on the loopback interface. */
async function startStandin(): Promise<Record<string, string>> {
  const { startBaseVnStandin } = await import('./base-vn-standin.ts');
  const standin = await startBaseVnStandin({ token: crypto.randomUUID() });
  stops.standin = standin.close;
  return { BASE_VN_URL: standin.url, BASE_VN_TOKEN: standin.token, BASE_VN_WORKFLOW_IDS: standin.workflowIds.join(',') };
}

async function waitForAnswers(port: number, paths: string[]): Promise<void> {
  for (const path of paths) {
    let last = '';
    for (const deadline = Date.now() + 30_000; last !== 'ok'; await sleep(50)) {
      stopping.signal.throwIfAborted();
      if (Date.now() > deadline) throw new Error(`${path} does not answer as it should: ${last.split('\n')[0]}`);
      last = await fetch(`http://127.0.0.1:${port}${path}`).then(
        async (answer) => (answer.ok ? 'ok' : `${answer.status} ${(await answer.text()).slice(0, 300)}`),
        (error: Error) => error.message,
      );
    }
  }
}

function stopOnSignals(signals: NodeJS.Signals[]): void {
  for (const signal of signals) process.on(signal, () => void stop(0));
  process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
    // A full disk ends nothing: reads go on, and writes do when there is room.
    if (error.code === 'ENOSPC') return printError(describeFolderProblem(error, dataDirOf(process.env)));
    console.error(error);
    void stop(1);
  });
  // The parent Node process was killed: otherwise it would have passed the signal on.
  process.on('disconnect', () => void stop(0));
  if (process.connected === false) void stop(0);
  // npm, when it is killed, passes nothing on either: its end shows in who our parent is.
  const parent = Number(process.env.TENSU_PARENT_PID);
  if (parent > 0) setInterval(() => process.ppid !== parent && void stop(0), 500).unref();
}

async function stop(code: number): Promise<void> {
  if (stopping.signal.aborted) return;
  stopping.abort();
  for (const end of Object.values(stops)) {
    try {
      await end?.();
    } catch (error) {
      console.error((error as Error).message);
    }
  }
  process.exit(code);
}
