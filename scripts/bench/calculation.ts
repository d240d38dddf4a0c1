import { readFile } from 'node:fs/promises';
import type { Client } from '@libsql/client/http';
import { openBenchSite } from './bench-site.ts';
import { fillMonth } from './fill-month.ts';
import { printTable } from './print-table.ts';

/**
 * A month calculated in real workerd (script heap limited to 96 MB; a Worker dies at 128) over real sqld, with the demo's rules: from the
 * request until the run is published. First every direct changes, then none, then every tenth. Beside it what the database alone takes
 * to hand out six columns of these directs and to take two back. Sizes may be given as arguments.
 */
const HEAP_MB = 96;
const sizes = process.argv.slice(2).map(Number);

const site = await openBenchSite({ directs: 0, heapMb: HEAP_MB });
try {
  const { client, sqld } = site;
  const rows = [];
  for (const [place, size] of (sizes.length > 0 ? sizes : [10_000, 100_000]).entries()) {
    const month = 7 + place;
    await fillMonth(client, `2026-${String(month).padStart(2, '0')}`, size);
    const all = await timedRun(month);
    const none = await timedRun(month);
    await client.execute({
      sql: 'UPDATE directs SET complex_factor = ifnull(complex_factor, 1) + 0.5, version = version + 1 WHERE henkyaku_hi LIKE ? AND id % 10 = 0',
      args: [`2026-${String(month).padStart(2, '0')}-%`],
    });
    const tenth = await timedRun(month);
    const floor = await measureBareRoundTrip(client, `2026-${String(month).padStart(2, '0')}`);
    rows.push({
      directs: size.toLocaleString('en'),
      'bare read and write': floor.toFixed(2),
      'all change': formatRun(all),
      'times the bare': (all.seconds / floor).toFixed(1),
      'none changes': formatRun(none),
      'a tenth changes': formatRun(tenth),
      'without a result': all.failed,
      'sqld MB': await residentMb(sqld.pid),
    });
  }
  printTable(`Seconds from request to published (directs changed), workerd with a script heap of ${HEAP_MB} MB`, rows);
} finally {
  await site.close();
}

/** The screens ask every 700 ms. Asked after each 25, answers about the run took a sixth of the server's time. */
async function timedRun(month: number) {
  const start = performance.now();
  const { id } = await site.ask('POST', 'calculations', { year: 2026, month });
  const { changed, failed } = await site.untilFinished(`calculations/${id}`);
  return { seconds: (performance.now() - start) / 1000, changed: Number(changed), failed: Number(failed) };
}

/** Six columns read in packed pages and two written back from JSON in one batch, without any of the rules that a run keeps. */
async function measureBareRoundTrip(client: Client, month: string): Promise<number> {
  const start = performance.now();
  const values: [number, number, number][] = [];
  for (let after = 0; ; ) {
    const { rows } = await client.execute({
      sql: `SELECT json_group_array(json_array(id, version, customer_id, work_category_id, tsubosuu, complex_factor)) AS packed FROM (
        SELECT * FROM directs WHERE henkyaku_hi LIKE ? AND id > ? ORDER BY id LIMIT 5000)`,
      args: [`${month}-%`, after],
    });
    const page = JSON.parse(String(rows[0]!.packed)) as number[][];
    if (page.length === 0) break;
    for (const [id = 0, , , , tsubosuu = 0] of page) values.push([id, Math.round(tsubosuu * 31) / 1000, Math.round(tsubosuu * 7) / 1000]);
    after = page.at(-1)![0]!;
  }
  const statements = Array.from({ length: Math.ceil(values.length / 1000) }, (_, piece) => ({
    sql: `UPDATE directs SET result_design_point = j.value ->> 1, result_check_point = j.value ->> 2
      FROM json_each(?) j WHERE directs.id = j.value ->> 0`,
    args: [JSON.stringify(values.slice(piece * 1000, (piece + 1) * 1000))],
  }));
  const context = "INSERT OR REPLACE INTO write_context (id, source, at) VALUES (1, 'calculation', '2026-01-01 00:00:00')";
  await client.batch([context, ...statements, 'DELETE FROM write_context'], 'write');
  return (performance.now() - start) / 1000;
}

function formatRun({ seconds, changed }: { seconds: number; changed: number }): string {
  return `${seconds.toFixed(2)} (${changed.toLocaleString('en')})`;
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
