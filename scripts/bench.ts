import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ensureChromium } from './run/chromium.ts';

/**
 * `npm run bench` measures everything, a table each; `npm run bench -- http export` only those. What follows the name of one goes to its
 * script: `npm run bench -- web --visits 1`, `npm run bench -- soak 60`. Figures hold for a quiet machine.
 */
const BENCHES = ['http', 'distance', 'web', 'calculation', 'import', 'export', 'memory', 'soak', 'cost'];

const given = process.argv.slice(2);
const ownFrom = given.findIndex((name) => /^(--|\d)/.test(name));
const requested = ownFrom === -1 ? given : given.slice(0, ownFrom);
const own = given.slice(requested.length);
const unknown = requested.filter((name) => !BENCHES.includes(name));
if (unknown.length > 0 || (own.length > 0 && requested.length !== 1)) {
  console.error(`There is no bench ${[...unknown, ...own].join(' ')}; there are ${BENCHES.join(', ')}, and one of them takes arguments.`);
  process.exit(1);
}
for (const name of BENCHES.filter((name) => requested.length === 0 || requested.includes(name))) {
  if (name === 'web') ensureChromium();
  console.info(`\n== ${name}`);
  const bench = spawn(process.execPath, [join(import.meta.dirname, 'bench', `${name}.ts`), ...own], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => bench.kill(signal) && process.exit(1));
  const [code] = await once(bench, 'exit');
  if (code !== 0) process.exitCode = 1;
}
