import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import * as viPages from '../web/i18n/vi-pages.ts';
import type { EntityContract } from '../worker/contracts/contract.ts';
import { CONTRACTS, contractOf, ENTITY_NAMES } from '../worker/contracts/contracts.ts';
import { FIND } from '../worker/contracts/field-filters.ts';
import { RESOURCES } from '../worker/resources/registry.ts';

const ROOT = resolve(import.meta.dirname, '..');
const FILES = ['worker', 'web', 'scripts', 'tests'].flatMap(filesIn);
const IMPORTS = FILES.filter(isCode).flatMap((file) => importsOf(file).map((target) => ({ file, target })));

describe('who may import whom', () => {
  const fences: { from: RegExp; may: RegExp[] }[] = [
    { from: /^web\//, may: [/^web\//, /^worker\/(contracts|platform\/text)\//, /^npm:/] },
    { from: /^worker\/contracts\//, may: [/^worker\/contracts\//, /^worker\/platform\/text\/(clean-text|text-forms)\.ts$/, /^npm:zod$/] },
    { from: /^worker\/platform\//, may: [/^worker\/(platform|contracts)\//, /^npm:/] },
    { from: /^worker\/platform\/text\//, may: [/^worker\/platform\/text\//, /^worker\/contracts\/value-forms\.ts$/] },
    { from: /^worker\/platform\/db\/schema\//, may: [/^worker\/platform\/db\/(schema|columns)/, /^npm:drizzle-orm/] },
    {
      from: /^worker\/platform\/db\//,
      may: [
        /^npm:node:async_hooks$/,
        /^worker\/platform\/(db\/|(errors|clock|turn-queue|text\/text-forms)\.ts$)/,
        /^npm:(drizzle-orm|@libsql\/(client|core))/,
      ],
    },
    {
      from: /^worker\/platform\/xlsx\//,
      may: [/^worker\/platform\/xlsx\//, /^worker\/platform\/reuse-buffer\.ts$/, /^worker\/contracts\//, /^npm:/],
    },
    {
      from: /^worker\/platform\/deps\.ts$/,
      may: [/^worker\/platform\/(clock|crawl-source|db\/client|queue\/(messages|waiting-work))\.ts$/],
    },
    { from: /^worker\/platform\/crawl-source\.ts$/, may: [/^worker\/(contracts|platform\/text)\//] },
    {
      from: /^worker\/platform\/queue\//,
      may: [
        /^worker\/platform\/(queue|text|db)\/(?!schema)/,
        /^worker\/platform\/(auth\/job-owner|call-routes|caller|clock|deps|errors)\.ts$/,
        /^worker\/contracts\/(calls\/(run-status|runs)|roles|text)\.ts$/,
        /^npm:(drizzle-orm|zod)/,
      ],
    },
    {
      from: /^worker\/crud\//,
      may: [
        /^worker\/(crud|contracts|platform\/text)\/(?!entities\/|contracts\.ts)/,
        /^worker\/platform\/db\/(?!schema)/,
        /^worker\/platform\/(byte-stream|caller|clock|crypto|deps|errors|idempotency|parse-call|request-body)\.ts$/,
        /^npm:(drizzle-orm|hono|zod|@libsql\/client)/,
      ],
    },
    {
      from: /^worker\/resources\//,
      may: [
        /^worker\/(resources|crud|contracts|platform\/db|platform\/text|features\/calculation\/engine)\//,
        /^worker\/platform\/(caller|clock|department-scope|errors|office-settings|auth\/password-problem|auth\/passwords|rich-text)\.ts$/,
        /^npm:drizzle-orm/,
      ],
    },
    {
      from: /^worker\/features\/calculation\/engine\//,
      may: [/^worker\/features\/calculation\/engine\//, /^worker\/(contracts|platform\/text)\//],
    },
    {
      from: /^worker\/features\/crawl\/normalize\//,
      may: [/^worker\/(features\/crawl\/normalize\/|platform\/crawl-source\.ts)/, /^worker\/(contracts|platform\/text)\//, /^npm:/],
    },
    { from: /^worker\/features\//, may: [/^worker\/(features|resources|crud|platform|contracts)\//, /^npm:/] },
    { from: /^worker\/index\.ts$/, may: [/^worker\/(app|consumer|env|schedule|platform\/deps|platform\/queue\/messages)\.ts$/, /^npm:/] },
    { from: /^worker\//, may: [/^worker\//, /^npm:/] },
  ];

  it.each(fences)('$from stays inside its fence', ({ from, may }) => {
    const inside = IMPORTS.filter(({ file }) => from.test(file));
    expect(inside.length).toBeGreaterThan(0);
    const strays = inside.filter(({ target }) => !may.some((allowed) => allowed.test(target)));
    expect(strays.map(({ file, target }) => `${file} → ${target}`)).toEqual([]);
  });

  it.each(['worker', 'web'])('the features of %s import each other one way', (side) => {
    const featureOf = (file: string) => new RegExp(`^${side}/features/([^/]+)/`).exec(file)?.[1];
    const pairs = IMPORTS.flatMap(({ file, target }) => {
      const [from, to] = [featureOf(file), featureOf(target)];
      return from && to && from !== to ? [{ file: from, target: to }] : [];
    });
    expect(pairs.length).toBeGreaterThan(5);
    expect(findCircles([...new Set(pairs.flatMap(({ file, target }) => [file, target]))], pairs)).toEqual([]);
  });

  it('no file imports itself, not even through others and for a type', () => {
    expect(findCircles(FILES.filter((file) => isCode(file) && !file.startsWith('web/')))).toEqual([]);
  });

  it('the pure parts reach no database and no clock, not even through others', () => {
    const pure = FILES.filter(
      (file) =>
        /^worker\/(features\/calculation\/engine\/|features\/crawl\/normalize\/|contracts\/|platform\/text\/)/.test(file) && isCode(file),
    );
    const reached = reachable(pure);
    expect(
      [...reached].filter((file) =>
        /^worker\/(crud|resources|env|platform\/(db|queue|auth|clock|deps))|^npm:(drizzle|@libsql|hono)/.test(file),
      ),
    ).toEqual([]);
    const texts = pure.map((file) => [file, read(file)] as const);
    expect(texts.filter(([, text]) => /Date\.now|new Date\(\)|Math\.random|\bfetch\(/.test(text)).map(([file]) => file)).toEqual([]);
  });

  it('nothing of the worker imports what only Node has, but for what workerd has too', () => {
    const node = IMPORTS.filter(
      ({ file, target }) => file.startsWith('worker/') && /^npm:node:(?!async_hooks|crypto|buffer|stream|zlib)/.test(target),
    );
    expect(node).toEqual([]);
  });

  it('only worker/platform/xlsx knows the zip library', () => {
    const of = (name: string) =>
      IMPORTS.filter(({ target, file }) => target === `npm:${name}` && !file.startsWith('tests/')).map(({ file }) => file);
    expect(of('@zip.js/zip.js').filter((file) => !/^(worker\/platform\/xlsx|scripts\/bench)\//.test(file))).toEqual([]);
  });

  it('neither the engine of the entities, nor its screens, nor the ground below name one', () => {
    const names = RESOURCES.map(({ contract }) => contract.name).filter((name) => name.length > 3);
    const quoted = new RegExp(`['"\`](${names.join('|')})['"\`]`);
    const kits = /^(worker|web)\/crud\/|^worker\/platform\/(?!db\/schema\/)/;
    expect(FILES.filter((file) => kits.test(file) && quoted.test(read(file)))).toEqual([]);
  });

  it('screens ask one file who may do what: no other of the web app names a role or a grant', () => {
    const named = /\b(ADMIN|STAFF|ALL_ROLES)\b|roles\.includes|\bisGranted\(/;
    const own = ['web/layout/access.ts', 'web/api/session.tsx'];
    expect(FILES.filter((file) => file.startsWith('web/') && isCode(file) && !own.includes(file) && named.test(read(file)))).toEqual([]);
  });
});

describe('rights', () => {
  it('name roles in the contracts only', () => {
    // In contracts a role is declared; on screen 'Checked' is also the English word for the flag.
    const literal = /(?<!\ben: )(['"`])(Admin|Writer|Checked|Viewer)\1/;
    const code = FILES.filter(
      (file) => isCode(file) && /^worker\/(?!contracts\/)|^web\/(?!i18n\/|layout\/access\.ts|.+\/en\.ts)/.test(file),
    );
    expect(code.filter((file) => literal.test(read(file)))).toEqual([]);
  });

  it('compare a department with the actor in one file', () => {
    const compared = /department_id\s*(\?\?|===|!==)|(===|!==)\s*\w*\.?department_id/;
    const own = ['worker/platform/department-scope.ts', 'worker/platform/auth/create-caller.ts', 'worker/resources/directs.ts'];
    const code = FILES.filter((file) => isCode(file) && file.startsWith('worker/') && !own.includes(file));
    expect(code.filter((file) => compared.test(read(file)))).toEqual([]);
  });
});

describe('the web app', () => {
  const screens: { from: RegExp; may: RegExp[] }[] = [
    { from: /^web\/ui\//, may: [/^web\/(ui|i18n)\//, /^worker\/(contracts\/text\.ts|platform\/text\/)/, /^npm:/] },
    {
      from: /^web\/layout\//,
      may: [/^web\/(layout|ui|api|i18n)\//, /^worker\/(contracts|platform\/text)\//, /^npm:/],
    },
    { from: /^web\/crud\//, may: [/^web\/(crud|layout|ui|api|i18n)\//, /^worker\/(contracts\/(?!entities\/)|platform\/text\/)/, /^npm:/] },
  ];

  it.each(screens)('$from imports one way: features → crud → layout → ui', ({ from, may }) => {
    const inside = IMPORTS.filter(({ file }) => from.test(file));
    expect(inside.length).toBeGreaterThan(0);
    const strays = inside.filter(({ target }) => !may.some((allowed) => allowed.test(target)));
    expect(strays.map(({ file, target }) => `${file} → ${target}`)).toEqual([]);
  });

  it('takes of declared calls and of answers only their types, so that no page loads the schemas', () => {
    const values = /^import (?!type )[^;]*calls\/(?:declared|answers)\//m;
    expect(FILES.filter((file) => file.startsWith('web/') && isCode(file) && values.test(read(file)))).toEqual([]);
  });

  it('has primitives that never fetch', () => {
    const fetching = /\bfetch\(|XMLHttpRequest|useQuery|useMutation/;
    expect(FILES.filter((file) => file.startsWith('web/ui/') && isCode(file) && fetching.test(read(file)))).toEqual([]);
  });

  it('has a screen kit that never names an entity', () => {
    const names = RESOURCES.map(({ contract }) => contract.name).filter((name) => name.length > 3);
    const quoted = new RegExp(`['"\`](${names.join('|')})['"\`]`);
    expect(FILES.filter((file) => file.startsWith('web/crud/') && isCode(file) && quoted.test(read(file)))).toEqual([]);
  });
});

describe('the code', () => {
  it('has names in kebab-case, or those of its entities', () => {
    const entities = RESOURCES.map(({ contract }) => contract.name);
    const odd = FILES.filter((file) => {
      const name = file.split('/').at(-1)!.split('.')[0]!;
      return !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) && !entities.includes(name) && name !== '[[path]]' && name !== '_headers';
    });
    expect(odd).toEqual([]);
  });

  it('has no drawer for everything', () => {
    const drawers = /(^|\/)(utils?|helpers?|commons?|misc|types|managers?|services?|shared|lib)(\/|\.[a-z]+$)/;
    expect(FILES.filter((file) => drawers.test(file))).toEqual([]);
  });

  it('has files that fit on a few screens', () => {
    const long = FILES.filter((file) => isCode(file) && /^(worker|web|scripts)\//.test(file) && read(file).split('\n').length > 251);
    expect(long).toEqual([]);
  });

  it.each([
    ['worker/crud/', 2070],
    ['web/crud/', 8110],
    ['web/ui/', 3950],
  ])('has a kit small enough to read: %s in %i lines', (folder, lines) => {
    const counts = FILES.filter((file) => file.startsWith(folder) && isCode(file)).map((file) => read(file).split('\n').length);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThan(lines);
  });

  it('exports by name, and imports files with their extension', () => {
    const code = FILES.filter((file) => isCode(file) && /^(worker|web)\//.test(file));
    const lazy = code.flatMap((file) =>
      [...read(file).matchAll(/\bimport\(\s*'(\.[^']+)'/g)].map(([, name]) => join(dirname(file), name!)),
    );
    const byDefault = code.filter((file) => /^export default/m.test(read(file)) && !file.endsWith('.config.ts') && !lazy.includes(file));
    expect(byDefault).toEqual(['worker/index.ts']);
    const bare = code.flatMap((file) =>
      specifiers(file)
        .filter((name) => /^(\.|#)/.test(name) && !/\.\w+(\?\w+)?$/.test(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(bare).toEqual([]);
  });

  it('draws login and overview with the texts that ship first', () => {
    // Other pages are reached through the routes and the entities' screens, and wait for the texts of `vi-pages.ts`.
    const first = reachable(
      ['web/main.tsx', 'web/features/auth/login.tsx', 'web/features/dashboard/page.tsx'],
      ['web/routes.tsx', 'web/entity-screens.ts'],
    );
    const waitsItself = (file: string) => read(file).includes('\nawait loadPageTexts();');
    const key = new RegExp(`['"\`](?:${Object.keys(viPages).join('|')})\\.[a-z_$]+`);
    const naming = [...first].filter(
      (file) => FILES.includes(file) && isCode(file) && !file.startsWith('web/i18n/') && key.test(read(file)) && !waitsItself(file),
    );
    expect(first.size).toBeGreaterThan(100);
    expect(naming).toEqual([]);
  });

  it('has its texts in catalogues and contracts, not beside the screens that show them', () => {
    // Whole pages of text, the names of the languages, and what the history tells of tables without a contract.
    const own =
      /^web\/(i18n|features\/static|layout\/help)\/|^web\/features\/.+\/(vi|en)\.ts$|^web\/layout\/preference-buttons\.tsx$|^web\/features\/history\/recorded\.ts$/;
    const bilingual = FILES.filter((file) => file.startsWith('web/') && isCode(file) && !own.test(file) && /\bvi: ['"`]/.test(read(file)));
    expect(bilingual).toEqual([]);
  });

  it('writes the range of a month or a period in one file', () => {
    const range = /(?:henkyaku_hi|rate_at|\$\{(?:day|date)\}) >= .{0,60}? AND .{0,40}?(?:henkyaku_hi|rate_at|\$\{(?:day|date)\}) <=? /;
    const code = FILES.filter((file) => isCode(file) && file.startsWith('worker/') && file !== 'worker/platform/db/date-ranges.ts');
    expect(code.filter((file) => range.test(read(file)))).toEqual([]);
  });

  it('reads what the database answers by name and type, not by position', () => {
    const byPosition =
      /\bResultSet\b|!\.rows\b|_RESULTS\b|\b(?:results|written)(?:\[|\.at\()|\b(?:Number|String)\(row\??\.|const \[[^\]]*\] = await [\w.]*\b(?:db|caller)\.(?:read|readMore|write)\(\[/;
    const code = FILES.filter((file) => isCode(file) && file.startsWith('worker/') && !file.startsWith('worker/platform/db/'));
    expect(code.filter((file) => byPosition.test(read(file)))).toEqual([]);
  });

  it('imports contracts and text in the web by #contracts and #text', () => {
    const direct = FILES.filter(
      (file) => file.startsWith('web/') && isCode(file) && specifiers(file).some((name) => name.includes('/worker/')),
    );
    expect(direct).toEqual([]);
  });
});

const ALL_CONTRACTS: readonly EntityContract[] = Object.values(CONTRACTS);

describe('the tests', () => {
  it('assert each value by its name or by itself, never a list of unlike ones', () => {
    expect(FILES.filter((file) => file.startsWith('tests/') && isCode(file)).flatMap(assertedLists)).toEqual([]);
  });
});

describe('the contracts', () => {
  it('stand under their own names, and point to entities only', () => {
    expect(ALL_CONTRACTS.map(({ name }) => name)).toEqual(ENTITY_NAMES);
    const refs = ALL_CONTRACTS.flatMap(({ fields }) => Object.values(fields).flatMap(({ entity }) => entity ?? []));
    expect(refs.filter((name) => contractOf(name) === undefined)).toEqual([]);
  });

  it('make no schema before `field-schemas.ts` has told the validator not to compile itself', () => {
    const schemas = FILES.filter((file) => file.startsWith('worker/contracts/') && /^import \* as z from 'zod'/m.test(read(file)));
    const isSafe = (file: string) =>
      file.endsWith('/field-schemas.ts') || /^import (?:\{[^}]*\} from )?'(?:\.{1,2}\/)+field-schemas\.ts';/m.test(read(file));
    expect(schemas.length).toBeGreaterThan(3);
    expect(schemas.filter((file) => !isSafe(file))).toEqual([]);
  });

  it('have each a place of its own in the web app, and are named and searched by what they have', () => {
    const paths = ALL_CONTRACTS.flatMap(({ path }) => path ?? []);
    expect(new Set(paths).size).toBe(paths.length);
    for (const { name, title, fields, relations, filters, path, navGroup } of ALL_CONTRACTS) {
      expect(Object.keys(fields), name).toContain(title.field);
      const [hint, ofRelation] = title.hint?.split('.') ?? [];
      if (ofRelation) expect(relations[hint!]?.pick, name).toContain(ofRelation);
      else if (hint) expect(Object.keys(fields), name).toContain(hint);
      expect(Object.keys(filters), name).toContain(FIND);
      expect(path === null && navGroup !== null, `${name} is in the sidebar without a page`).toBe(false);
    }
  });
});

/** The lines of a test that assert a list written on the spot: what failed in it is told by position only. */
function assertedLists(file: string): string[] {
  const code = read(file);
  const found: string[] = [];
  if (!code.includes('expect([')) return found;
  JSON.stringify(parseAst(code, { lang: 'ts' }), (_, node) => {
    if (node?.type === 'CallExpression' && node.callee.name === 'expect' && node.arguments[0]?.type === 'ArrayExpression') {
      const { start, elements } = node.arguments[0];
      const isWritten = elements.every((element: { type: string }) => element.type !== 'SpreadElement');
      if (isWritten) found.push(`${file}:${code.slice(0, start).split('\n').length}`);
    }
    return typeof node === 'bigint' ? null : node;
  });
  return found;
}

function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder))
    .filter((name) => !['node_modules', 'dist', 'public'].includes(name) && !name.startsWith('.'))
    .flatMap((name) => {
      const path = `${folder}/${name}`;
      return statSync(join(ROOT, path)).isDirectory() ? filesIn(path) : [path];
    });
}

function isCode(file: string): boolean {
  return /\.tsx?$/.test(file);
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

function specifiers(file: string): string[] {
  const found = read(file).matchAll(/(?:^(?:import|export)\b[^'"`;]*?from\s*|^import\s*|\bimport\(\s*)['"]([^'"\n]+)['"]/gm);
  return [...found].map(([, name]) => name!);
}

/** The imports of a file: paths from the root, or `npm:` and the package. */
function importsOf(file: string): string[] {
  return specifiers(file).map((name) => {
    if (name.startsWith('#contracts/')) return `worker/${name.slice(1)}`;
    if (name.startsWith('#text/')) return `worker/platform/${name.slice(1)}`;
    if (name.startsWith('.')) return relative(ROOT, join(ROOT, dirname(file), name.replace(/\?.*$/, '')));
    return `npm:${name}`;
  });
}

/** The files and everything that they import, but for what only `ends` import. */
function reachable(from: readonly string[], ends: readonly string[] = []): Set<string> {
  const seen = new Set<string>(from);
  for (const file of seen)
    if (isCode(file) && !ends.includes(file)) for (const { target } of IMPORTS.filter((one) => one.file === file)) seen.add(target);
  return seen;
}

/** Removes files that import none of the others, or that none imports, again and again: what is left lies on circles, or between two. */
function findCircles(files: readonly string[], imports: readonly { file: string; target: string }[] = IMPORTS): string[] {
  const kept = files.filter(
    (file) =>
      imports.some((one) => one.file === file && files.includes(one.target)) &&
      imports.some((one) => one.target === file && files.includes(one.file)),
  );
  return kept.length === files.length ? kept : findCircles(kept, imports);
}
