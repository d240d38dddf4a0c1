import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** `npm run bench` measures everything, a table each; `npm run bench -- http export` only those. Figures hold for a quiet machine. */
const BENCHES = {
  compute: 'calculation-compute.ts',
  calculation: 'calculation-run.ts',
  month: 'month.ts',
  seals: 'seals.ts',
  web: 'web.ts',
  libraries: 'libraries.ts',
  http: 'http.ts',
  picker: 'picker.ts',
  streams: 'streams.ts',
  soak: 'soak.ts',
  export: 'export.ts',
  import: 'import.ts',
  uploads: 'uploads.ts',
  workbooks: 'xlsx-workerd.ts',
  'workbook-libraries': 'workbook-libraries.ts',
  flood: 'flood.ts',
  mixed: 'mixed.ts',
  kills: 'kills.ts',
};

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(1);
}
for (const [name, file] of Object.entries(BENCHES)) {
  if (requested.length > 0 && !requested.includes(name)) continue;
  console.info(`\n== ${name}`);
  const bench = spawn(process.execPath, [join(import.meta.dirname, 'bench', file)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => bench.kill(signal) && process.exit(1));
  const [code] = await once(bench, 'exit');
  if (code !== 0) process.exitCode = 1;
}
