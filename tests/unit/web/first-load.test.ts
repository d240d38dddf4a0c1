import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';

const web = fileURLToPath(new URL('../../../web/', import.meta.url));
const BUDGET = 170_000;

let chunks: Map<string, Rolldown.OutputChunk>;
let html = '';
/** The texts beside the files of the app, by name. */
let assets: Map<string, string>;

beforeAll(async () => {
  const before = process.env.NODE_ENV;
  // React's development build would be measured otherwise.
  process.env.NODE_ENV = 'production';
  const built = (await build({
    configFile: `${web}vite.config.ts`,
    logLevel: 'error',
    build: { write: false },
  })) as Rolldown.RolldownOutput;
  process.env.NODE_ENV = before;
  chunks = new Map(built.output.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]));
  assets = new Map(built.output.flatMap((file) => (file.type === 'asset' ? [[file.fileName, String(file.source)] as const] : [])));
  html = assets.get('index.html')!;
});

describe('the first load', () => {
  it.each(['auth/login.tsx', 'dashboard/page.tsx'])('of %s stays within 170 kB of gzipped JavaScript', (page) => {
    const files = new Set([...firstFiles(), ...together(chunkOf(`features/${page}`))]);
    const bytes = [...files].reduce((sum, name) => sum + gzipSync(chunks.get(name)!.code).length, 0);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThanOrEqual(BUDGET);
  });

  it('is followed by nothing that belongs to other pages', () => {
    const later = together(chunkOf('layout/document-listeners.tsx'));
    expect([...later].filter((name) => !firstFiles().has(name))).toHaveLength(1);
  });

  it('is only fetched by the page: start.js runs it once the first calls have been made', () => {
    expect(html).not.toMatch(/<script[^>]*type="module"/);
    const [, app] = /<script src="\/start\.js" data-app="(frame-[^"]+)">/.exec(html) ?? [];
    expect(html).toContain(`<link rel="modulepreload" crossorigin data-first href="/assets/${app}">`);
  });

  it('has styles that ask no element for its language, which each would look for up to the page', () => {
    const styles = [...assets].flatMap(([name, text]) => (/\/frame-[^/]+\.css$/.test(name) ? [text] : []));
    expect(styles).toHaveLength(1);
    expect(styles[0]).toContain('.data-table');
    expect(styles[0]).not.toContain(':lang(');
  });

  it('needs neither inline scripts nor inline styles', () => {
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/);
  });
});

it.each([
  'directs/list.tsx',
  'directs/techousei.tsx',
  'users/list.tsx',
  'totals/page.tsx',
  'totals/total-customers.tsx',
  'month-close/statements/page.tsx',
  'calculation/page.tsx',
])('%s brings the file of the lists along, and not that of the forms', (page) => {
  const files = [...together(chunkOf(`features/${page}`))].map((name) => chunks.get(name)!.name);
  expect(files).toContain('lists');
  expect(files).not.toContain('forms');
});

it('comes with the notices of every package that it ships, and of its fonts', () => {
  const modules = [...chunks.values()].flatMap(({ moduleIds }) => moduleIds);
  const packages = new Set(
    modules.map((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1]).filter((name) => name !== undefined),
  );
  expect(packages.size).toBeGreaterThan(20);
  const notices = assets.get('licenses.txt') ?? '';
  expect([...packages].filter((name) => !notices.includes(name))).toEqual([]);
  expect(assets.get('licenses-fonts.txt')).toMatch(/SIL OPEN FONT LICENSE[\s\S]*SIL OPEN FONT LICENSE/);
});

const chunkOf = (module: string) => [...chunks.values()].find((chunk) => chunk.facadeModuleId === `${web}${module}`)!;

/** The files that index.html names, with what they import. */
function firstFiles(): Set<string> {
  const named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map((match) => match[1]!);
  return new Set(named.flatMap((name) => [...together(chunks.get(name)!)]));
}

function together(chunk: Rolldown.OutputChunk, found = new Set<string>()): Set<string> {
  if (found.has(chunk.fileName)) return found;
  found.add(chunk.fileName);
  for (const name of chunk.imports) together(chunks.get(name)!, found);
  return found;
}
