import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeDatabaseFile } from '../../../scripts/run/database-file.ts';
import { readOrCreateDatabaseKey } from '../../../scripts/run/database-key.ts';
import { createFileLog } from '../../../scripts/run/log.ts';
import { openCronRecord } from '../../../scripts/run/missed-crons.ts';
import { lockDataDir, openDatabase } from '../../../scripts/run/open-database.ts';
import { checkPort, freePort } from '../../../scripts/run/ports.ts';
import { describeFolderProblem, prepareDataDir } from '../../../scripts/run/problems.ts';
import { readSettings } from '../../../scripts/run/settings.ts';
import { connectToSharedFiles } from '../../../scripts/run/shared-files.ts';

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

it('a data folder that another command or a site works on, or that a site had before it, is told in one sentence', async () => {
  const dataDir = join(folder, 'data');
  makeDatabaseFile(join(dataDir, 'database'));
  writeFileSync(join(dataDir, 'database-url'), 'http://127.0.0.1:9');
  const release = await lockDataDir(dataDir);
  await expect(openDatabase({ DATA_DIR: dataDir })).rejects.toThrow(
    /^Another command works on DATA_DIR=\S+, or its site is still starting\. Run this again/,
  );
  writeFileSync(join(dataDir, 'database-url'), 'http://127.0.0.1:9');
  await expect(openDatabase({ DATA_DIR: dataDir }, { create: true, alone: true })).rejects.toThrow(
    /^A site runs on DATA_DIR=\S+\. End it, or set DATA_DIR to another folder/,
  );
  const beside = await openDatabase({ DATA_DIR: dataDir }, { create: true });
  expect(beside.siteStorage).toBe(join(dataDir, 'storage'));
  await beside.close();
  release?.();
  await expect(connectToSharedFiles(join(dataDir, 'storage')).get('seals/a')).rejects.toThrow(
    /^The site on this data folder is still starting or ending/,
  );
});

it('a data folder that the file system does not make is told, not tried for ever', () => {
  const loop = join(folder, 'loop');
  symlinkSync(loop, loop);
  symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling'));
  for (const dataDir of [
    '/proc/tensu',
    '/proc/tensu/data',
    '/dev/null/data',
    join(folder, 'x'.repeat(300)),
    loop,
    join(folder, 'dangling'),
  ]) {
    expect(() => prepareDataDir(dataDir), dataDir).toThrow(/^DATA_DIR=\S+ cannot be (made|written) \(E[A-Z]+\).*\.$/);
  }
  prepareDataDir(join(folder, 'a/b/c'));
  expect(readdirSync(join(folder, 'a/b'))).toEqual(['c']);
});

it('what lies in the place of a file or folder of ours is named', async () => {
  const dataDir = join(folder, 'data');
  mkdirSync(join(dataDir, 'jwt-secret'), { recursive: true });
  const said = new Error(`ENOTDIR: not a directory, mkdir '${dataDir}/storage/cache'`);
  expect(describeFolderProblem(said, dataDir)).toBe(
    `${dataDir}/storage/cache is not what Tensu keeps there (ENOTDIR). Move it away, or set DATA_DIR to another folder than ${dataDir}.`,
  );
  for (const [name, make] of [
    ['database', writeFileSync],
    ['storage', writeFileSync],
    ['logs', writeFileSync],
    ['tmp', writeFileSync],
    ['crons.json', (path: string) => mkdirSync(path)],
  ] as const) {
    const path = join(dataDir, name);
    make(path, '');
    const told = new RegExp(`^${path} is not what Tensu keeps there \\(E(NOTDIR|ISDIR)\\)\\. Move it away`);
    expect(() => prepareDataDir(dataDir)).toThrow(told);
    if (name !== 'database') mkdirSync(join(dataDir, 'database'), { recursive: true });
    await expect(openDatabase({ DATA_DIR: dataDir }), 'a script that works beside it').rejects.toThrow(told);
    rmSync(path, { recursive: true });
  }
  const elsewhere = new Error("ENOENT: no such file or directory, open '/opt/tensu/web/index.html'\n    at open");
  expect(describeFolderProblem(elsewhere, dataDir)).toBe("ENOENT: no such file or directory, open '/opt/tensu/web/index.html'");
});

it.each([
  ['PORT', ['abc', '0', '-1', '65536', '0x10', '9e3', '90.5', ' 9000 '], 'must be a number from 1 to 65535'],
  ['LIBSQL_STREAMS', ['six', '-1', '65', '1.5'], 'must be a number from 0 to 64'],
  ['CALLS_PER_MINUTE', ['many', '0', '-5'], 'must be a number of at least 1'],
  [
    'APP_ORIGIN',
    ['tensu', 'tensu.example.com', 'https://tensu.example.com/', 'ftp://tensu.example.com'],
    'must be an origin without a path',
  ],
  ['BASE_VN_NUMBERS', ['points'], 'must be dot or comma'],
  ['JWT_SECRET', ['short', ' '.repeat(40)], 'must have at least 32 characters'],
  ['BACKUP_KEY', ['short'], 'must have at least 32 characters'],
])('%s that cannot be right is refused by name before anything starts', (name, values, told) => {
  for (const value of values)
    expect(() => readSettings({ SEED: 'none', DATA_DIR: join(folder, 'data'), [name]: value }), value).toThrow(`${name} ${told}`);
  expect(readdirSync(folder)).toEqual([]);
});

it('kept secrets that were cut short are named, and none is written in halves', () => {
  const dataDir = join(folder, 'data');
  const start = () => readSettings({ SEED: 'none', DATA_DIR: dataDir });
  const { vars } = start();
  expect(start().vars).toEqual(vars);
  expect(readdirSync(dataDir).sort()).toEqual(['backup-key', 'jwt-secret']);
  for (const name of ['jwt-secret', 'backup-key']) {
    const whole = readFileSync(join(dataDir, name), 'utf8');
    writeFileSync(join(dataDir, name), '');
    expect(start).toThrow(`${join(dataDir, name)} holds no secret of 32 characters or more.`);
    writeFileSync(join(dataDir, name), whole);
  }
  writeFileSync(join(dataDir, 'database-key'), '{"publicKey":"ab');
  expect(() => readOrCreateDatabaseKey(dataDir)).toThrow(`${join(dataDir, 'database-key')} holds no key of the database server.`);
});

it('a database whose file was emptied is no new one', () => {
  const dbPath = join(folder, 'database');
  const file = join(dbPath, 'dbs/default/data');
  makeDatabaseFile(dbPath);
  const { size } = statSync(file);
  expect(size).toBeGreaterThan(0);
  writeFileSync(file, '');
  makeDatabaseFile(dbPath);
  expect(statSync(file).size, 'no server has used it yet').toBe(size);
  mkdirSync(join(dbPath, 'metastore'));
  makeDatabaseFile(dbPath);
  writeFileSync(file, '');
  expect(() => makeDatabaseFile(dbPath)).toThrow(
    `The database file ${file} is empty or gone, but was in use before: restore a backup into another DATA_DIR (npm run restore)`,
  );
});

it('a port or an address on which nothing can listen is told in one sentence', async () => {
  const port = await freePort();
  await checkPort('127.0.0.1', port);
  await checkPort('0.0.0.0', port);
  await expect(checkPort('192.0.2.1', port)).rejects.toThrow(
    /^HOST=192\.0\.2\.1 is no address of this machine \(EADDRNOTAVAIL\)\. Set HOST to /,
  );
  const other = createServer().listen(port, '127.0.0.1');
  try {
    await expect(checkPort('0.0.0.0', port)).rejects.toThrow(`Port ${port} is in use. Stop what uses it, or set PORT to another one.`);
  } finally {
    other.close();
  }
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

it('a record of crons that cannot be read stops no start: its crons begin anew', () => {
  const file = join(folder, 'crons.json');
  for (const text of ['', '{"0 20 * * *":', 'null', '[]', '{"0 20 * * *":"yesterday"}', '{"0 20 * * *":null}']) {
    writeFileSync(file, text);
    expect(openCronRecord(file).findMissed(['0 20 * * *'], new Date(Date.UTC(2026, 10, 20))), text).toEqual([]);
    expect(JSON.parse(readFileSync(file, 'utf8')), text).toEqual({ '0 20 * * *': '2026-11-20T00:00:00.000Z' });
  }
});
