import { openBenchSite } from './bench-site.ts';
import { calculateMonth, fillMonth } from './fill-month.ts';
import { median, printTable } from './print-table.ts';

/** Why a month of one person differs from the one before, with 3,000 lines in each, both open and then the earlier one locked. */
const LINES = 3000;
const [FORMER, LATER] = ['2026-07', '2026-08'];
const TIMES = 25;

const site = await openBenchSite({ directs: 0, heapMb: 96 });
try {
  for (const month of [FORMER, LATER]) {
    await fillMonth(site.client, month, LINES);
    await site.client.execute({
      sql: 'UPDATE directs SET user_id = 5, chekkusha_id = 6 WHERE henkyaku_hi BETWEEN ? AND ?',
      args: [`${month}-01`, `${month}-31`],
    });
    await calculateMonth(site, month);
  }
  const headers = { ...(await site.signIn()), 'content-type': 'application/json' };
  const compare = async () => {
    const times = [];
    for (let turn = 0; turn < TIMES; turn++) {
      const start = performance.now();
      const answer = await fetch(new URL(`/api/v1/statements/5/compare?year=2026&month=8&with=${FORMER}`, site.url), { headers });
      const text = await answer.text();
      if (!answer.ok) throw new Error(text);
      times.push(performance.now() - start);
    }
    times.sort((a, b) => a - b);
    return { 'median ms': median(times), 'p95 ms': times[Math.floor(TIMES * 0.95)]! };
  };
  const open = await compare();
  const body = JSON.stringify({ year: 2026, month: 7, status: 1, reason: 'bench' });
  const lock = await fetch(new URL('/api/v1/lock_and_unlock', site.url), { method: 'POST', headers, body });
  if (!lock.ok) throw new Error(await lock.text());
  const locked = await compare();
  printTable(`One person's two months of ${LINES.toLocaleString('en')} lines compared`, [
    { months: 'open', ...open },
    { months: 'the earlier one locked', ...locked },
  ]);
} finally {
  await site.close();
}
