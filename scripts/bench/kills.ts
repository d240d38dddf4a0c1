import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, InValue } from '@libsql/client';
import { monthBefore, yearMonthOf } from '../../worker/contracts/months.ts';
import { WRITERS } from '../../worker/contracts/roles.ts';
import { writeWorkbook } from '../../worker/platform/xlsx/write/write.ts';
import { startBaseVnStandin } from '../base-vn-standin.ts';
import { SECRET } from './bench-site.ts';
import { KilledSite, TARGETS } from './killed-site.ts';
import { Ledger } from './ledger.ts';
import { NEW_DIRECT, Office, type Person, readBytes, Upload } from './office.ts';
import { printTable } from './print-table.ts';

/**
 * 60 kills of the database server, the Worker's runtime and the whole tree of `npm start`, turn by turn in a calculation, an import, a crawl and a
 * backup, while four people create and edit records. Afterwards: every acknowledged write is there, nothing is there twice or half, and each work was
 * taken up within 30 s of service. Arguments: kills, and the least seconds from one to the next.
 */
const [KILLS = 60, EVERY_SECONDS = 0] = process.argv.slice(2).map(Number);
const WRITER_COUNT = 4;
const LIMIT_SECONDS = 30;
const IMPORT_ROWS = 3000;
const HELD_BY_NOBODY = 'nobody';
const UNFINISHED = `(SELECT COUNT(*) FROM imports WHERE finished_at IS NULL) + (SELECT COUNT(*) FROM crawl_runs WHERE finished_at IS NULL)
  + (SELECT COUNT(*) FROM calculation_runs WHERE finished_at IS NULL AND status <> 'preview')`;

const standin = await startBaseVnStandin({ jobs: 600, edgeCases: false });
const site = await KilledSite.open({
  ...{ JWT_SECRET: SECRET, CALLS_PER_MINUTE: '1000000', BASE_VN_URL: standin.url },
  ...{ BASE_VN_TOKEN: standin.token, BASE_VN_WORKFLOW_IDS: standin.workflowIds.join(',') },
});
const database = await site.openDatabase();
const office = new Office(() => site.url, database.client, SECRET);
const [boss, ...writers] = await office.people(WRITERS, WRITER_COUNT + 1);
const template = await readTemplate(database.client);
await database.close();
const folder = await mkdtemp(join(tmpdir(), 'tensu-kills-backup-'));

interface Work {
  /** Waits until it has ended and says how. */
  end: () => Promise<string>;
  /** Its row, where the queue takes it up again after a kill. */
  run?: { table: string; id: number };
}

const WORKS: Record<string, (turn: number) => Promise<Work>> = {
  calculation: async () => {
    const id = await begin(boss!, 'POST', 'calculate-new', { year: template.year, month: template.month });
    return { end: () => ended(boss!, `calculations/${id}`), run: { table: 'calculation_runs', id } };
  },
  import: async (turn) => {
    const id = await begin(
      boss!,
      'POST',
      'directs/import',
      new Upload(await makeWorkbook(turn), turn % 8 < 4 ? 'valid_rows' : 'all_or_nothing'),
    );
    return { end: () => ended(boss!, `imports/${id}`), run: { table: 'imports', id } };
  },
  crawl: async () => {
    for (const job of standin.jobs().slice(0, 300)) standin.updateJob(job.id, { name: `${job.name.split(' ')[0]} ${Date.now()}` });
    const id = await begin(boss!, 'GET', 'get-base-vn-data');
    const end = async () => {
      for (;;) {
        const { body } = await office.send(boss!, 'GET', 'crawls?limit=1');
        const [last] = body.data ?? [];
        if (last?.finished_at) return String(last.status);
        await sleep(200);
      }
    };
    return { end, run: { table: 'crawl_runs', id } };
  },
  backup: async (turn) => {
    const file = join(folder, `${turn}.sql.gz.enc`);
    const dump = spawn(process.execPath, [join(import.meta.dirname, '../backup.ts'), '--out', file], { env: site.env, stdio: 'ignore' });
    const exit = once(dump, 'exit');
    const end = async () => {
      const [code] = await exit;
      const others = (await readdir(folder)).filter((name) => !/^\d+\.sql\.gz\.enc$/.test(name));
      if (others.length > 0) return `half a file: ${others.join()}`;
      if ((code === 0) !== existsSync(file)) return `half done: exit code ${code}`;
      return code === 0 ? 'done' : 'refused, no file';
    };
    return { end };
  },
};

let isOver = false;
const ledger = new Ledger(office);
const writing = writers.map((person) => ledger.write(person, template.values, () => isOver));
const table: Record<string, string | number>[] = [];
try {
  for (let turn = 0; turn < KILLS; turn++) {
    const next = sleep(EVERY_SECONDS * 1000);
    const [kind, work] = Object.entries(WORKS)[turn % 4]!;
    const target = TARGETS[Math.floor(turn / 4) % TARGETS.length]!;
    const { end, run } = await work(turn);
    await sleep(Math.random() * (kind === 'backup' ? 300 : 1200));
    const claim = run && (await readClaim(run).catch(() => HELD_BY_NOBODY));
    const back = await site.kill(target);
    const began = performance.now();
    const seconds = () => (performance.now() - began) / 1000;
    const taken = run ? await waitUntil(async () => ![claim, HELD_BY_NOBODY].includes(await readClaim(run))).then(seconds) : 0;
    const outcome = await Promise.race([end(), sleep(120_000).then(() => 'not ended')]);
    table.push({ work: kind, killed: target, 'serves after s': back, 'taken up after s': taken, 'ended after s': seconds(), outcome });
    console.info(`${turn + 1} of ${KILLS}: ${target} in ${kind}, ${outcome}`);
    await next;
  }
  isOver = true;
  await Promise.all(writing);
  const late = table.filter(
    (row) => Number(row['taken up after s']) > LIMIT_SECONDS || row.outcome === 'not ended' || String(row.outcome).startsWith('half'),
  );
  printTable(`${KILLS} kills`, table);
  const { client, close } = await site.openDatabase();
  // A site that starts begins a crawl by itself.
  await waitUntil(async () => Number(Object.values((await client.execute(`SELECT ${UNFINISHED}`)).rows[0]!)[0]) === 0);
  const [written, whole] = [await ledger.check(client), await checkDatabase(client)];
  await close();
  printTable('Writes', [written]);
  printTable('Answers to the writers by status; 0 is none', [office.answers]);
  printTable('Faults in the database', [{ ...whole, 'works late or half done': late.length }]);
  const { 'acknowledged creates': _, ...wrong } = written;
  if (late.length > 0 || [...Object.values(wrong), ...Object.values(whole)].some((count) => count > 0)) process.exitCode = 1;
} finally {
  isOver = true;
  await site.close();
  await standin.close();
  await rm(folder, { recursive: true, force: true });
}

/** Who works on a run, or when it was seen finished; another value after a kill says that it goes on. Read with a client of its own: the server may be another one. */
async function readClaim({ table, id }: { table: string; id: number }): Promise<string> {
  const { client, close } = await site.openDatabase();
  try {
    const { rows } = await client.execute({ sql: `SELECT claim, finished_at FROM ${table} WHERE id = ?`, args: [id] });
    const { claim, finished_at } = rows[0]!;
    return finished_at === null ? String(claim ?? HELD_BY_NOBODY) : `finished after ${performance.now()}`;
  } finally {
    await close();
  }
}

async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < 1200 && !(await isSo().catch(() => false)); waited++) await sleep(100);
}

/** Repeats the start until it is answered: the site may still be on its way. */
async function begin(person: Person, method: string, path: string, body?: object): Promise<number> {
  for (;;) {
    const answer = await office.send(person, method, path, body);
    if (answer.status === 200 || answer.status === 201) return Number(answer.body.id);
    await sleep(200);
  }
}

async function ended(person: Person, path: string): Promise<string> {
  for (;;) {
    const { body } = await office.send(person, 'GET', path);
    const job = body.data ?? body;
    if (job.finished_at) return `${job.status}${job.status === 'failed' ? `: ${job.message}` : ''}`;
    await sleep(200);
  }
}

/** A complete direct, and the month that is calculated meanwhile: another one, so that edits do not take part. */
async function readTemplate(client: Client) {
  const { rows } = await client.execute(
    `SELECT user_id, chekkusha_id, customer_id, work_category_id, dept_id, dept_grp_id, henkyaku_hi FROM directs
      WHERE henkyaku_hi IS NOT NULL AND user_id IS NOT NULL AND chekkusha_id IS NOT NULL AND work_category_id IS NOT NULL AND customer_id IS NOT NULL AND dept_grp_id IS NOT NULL ORDER BY henkyaku_hi DESC LIMIT 1`,
  );
  const values = { ...rows[0]!, ...NEW_DIRECT } as Record<string, InValue>;
  return { values, ...yearMonthOf(monthBefore(String(values.henkyaku_hi).slice(0, 7), 1)) };
}

async function makeWorkbook(turn: number): Promise<Uint8Array> {
  const { client, close } = await site.openDatabase();
  const { rows } = await client.execute({
    sql: 'SELECT u.code, c.name AS customer, w.work_name AS work FROM users u, customers c, work_categories w WHERE u.id = ? AND c.id = ? AND w.id = ?',
    args: [template.values.user_id!, template.values.customer_id!, template.values.work_category_id!],
  });
  await close();
  const { code, customer, work } = rows[0]!;
  const people = {
    user_id: code,
    chekkusha_id: code,
    customer_id: customer,
    work_category_id: work,
    henkyaku_hi: template.values.henkyaku_hi,
  };
  const row = (n: number) => ({
    external_id: `kill-${turn}-${n}`,
    name: `IMP-${turn}-${n}`,
    bukkenmei: `邸 ${turn} ${n}`,
    ...people,
    ...NEW_DIRECT,
  });
  async function* chunks() {
    yield Array.from({ length: IMPORT_ROWS }, (_, n) => Object.values(row(n)));
  }
  return readBytes(
    writeWorkbook({ sheetName: 'A', columns: Object.keys(row(0)).map((header) => ({ header, kind: 'mixed' as const })), rows: chunks() }),
  );
}

/** Each is 0 where nothing is lost, twice or half done. */
async function checkDatabase(client: Client): Promise<Record<string, number>> {
  const counts = {
    'rows of one source id':
      'SELECT COUNT(*) FROM (SELECT 1 FROM directs WHERE external_id IS NOT NULL GROUP BY external_id HAVING COUNT(*) > 1)',
    'imports written in part': `SELECT COUNT(*) FROM (SELECT substr(external_id, 1, instr(substr(external_id, 6), '-') + 5) AS file, COUNT(*) AS n FROM directs
      WHERE external_id LIKE 'kill-%' GROUP BY 1 HAVING n <> ${IMPORT_ROWS})`,
    'points written twice by a run':
      "SELECT COUNT(*) FROM (SELECT 1 FROM history WHERE source = 'calculation' GROUP BY request_id, record_id HAVING COUNT(*) > 1)",
    'records without history':
      "SELECT COUNT(*) FROM directs d WHERE name LIKE 'KILL-%' AND NOT EXISTS (SELECT 1 FROM history h WHERE h.entity = 'directs' AND h.record_id = d.id)",
    'wrong count of rows': 'SELECT abs((SELECT COUNT(*) FROM directs) - (SELECT "rows" FROM row_counts WHERE entity = \'directs\'))',
    'staged rows left':
      'SELECT (SELECT COUNT(*) FROM import_rows) + (SELECT COUNT(*) FROM import_chunks) + (SELECT COUNT(*) FROM import_conflicts)',
    'works unfinished': `SELECT ${UNFINISHED}`,
    'dead jobs': 'SELECT COUNT(*) FROM failed_jobs WHERE dead_at IS NOT NULL',
  };
  const found: Record<string, number> = {};
  for (const [name, query] of Object.entries(counts)) found[name] = Number(Object.values((await client.execute(query)).rows[0]!)[0]);
  const { rows } = await client.execute('PRAGMA integrity_check');
  found['integrity faults'] = rows.length === 1 && Object.values(rows[0]!)[0] === 'ok' ? 0 : rows.length;
  return found;
}
