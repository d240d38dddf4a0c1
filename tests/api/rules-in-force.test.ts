import { sql } from 'drizzle-orm';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core/dialect';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { RULE_TABLES } from '../../worker/contracts/rule-tables.ts';
import { isInForce } from '../../worker/platform/db/rule-versions.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { runs } from '../support/property-runs.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi('2026-11-20T09:00:00+07:00');
  for (const table of ['customers', 'work_categories'])
    await api.client.batch(
      [1, 2].map((id) => `INSERT INTO ${table} (id, ${table === 'customers' ? 'name' : 'work_name'}) VALUES (${id}, '${id}')`),
    );
});

const dialect = new SQLiteAsyncDialect();
const run = (statement: ReturnType<typeof sql>) => {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return api.client.execute({ sql: text, args: params as string[] });
};
const MONTHS = ['', '2026-01', '2026-02', '2026-03'] as const;
const month = fc.constantFrom(...MONTHS);

describe('the rules that count in a month', () => {
  it('are the same found row by row and found at once', async () => {
    const standard = fc.record({ customer: fc.constantFrom(1, 2, null), category: fc.constantFrom(1, 2), month });
    const row = fc.record({ code: fc.constantFrom('a', 'A', 'b'), month });
    await fc.assert(
      fc.asyncProperty(fc.array(standard, { maxLength: 12 }), fc.array(row, { maxLength: 12 }), month, async (standards, rows, asked) => {
        await api.client.batch(
          [
            'DELETE FROM standards',
            'DELETE FROM tsubos',
            ...standards.map(({ customer, category, month }) => ({
              sql: 'INSERT OR IGNORE INTO standards (customer_id, work_category_id, valid_from) VALUES (?, ?, ?)',
              args: [customer, category, month],
            })),
            ...rows.map(({ code, month }) => ({
              sql: 'INSERT INTO tsubos (scale_factor_code, valid_from) VALUES (?, ?)',
              args: [code, month],
            })),
          ],
          'write',
        );
        for (const rule of [RULE_TABLES.standards, RULE_TABLES.tsubos]) {
          const list = (condition: ReturnType<typeof sql>) =>
            run(sql`SELECT t.id FROM ${sql.identifier(rule.table)} t WHERE ${condition} ORDER BY t.id`);
          expect((await list(isInForce(rule, asked))).rows).toEqual((await list(isInForce(rule, sql`${asked}`))).rows);
        }
      }),
      { numRuns: runs(60) },
    );
  });
});
