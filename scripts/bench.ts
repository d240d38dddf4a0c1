import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ensureChromium } from './run/chromium.ts';

/**
 * `npm run bench` measures everything, a table each; `npm run bench -- http export` only those. What follows the name of one goes to its
 * first script: `npm run bench -- web --visits 1`, `npm run bench -- load 60`. Figures hold for a quiet machine.
 */
const BENCHES = {
  http: ['http.ts'],
  distance: ['distance.ts'],
  web: ['web.ts'],
  calculation: ['calculation-run.ts'],
  import: ['import.ts'],
  export: ['export.ts'],
  memory: ['memory.ts'],
  load: ['flood.ts', 'soak.ts'],
  cost: ['cost.ts'],
  startup: ['startup.ts'],
};

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
for (const [name, file, isFirst] of Object.entries(BENCHES).flatMap(([name, files]) =>
  files.map((file, n) => [name, file, n === 0] as const),
)) {
  if (requested.length > 0 && !requested.includes(name)) continue;
  if (name === 'web') ensureChromium();
  console.info(`\n== ${name}: ${file}`);
  const bench = spawn(process.execPath, [join(import.meta.dirname, 'bench', file), ...(isFirst ? own : [])], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => bench.kill(signal) && process.exit(1));
  const [code] = await once(bench, 'exit');
  if (code !== 0) process.exitCode = 1;
}
