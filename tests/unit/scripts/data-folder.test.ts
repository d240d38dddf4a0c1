import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFileLog } from '../../../scripts/run/log.ts';
import { openCronRecord } from '../../../scripts/run/missed-crons.ts';
import { openDatabase } from '../../../scripts/run/open-database.ts';
import { describeFolderProblem } from '../../../scripts/run/problems.ts';
import { readSettings } from '../../../scripts/run/settings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tensu-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a log that cannot be written ends nothing, and says how many lines are missing when it can be written again', () => {
  const log = createFileLog(join(folder, 'logs/site.log'));
  log('first\n');
  rmSync(join(folder, 'logs'), { recursive: true });
  writeFileSync(join(folder, 'logs'), 'in its way');
  log('second\nthird');
  rmSync(join(folder, 'logs'));
  log('fourth');
  const lines = readFileSync(join(folder, 'logs/site.log'), 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => line.replace(/^\S+ /, ''))).toEqual(['2 lines before this one could not be written', 'fourth']);
});

it('a data folder or an address on which nothing can work is told in one sentence', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const start = (env: object) => () => readSettings({ SEED: 'none', DATA_DIR: join(folder, 'data'), ...env });
  expect(start({ DATA_DIR: file })).toThrow(`DATA_DIR=${file} is a file. Set it to a folder.`);
  expect(start({ DATA_DIR: join(file, 'below') })).toThrow(/^DATA_DIR=\S+ cannot be made \(ENOTDIR\): the folder above it is/);
  expect(start({ LIBSQL_URL: 'turso' })).toThrow(/^LIBSQL_URL=turso is no address of a libSQL server, such as /);
  expect(start({ LIBSQL_URL: 'ftp://example.com' })).toThrow(/^LIBSQL_URL=ftp:\/\/example\.com is no address/);
  await expect(openDatabase({ LIBSQL_URL: 'http://127.0.0.1:9' })).rejects.toThrow(
    /^The database server at LIBSQL_URL=http:\/\/127\.0\.0\.1:9 does not answer as it should \(.+\)\. Start it, or correct /,
  );
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(describeFolderProblem(full, '/data')).toMatch(/^The disk that holds DATA_DIR=\/data is full\./);
  const readOnly = Object.assign(new Error("EROFS: read-only file system, mkdir '/data'"), { code: 'EROFS' });
  expect(describeFolderProblem(readOnly, '/data')).toMatch(/^DATA_DIR=\/data cannot be written \(EROFS\)\./);
});

it('a script with a mistyped data folder makes no company of its own there', async () => {
  mkdirSync(join(folder, 'data'));
  for (const DATA_DIR of [join(folder, 'data'), join(folder, 'dta')]) {
    const told = `There is no database in DATA_DIR=${DATA_DIR}. Correct DATA_DIR, or start the site there first with npm start.`;
    await expect(openDatabase({ DATA_DIR })).rejects.toThrow(told);
  }
  expect(readdirSync(folder)).toEqual(['data']);
  expect(readdirSync(join(folder, 'data'))).toEqual([]);
});

it('a cron whose time came while the site was stopped is missed once; one that never ran is not', () => {
  const file = join(folder, 'crons.json');
  const [nightly, digest] = ['0 20 * * *', '0 10 * * *'];
  const at = (day: number, hour: number) => new Date(Date.UTC(2026, 10, day, hour, 30));
  const record = openCronRecord(file);
  expect(record.findMissed([nightly, digest], at(20, 12))).toEqual([]);
  record.noteRun(nightly, at(20, 20));
  expect(openCronRecord(file).findMissed([nightly, digest], at(20, 23))).toEqual([]);
  const later = openCronRecord(file);
  expect(later.findMissed([nightly, digest], at(23, 9))).toEqual([nightly, digest]);
  later.noteRun(nightly, at(23, 9));
  expect(openCronRecord(file).findMissed([nightly, digest], at(23, 9))).toEqual([digest]);
});
