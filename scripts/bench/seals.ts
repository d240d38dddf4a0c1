import { setTimeout as sleep } from 'node:timers/promises';
import { verify } from '../verify.ts';
import { type BenchSite, openBenchSite } from './bench-site.ts';
import { calculateMonth, fillMonth } from './fill-month.ts';
import { median, printTable } from './print-table.ts';

/**
 * Closing the usual month of an office of 500 people, 8,000 directs, and one of 100,000: lock, reads from the seal beside the same reads before, a statement, replay and
 * verification. `bare` reads the same rows straight from the database. Other numbers may be given: directs, people.
 */
const [DIRECTS = 100_000, PEOPLE = 500] = process.argv.slice(2).map(Number);
const USUAL_DIRECTS = 8000;
const USUAL_MONTH = '2026-07';
const MONTH = '2026-08';
const QUERY = 'year=2026&month=8';
/** A filtered list, beside which a statement is measured. */
const LIST = 'directs?user_id=1&exc_start_time=2026-08-01&exc_end_time=2026-08-31&limit=50';
const TIMES = 15;
const PIECE = 10_000;

const site = await openBenchSite({ directs: 0, heapMb: 96 });
try {
  const headers = { ...(await site.signIn()), 'content-type': 'application/json' };
  for (const [month, directs] of [
    [USUAL_MONTH, USUAL_DIRECTS],
    [MONTH, DIRECTS],
  ] as const) {
    await fillMonth(site.client, month, directs);
    await spreadOverPeople(site, month);
    await calculateMonth(site, month);
  }
  const ask = async (path: string, body?: object) => {
    const start = performance.now();
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    const answer = await fetch(new URL(`/api/v1/${path}`, site.url), init);
    const text = await answer.text();
    if (answer.status > 201) throw new Error(`${path}: ${answer.status} ${text}`);
    return { ms: performance.now() - start, kB: text.length / 1024, body: JSON.parse(text) };
  };
  const bare = async (sql: string) => {
    const times = [];
    for (let turn = 0; turn < TIMES; turn++) {
      const start = performance.now();
      await site.client.execute(sql);
      times.push(performance.now() - start);
    }
    return median(times);
  };
  const read = async (path: string) => {
    const turns = [];
    for (let turn = 0; turn < TIMES; turn++) turns.push(await ask(path));
    const times = turns.map(({ ms }) => ms).sort((a, b) => a - b);
    return { ms: median(times), p95: times[Math.floor(TIMES * 0.95)]!, kB: turns[0]!.kB };
  };
  const rows: Record<string, string | number>[] = [];
  const report = (what: string, ms: number, kB: number, bareMs?: number, p95?: number) =>
    rows.push({
      what,
      ms: Math.round(ms),
      p95: p95 === undefined ? '' : Math.round(p95),
      kB: Math.round(kB),
      'bare ms': bareMs ? Math.round(bareMs) : '',
      ratio: bareMs ? (ms / bareMs).toFixed(1) : '',
    });

  const paths = [
    `totals?${QUERY}&limit=1000`,
    `charts?${QUERY}&limit=1000`,
    LIST,
    `statements/1?${QUERY}`,
    `statements/1/lines?kind=design&${QUERY}`,
    `statements?${QUERY}`,
  ];
  const usualLock = await ask('lock_and_unlock', { year: 2026, month: 7, status: 1 });
  report(`lock and seal ${USUAL_DIRECTS.toLocaleString('en')} directs`, usualLock.ms, 0);
  const open = [];
  for (const path of paths) open.push(await read(path));
  const records = "FROM directs WHERE henkyaku_hi LIKE '2026-08%'";
  const bareRecords = await bare(`SELECT COUNT(*), SUM(result_design_point), SUM(tsubosuu), SUM(sagyou_jikan), MAX(name) ${records}`);
  const lock = await ask('lock_and_unlock', { year: 2026, month: 8, status: 1 });
  const { body: list } = await ask(`month_seals?${QUERY}`);
  const document = await read(`month_seals/${list.data[0].id}`);
  report('lock and seal', lock.ms, document.kB, bareRecords);
  const bareRows = await bare("SELECT json_group_array(json(row)) FROM month_seal_rows WHERE kind = 'totals'");
  for (const [index, path] of paths.entries()) {
    const name = path.split('?')[0]!;
    const locked = await read(path);
    report(`${name}, open`, open[index]!.ms, open[index]!.kB, undefined, open[index]!.p95);
    report(`${name}, locked`, locked.ms, locked.kB, name === 'totals' ? bareRows : open[index]!.ms, locked.p95);
  }
  report('seal, its document', document.ms, document.kB, await bare('SELECT document FROM month_seals'));
  const drift = await read(`month_drift?${QUERY}`);
  report('drift', drift.ms, drift.kB, bareRecords);
  const start = performance.now();
  let { body: replay } = await ask('month_replays', { year: 2026, month: 8 });
  for (; replay.status !== 'done'; { body: replay } = await ask(`month_replays/${replay.id}`)) {
    if (replay.status === 'failed') throw new Error(replay.message);
    await sleep(50);
  }
  report(`replay, ${replay.differences} differences`, performance.now() - start, 0, await barePages(site));
  const files = await site.files();
  const began = performance.now();
  const { differences } = await verify(site.client, files);
  report(`verify the chain, ${differences.length} differences`, performance.now() - began, 0, await barePages(site));
  printTable(`Closing a month of ${DIRECTS.toLocaleString('en')} directs and ${PEOPLE} people`, rows);
} finally {
  await site.close();
}

/** As many people as asked for, and the month's directs among them. */
async function spreadOverPeople({ client }: BenchSite, month: string): Promise<void> {
  const { rows } = await client.execute('SELECT MAX(id) AS id FROM users');
  await client.execute({
    sql: `INSERT INTO users (username, name, name_fold, name_sort, code, department_id, dept_grp_id, position_id, role_ids, active)
      SELECT 'bench' || value, u.name || ' ' || value, u.name_fold || ' ' || value, u.name_sort || ' ' || value, 'B' || value, u.department_id, u.dept_grp_id,
        u.position_id, '[4]', 1
      FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?) SELECT value FROM n) n
      JOIN users u ON u.id = 5 + n.value % 30`,
    args: [Math.max(0, PEOPLE - Number(rows[0]!.id))],
  });
  const { rows: ids } = await client.execute(`SELECT MIN(id) AS first, MAX(id) AS last FROM directs WHERE henkyaku_hi LIKE '${month}%'`);
  for (let from = Number(ids[0]!.first); from <= Number(ids[0]!.last); from += PIECE) {
    await client.execute({
      sql: `UPDATE directs SET user_id = 1 + id % ?1, chekkusha_id = 1 + (id / 7) % ?1 WHERE id >= ?2 AND id < ?3 AND henkyaku_hi LIKE '${month}%'`,
      args: [PEOPLE, from, from + PIECE],
    });
  }
}

/** Milliseconds to read every column of the month's directs in packed pages, as a recomputation must at least. */
async function barePages({ client }: BenchSite): Promise<number> {
  const { rows: columns } = await client.execute("SELECT group_concat(name) AS names FROM pragma_table_info('directs')");
  const start = performance.now();
  for (let after: number | null = 0; after !== null; ) {
    const { rows }: { rows: Record<string, unknown>[] } = await client.execute({
      sql: `SELECT MAX(id) AS last, json_group_array(json_array(${columns[0]!.names})) AS packed FROM (SELECT * FROM directs
        WHERE id > ? AND henkyaku_hi LIKE '${MONTH}%' ORDER BY id LIMIT 5000)`,
      args: [after],
    });
    after = rows[0]!.last === null ? null : Number(rows[0]!.last);
  }
  return performance.now() - start;
}
