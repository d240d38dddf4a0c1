import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { requireBackup, requireBackupFile } from '../../../scripts/run/dump.ts';
import { readOptions } from '../../../scripts/run/read-options.ts';
import { readKeptBackupKey } from '../../../scripts/run/settings.ts';

const KEY = 'k'.repeat(32);
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tensu-scripts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('an option that a script does not have is refused with the usage, before anything is done', () => {
  const read = (...args: string[]) => readOptions('Usage: x', { out: { type: 'string' }, drill: { type: 'boolean' } }, args);
  expect(read('--out', 'a', '--drill')).toMatchObject({ out: 'a', drill: true });
  for (const [args, told] of [
    [['--dry-run'], "Unknown option '--dry-run'"],
    [['backup.enc'], "Unexpected argument 'backup.enc'"],
    [['--out'], "Option '--out <value>' argument missing"],
    [['--drill=yes'], "Option '--drill' does not take an argument"],
  ] as const)
    expect(() => read(...args), args.join(' ')).toThrow(new RegExp(`^${told.replace(/[<>]/g, '.')}[^\n]*\\.\nUsage: x$`));
});

it('a mistyped option migrates nothing', async () => {
  const dataDir = join(folder, 'data');
  const ended = promisify(execFile)(process.execPath, ['scripts/migrate.ts', '--dry-run'], { env: { ...process.env, DATA_DIR: dataDir } });
  await expect(ended).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Unknown option '--dry-run'\.\nUsage: npm run migrate\n/),
  });
  expect(existsSync(dataDir)).toBe(false);
}, 60_000);

it('a step that there is not is told in one sentence', async () => {
  const ended = promisify(execFile)(process.execPath, ['scripts/check.ts', 'tpyes']);
  await expect(ended).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^There is no step tpyes; there are types, [^\n]*\.\n$/),
  });
}, 60_000);

it('a file that is no backup is refused by name before a data folder is made', async () => {
  const file = join(folder, 'list.xlsx');
  await expect(requireBackup(file, KEY)).rejects.toThrow(`The backup ${file} or its folder is not there: correct the path.`);
  await expect(requireBackupFile(file)).rejects.toThrow(`The backup ${file} or its folder is not there: correct the path.`);
  await expect(requireBackup(folder, KEY)).rejects.toThrow(`The backup ${folder} is a folder: name a file.`);
  for (const text of ['', 'x', 'PK and more of a workbook']) {
    writeFileSync(file, text);
    await expect(requireBackup(file, KEY), text).rejects.toThrow(`${file} is no backup of Tensu`);
  }
});

it('the key of a backup that is restored is never made anew', () => {
  expect(() => readKeptBackupKey({ DATA_DIR: folder })).toThrow(`BACKUP_KEY is not set, and DATA_DIR=${folder} keeps no key.`);
  expect(readdirSync(folder)).toEqual([]);
  writeFileSync(join(folder, 'backup-key'), KEY);
  expect(readKeptBackupKey({ DATA_DIR: folder })).toBe(KEY);
  expect(readKeptBackupKey({ DATA_DIR: folder, BACKUP_KEY: 'another' })).toBe('another');
});
