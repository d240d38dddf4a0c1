import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeSettings, makeEnvExample } from '../../scripts/docs/settings.ts';
import { findStaleFiles } from '../../scripts/docs.ts';
import { ENVIRONMENT_SETTINGS, listSettingNames } from '../../worker/platform/environment-settings.ts';

describe('generated documents', () => {
  it('are up to date with contracts, rights and settings', () => {
    expect(findStaleFiles(), 'run `npm run docs` and commit what it writes').toEqual([]);
  });

  it('name every setting, in operations and in .env.example', () => {
    const list = describeSettings();
    const example = makeEnvExample();
    for (const name of Object.keys(ENVIRONMENT_SETTINGS)) {
      expect(list, name).toContain(`- \`${name}\` (`);
      expect(example, name).toContain(`\n#${name}=`);
    }
  });

  it('give no secret a value', () => {
    for (const name of listSettingNames(({ secret }) => secret === true)) expect(makeEnvExample(), name).toContain(`\n#${name}=\n`);
  });
});

describe('documents written by hand', () => {
  const root = resolve(import.meta.dirname, '../..');
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const files = ['README.md', ...readdirSync(join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : []))];

  it.each(files)('%s names files and folders that exist', (file) => {
    const named = [...read(file).matchAll(/`((?:worker|web|scripts|tests|docs|migrations)\/[\w./-]+)`/g)].map(([, path]) => path!);
    // The list of security names tests without their ending.
    expect(named.filter((path) => !existsSync(join(root, path)) && !existsSync(join(root, `tests/${path}.test.ts`)))).toEqual([]);
  });

  it.each(files)('%s has lines of at most 160 characters', (file) => {
    const long = read(file)
      .split('\n')
      .filter((line) => line.length > 160);
    expect(long).toEqual([]);
  });

  it('the list of security names tests that exist', () => {
    const held = read('docs/security.md').split('## Not held')[0]!;
    const named = [...held.replaceAll('\n  ', ' ').matchAll(/^- .*\*By\*: (.*)$/gm)].flatMap(([, by]) =>
      [...by!.matchAll(/`((?:\w+\/)*[\w-]+)`/g)].map(([, name]) => name!),
    );
    expect(named.length).toBeGreaterThan(60);
    const places = (name: string) => [`tests/${name}.test.ts`, `tests/api/${name}.test.ts`];
    expect(named.filter((name) => !places(name).some((path) => existsSync(join(root, path))))).toEqual([]);
  });

  it.each(files)('%s names commands and measurements that exist', (file) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const commands = [...read(file).matchAll(/npm run ([a-z:]+)/g)].map(([, name]) => name!);
    expect(commands.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
    const benches = [...read(file).matchAll(/npm run bench -- ([a-z -]+)/g)].flatMap(([, names]) => names!.trim().split(' '));
    const known = /^const BENCHES = \[(.*)\]/m.exec(read('scripts/bench.ts'))![1]!.replaceAll(/[' ]/g, '').split(',');
    expect(benches.filter((name) => !known.includes(name))).toEqual([]);
  });
});
