import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeApi } from './docs/api.ts';
import { describeSettings, makeEnvExample } from './docs/settings.ts';

const ROOT = join(import.meta.dirname, '..');
const OPERATIONS = 'docs/operations.md';

/** Files, by their place, that follow from the code, with what they should hold. */
export function generateFiles(): Record<string, string> {
  return {
    'docs/api.md': describeApi(),
    '.env.example': makeEnvExample(),
    [OPERATIONS]: replaceSettings(readExisting(OPERATIONS), describeSettings()),
  };
}

/** The generated files that do not hold what they should. */
export function findStaleFiles(): string[] {
  return Object.entries(generateFiles())
    .filter(([file, text]) => readExisting(file) !== text)
    .map(([file]) => file);
}

function readExisting(file: string): string {
  const path = join(ROOT, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** The table of settings stands between two comments of a page that is otherwise written by hand. */
function replaceSettings(page: string, table: string): string {
  const [start, end] = ['<!-- settings -->', '<!-- /settings -->'];
  const from = page.indexOf(start);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${OPERATIONS} has lost its comments ${start} and ${end}.`);
  return `${page.slice(0, from + start.length)}\n\n${table}\n${page.slice(to)}`;
}

if (import.meta.main) {
  const stale = findStaleFiles();
  const files = generateFiles();
  for (const file of stale) writeFileSync(join(ROOT, file), files[file] ?? '');
  console.info(stale.length === 0 ? 'All generated files are up to date.' : `Written: ${stale.join(', ')}.`);
}
