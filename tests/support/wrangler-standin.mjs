#!/usr/bin/env node
// Stands in for wrangler: keeps what it was told to make in the JSON file that WRANGLER_STANDIN names, and answers as wrangler does.
// With `killAtChange` it ends the program that runs it, and everything of its process group, once a command has changed something.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const file = process.env.WRANGLER_STANDIN;
const state = JSON.parse(readFileSync(file, 'utf8'));
const [first, ...rest] = process.argv.slice(2);
const args = first === '--cwd' ? rest.slice(1) : [first, ...rest];
const folder = first === '--cwd' ? rest[0] : undefined;
const command = args.join(' ');
const option = (name) => args[args.indexOf(name) + 1];
const readConfig = (path) => JSON.parse(readFileSync(path, 'utf8'));

function fail(message) {
  console.error(message);
  process.exit(1);
}

function make(list, name) {
  if (state.refuses) fail(state.refuses);
  if (list.includes(name)) fail(`${name} already exists`);
  list.push(name);
}

function deployWorker() {
  const config = readConfig(option('--config'));
  if (args.includes('--dry-run')) return;
  const given = args.includes('--secrets-file') ? JSON.parse(readFileSync(option('--secrets-file'), 'utf8')) : {};
  const before = state.workers[config.name] ?? { secrets: {}, vars: {} };
  const secrets = { ...before.secrets, ...given };
  const missing = config.secrets.required.filter((name) => !(name in secrets));
  if (missing.length > 0) fail(`The following required secrets have not been set: ${missing.join(', ')}`);
  for (const { queue } of config.queues.consumers) if (!state.queues.includes(queue)) fail(`Queue ${queue} does not exist`);
  const vars = args.flatMap((name, at) => (name === '--var' ? [args[at + 1]] : [])).map((pair) => pair.split(/:(.*)/s).slice(0, 2));
  state.workers[config.name] = {
    secrets,
    vars: { ...before.vars, ...Object.fromEntries(vars) },
    placement: config.placement,
    crons: config.triggers.crons,
    mail: config.send_email.length,
  };
}

function deployPages() {
  const { name, pages_build_output_dir, services } = readConfig(join(folder, 'wrangler.json'));
  if (!(name in state.pages)) fail(`Project ${name} does not exist`);
  if (state.pagesDeployDoesNothing) return;
  const page = readFileSync(join(pages_build_output_dir, 'index.html'), 'utf8');
  state.pages[name] = { version: /<meta name="version" content="([^"]+)"/.exec(page)[1], api: services[0].service };
}

const commands = {
  'r2 bucket info': () => state.buckets.includes(args[3]) || fail('The specified bucket does not exist.'),
  'r2 bucket create': () => make(state.buckets, args[3]),
  'r2 bucket lock list': () => console.info(state.locks.join('\n')),
  'r2 bucket lock add': () => make(state.locks, args[5]),
  'queues info': () => state.queues.includes(args[2]) || fail(`Queue ${args[2]} does not exist.`),
  'queues create': () => make(state.queues, args[2]),
  'pages project list': () =>
    console.info(JSON.stringify(Object.keys(state.pages).map((name) => ({ 'Project Name': name, 'Project Domains': state.domain })))),
  'pages project create': () => {
    if (args[3] in state.pages) fail('A project with this name already exists');
    state.pages[args[3]] = {};
  },
  'pages deploy': deployPages,
  'secret list': () => {
    const worker = state.workers[option('--name')] ?? fail(`Worker "${option('--name')}" not found.`);
    console.info(JSON.stringify(Object.keys(worker.secrets).map((name) => ({ name, type: 'secret_text' }))));
  },
  deploy: deployWorker,
};

const [, run] = Object.entries(commands).find(([name]) => command.startsWith(name)) ?? fail(`the stand-in knows no ${command}`);
const before = JSON.stringify(state);
run();
const changed = JSON.stringify(state) !== before;
state.calls.push(command);
writeFileSync(file, JSON.stringify(state));
if (state.killAtChange && changed) process.kill(0, 'SIGKILL');
