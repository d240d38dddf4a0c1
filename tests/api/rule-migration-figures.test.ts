import type { Client, InValue } from '@libsql/client';
import { expect, it } from 'vitest';
import { migrate } from '../../scripts/migrate.ts';
import { createApp } from '../../worker/app.ts';
import { createDatabase } from '../../worker/platform/db/client.ts';
import { calculateMonth } from '../support/calculate-month.ts';
import { openEarlierDatabase } from '../support/earlier-database.ts';
import { openRulesOffice, RULE_MONTHS } from '../support/rules-office.ts';

const READS = [
  ...['08', '09', '10'].flatMap((month) => [
    `totals?year=2026&month=${Number(month)}`,
    `charts?year=2026&month=${Number(month)}`,
    `statements/1?year=2026&month=${Number(month)}`,
    `statements/2?year=2026&month=${Number(month)}`,
    `month_seals?year=2026&month=${Number(month)}`,
    `month_drift?year=2026&month=${Number(month)}`,
    `rules/document?month=2026-${month}`,
  ]),
  'month_seals/1',
  'directs?limit=50&order_by=id',
  ...Array.from({ length: 12 }, (_, at) => `directs/${at + 1}/calculation`),
  'standards?as_of=2026-10',
  'tsubos?as_of=2026-10',
];

it('leaves every figure of a database from before rules had months: jobs, points, totals, statements and seals', async () => {
  const api = await openRulesOffice();
  const earlier = await openEarlierDatabase('0013');
  try {
    for (const month of RULE_MONTHS) {
      await calculateMonth(api, month);
    }
    const lock = { year: 2026, month: 8, status: 1 };
    expect((await api.call('POST', 'lock_and_unlock', { as: api.people.admin, body: lock })).status).toBe(200);
    await copyRows(api.client, earlier);
    const before = (await earlier.execute('SELECT * FROM directs ORDER BY id')).rows;
    const seals = (await earlier.execute('SELECT * FROM month_seals')).rows;
    expect(before.length).toBe(12);
    expect(seals.length).toBe(1);
    expect((await earlier.execute("SELECT name FROM pragma_table_info('standards') WHERE name = 'valid_from'")).rows).toEqual([]);

    await migrate(earlier);
    const after = (await earlier.execute('SELECT * FROM directs ORDER BY id')).rows;
    expect(after).toMatchObject(before.map((row) => ({ ...row })));
    expect((await earlier.execute('SELECT * FROM month_seals')).rows).toMatchObject(seals.map((row) => ({ ...row })));
    const migrated = createApp({ ...api.deps, db: createDatabase(() => earlier, api.clock.time) });
    const ask = async (path: string) => {
      const response = await migrated.request(`/api/v1/${path}`, { headers: { authorization: `Bearer ${api.people.admin.token}` } });
      return [response.status, withoutRequest(await response.json())];
    };
    for (const path of READS) {
      const { status, body } = await api.call('GET', path, { as: api.people.admin });
      expect(status, path).toBe(200);
      expect(await ask(path), path).toEqual([status, withoutRequest(body)]);
    }
  } finally {
    earlier.close();
    await api.close();
  }
});

const withoutRequest = (body: object): object => ({ ...body, request_id: undefined });

/** Copies every row into the tables and columns that the other database has, past its triggers. */
async function copyRows(from: Client, to: Client): Promise<void> {
  const { rows: triggers } = await to.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'");
  for (const { name } of triggers) await to.execute(`DROP TRIGGER "${name}"`);
  await to.execute('PRAGMA foreign_keys = OFF');
  const { rows: tables } = await to.execute(
    "SELECT name FROM pragma_table_list WHERE type = 'table' AND schema = 'main' AND name NOT LIKE 'sqlite_%'",
  );
  for (const { name } of tables) {
    if (['schema_migrations', 'write_context'].includes(String(name))) continue;
    const columnsOf = async (client: Client) =>
      (await client.execute(`SELECT name FROM pragma_table_info('${name}')`)).rows.map((row) => String(row.name));
    const had = new Set(await columnsOf(to));
    const columns = (await columnsOf(from)).filter((column) => had.has(column));
    if (columns.length === 0) continue;
    await to.execute(`DELETE FROM "${name}"`);
    const list = columns.map((column) => `"${column}"`).join(', ');
    for (const row of (await from.execute(`SELECT ${list} FROM "${name}"`)).rows)
      await to.execute({
        sql: `INSERT INTO "${name}" (${list}) VALUES (${columns.map(() => '?').join(', ')})`,
        args: columns.map((column) => row[column] as InValue),
      });
  }
  for (const { sql } of triggers) await to.execute(String(sql));
}
