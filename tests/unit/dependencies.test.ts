import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findLockProblems, isFreeLicence, type Lock, parseAdvisories } from '../../scripts/run/dependencies.ts';

const HASH = { integrity: 'sha512-AAAA' };
const problems = (packages: Lock, stated: Record<string, unknown> = {}) => findLockProblems(packages, (place) => stated[place]);

describe('the packages of a lock file', () => {
  it('pass when each is pinned by its hash and each that is shipped is free', () => {
    const packages = {
      '': { version: '1' },
      'node_modules/a': { ...HASH, license: 'MIT' },
      'node_modules/a/node_modules/@b/c': { ...HASH, license: '(MIT OR GPL-3.0-only)' },
      'node_modules/tool': { ...HASH, license: 'LGPL-3.0-or-later', dev: true },
    };
    expect(problems(packages, { 'node_modules/a': 'MIT' })).toEqual([]);
  });

  it('are refused without a hash, those for development too', () => {
    expect(problems({ 'node_modules/@a/b': { license: 'MIT' }, 'node_modules/c': { integrity: 'md5-x', dev: true } })).toEqual([
      '@a/b: package-lock.json holds no hash of its content',
      'c: package-lock.json holds no hash of its content',
    ]);
  });

  it('are refused when what is shipped has no licence, none that is free, or states another one itself', () => {
    const packages = {
      'node_modules/none': HASH,
      'node_modules/viral': { ...HASH, license: 'AGPL-3.0-only' },
      'node_modules/other': { ...HASH, license: 'MIT' },
    };
    expect(problems(packages, { 'node_modules/other': 'SEE LICENSE IN LICENSE.txt' })).toEqual([
      'none: its licence is not known to be free: none',
      'viral: its licence is not known to be free: "AGPL-3.0-only"',
      'other: its licence is not known to be free: "MIT", "SEE LICENSE IN LICENSE.txt"',
    ]);
  });

  it.each([
    ['MIT', true],
    ['(Apache-2.0 OR GPL-2.0-only)', true],
    ['MIT AND OFL-1.1', true],
    ['MIT AND GPL-2.0-only', false],
    ['MIT AND (GPL-2.0-only OR ISC)', false],
    ['UNLICENSED', false],
    ['', false],
    [['MIT'], false],
  ])('take %j as free: %s', (licence, free) => expect(isFreeLicence(licence)).toBe(free));
});

describe('what an audit says', () => {
  const answered = (vulnerabilities: object) => JSON.stringify({ metadata: { vulnerabilities: {} }, vulnerabilities });
  const found = { name: 'bad', range: '<2.0.0', via: [{ title: 'Reads any file' }, 'worse'] };

  it('names each package with an advisory that is high or critical, no others', () => {
    const answer = answered({
      low: { ...found, severity: 'moderate' },
      bad: { ...found, severity: 'high' },
      worse: { ...found, name: 'worse', severity: 'critical', via: [{ title: 'Runs any code' }] },
    });
    expect(parseAdvisories(answer)).toEqual({
      found: ['bad <2.0.0 (high): Reads any file; through worse', 'worse <2.0.0 (critical): Runs any code'],
    });
    expect(parseAdvisories(answered({}))).toEqual({ found: [] });
  });

  it.each([
    ['a registry that takes no such question', '{"message":"405 Method Not Allowed","statusCode":405}', '405'],
    ['no network', '{"error":{"code":"ENOTFOUND","summary":"request failed"}}', 'ENOTFOUND'],
    ['nothing', '', 'no JSON'],
    ['something else', '{}', 'no reason given'],
  ])('is no answer with %s, and finds nothing', (_, output, unanswered) =>
    expect(parseAdvisories(output)).toEqual({ unanswered, found: [] }),
  );
});

it('pins the actions of every workflow to a commit', () => {
  const folder = join(import.meta.dirname, '../../.github/workflows');
  const used = readdirSync(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/uses:\s*(\S+)/g)].map(([, action = '']) => action),
  );
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
});
