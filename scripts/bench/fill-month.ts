import type { Client } from '@libsql/client/http';
import { yearMonthOf } from '../../worker/contracts/months.ts';
import { createClock } from '../../worker/platform/clock.ts';
import { type BenchSite, openBenchSite } from './bench-site.ts';

/** The product with `directs` of two years and `inMonth` more, calculated, in the month that its screens open with; `web` is the built web app. */
export function openFullMonth({ directs, inMonth, web }: { directs: number; inMonth: number; web: string }): Promise<BenchSite> {
  const month = createClock().today().slice(0, 7);
  return openBenchSite({
    directs,
    web,
    prepared: {
      name: `month-${month}-${inMonth}-of-${directs}`,
      prepare: async (site) => {
        console.info(`Filling ${month} with ${inMonth.toLocaleString('en')} directs ...`);
        await fillMonth(site.client, month, inMonth);
        await calculateMonth(site, month);
      },
    },
  });
}

/** Copies of the demo's directs, without points, spread over the month `YYYY-MM`. */
export async function fillMonth(client: Client, month: string, size: number): Promise<void> {
  const columns =
    'name, customer_id, work_category_id, user_id, chekkusha_id, dept_id, dept_grp_id, tsubosuu, complex_factor, complex_point, sagyou_jikan, chekkku_jikan, menseki, kaisuu, kouhou, kiso, cad, rank, hacchyuu_naiyou, tokuisakimei, bukkenmei';
  for (let done = 0; done < size; done += 10_000) {
    await client.execute({
      sql: `INSERT INTO directs (henkyaku_hi, ${columns})
        SELECT printf('%s-%02d', ?, 1 + (n.value + d.id) % 28), ${columns.replaceAll(/(\w+)/g, 'd.$1')}
        FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 20) SELECT value FROM n) n
        CROSS JOIN (SELECT * FROM directs WHERE henkyaku_hi < '2026-07' ORDER BY id LIMIT 1000) d LIMIT ?`,
      args: [month, Math.min(10_000, size - done)],
    });
  }
}

/** Calculates the month `YYYY-MM`, as the button does, and waits until its points are published. */
export async function calculateMonth({ ask, untilFinished }: BenchSite, month: string): Promise<void> {
  const { id } = await ask('POST', 'calculations', yearMonthOf(month));
  await untilFinished(`calculations/${id}`);
}
