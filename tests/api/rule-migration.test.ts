import { expect, it } from 'vitest';
import { migrate } from '../../scripts/migrate.ts';
import { readRules, selectRules } from '../../worker/features/calculation/load.ts';
import { createClock } from '../../worker/platform/clock.ts';
import { createDatabase } from '../../worker/platform/db/client.ts';
import { openEarlierDatabase } from '../support/earlier-database.ts';

it('leaves the rules of a database from before they had months as they are, for every month', async () => {
  const client = await openEarlierDatabase('0013');
  try {
    await client.executeMultiple(`
      INSERT INTO customers (id, name) VALUES (1, 'K1'), (2, 'K2');
      INSERT INTO work_categories (id, work_name) VALUES (1, 'W1');
      INSERT INTO tsubos (id, scale_factor_code, scale_factor) VALUES (3, 'A', 1.5), (4, 'A', 2), (5, 'a', 0.1);
      INSERT INTO standards (id, customer_id, work_category_id, scale_code, tsubo_id, standard_design_point, standard_check_point)
        VALUES (7, 1, 1, 'A', 4, 1.25, 0.5), (8, 2, 1, 'A', 99, 2, 1);
      INSERT INTO formula_base_points (id, scale_code, base_point1) VALUES (1, 'A', '1'), (2, 'A', '2');
      INSERT INTO formula_results (id, scale_code, result_design_formula) VALUES (1, 'A', 'base_point1');`);
    const stored = async (table: string) => (await client.execute(`SELECT * FROM ${table} ORDER BY id`)).rows;
    const tables = ['standards', 'tsubos', 'formula_base_points', 'formula_results'];
    const old = await Promise.all(tables.map(stored));
    const { rows: expressions } = await client.execute('SELECT "key", expression, version FROM totals_expressions ORDER BY "key"');

    await migrate(client);
    const db = createDatabase(() => client, createClock().time);
    for (const month of ['2000-01', '2026-11', '2100-12']) {
      const rules = readRules(await db.read(selectRules(month)));
      const read = [rules.standards, rules.tsubos, rules.base_points, rules.results];
      for (const [index, rows] of read.entries()) {
        expect(rows.length, tables[index]).toBe(old[index]!.length);
        expect(old[index]).toMatchObject(rows);
      }
    }
    const { rows: kept } = await client.execute('SELECT "key", expression, version FROM totals_expressions ORDER BY "key"');
    expect(kept).toEqual(expressions);
  } finally {
    client.close();
  }
});
