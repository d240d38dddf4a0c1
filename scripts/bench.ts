import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ensureChromium } from './run/chromium.ts';

/**
 * `npm run bench` measures everything, a table each; `npm run bench -- http export` only those. What follows the name of one is its own:
 * `npm run bench -- web --visits 1`, `npm run bench -- kills 60`. Figures hold for a quiet machine.
 */
const BENCHES = {
  compute: 'calculation-compute.ts',
  calculation: 'calculation-run.ts',
  month: 'month.ts',
  seals: 'seals.ts',
  compare: 'compare.ts',
  web: 'web.ts',
  presses: 'presses.ts',
  checking: 'checking.ts',
  libraries: 'libraries.ts',
  http: 'http.ts',
  distance: 'distance.ts',
  picker: 'picker.ts',
  search: 'search.ts',
  streams: 'streams.ts',
  soak: 'soak.ts',
  export: 'export.ts',
  import: 'import.ts',
  undo: 'undo.ts',
  uploads: 'uploads.ts',
  workbooks: 'xlsx-workerd.ts',
  'workbook-libraries': 'workbook-libraries.ts',
  flood: 'flood.ts',
  mixed: 'mixed.ts',
  kills: 'kills.ts',
  cost: 'cost.ts',
  memory: 'memory.ts',
};

/** Those that drive a browser. */
const IN_BROWSER = ['web', 'presses', 'checking', 'libraries'];

const given = process.argv.slice(2);
const isBench = (name: string) => Object.hasOwn(BENCHES, name);
const ownFrom = given.findIndex((name) => !isBench(name) && /^(--|\d)/.test(name));
const requested = ownFrom === -1 ? given : given.slice(0, ownFrom);
const own = given.slice(requested.length);
if (own.length > 0 && requested.length !== 1) {
  console.error(`${own.join(' ')} needs the name of one bench before it.`);
  process.exit(1);
}
const unknown = requested.filter((name) => !isBench(name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(1);
}
for (const [name, file] of Object.entries(BENCHES)) {
  if (requested.length > 0 && !requested.includes(name)) continue;
  if (IN_BROWSER.includes(name)) ensureChromium();
  console.info(`\n== ${name}`);
  const bench = spawn(process.execPath, [join(import.meta.dirname, 'bench', file), ...own], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => bench.kill(signal) && process.exit(1));
  const [code] = await once(bench, 'exit');
  if (code !== 0) process.exitCode = 1;
}
