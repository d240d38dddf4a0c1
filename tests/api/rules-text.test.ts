import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { seedDemo } from '../../scripts/seed.ts';
import { selectRules } from '../../worker/features/calculation/load.ts';
import { createDatabase, type Database } from '../../worker/platform/db/client.ts';
import { openFileDatabase } from '../support/file-database.ts';
import { changeOfRule, openRulesOffice, type RuleEntity, ruleCalls } from '../support/rules-office.ts';

const ENTITIES: readonly RuleEntity[] = ['standards', 'tsubos', 'formula-base-points', 'formula-results'];
const MONTHS = ['2026-01', '2026-08', '2027-05', '2028-12'];

const hashRules = ({ read }: Pick<Database, 'read'>, months: readonly string[]) =>
  Promise.all(
    months.map(async (month) =>
      createHash('sha256')
        .update(await read(selectRules(month)))
        .digest('hex')
        .slice(0, 12),
    ),
  );

describe('the text of the rules, whose hash seals name', () => {
  it('is of the demo company the one by which its months were sealed', async () => {
    const { client, close } = await openFileDatabase();
    await seedDemo(client, { today: '2026-11-20' });
    const db = createDatabase(
      () => client,
      () => '',
    );
    expect(await hashRules(db, ['2026-10', '2026-11'])).toEqual(['eded6879340c', 'eded6879340c']);
    await close();
  });

  it('is the one that it was after fifty versions and edits, ten more in a scenario, and the promotion of that', async () => {
    const api = await openRulesOffice();
    const { call } = ruleCalls(() => api);
    const { id } = (await call('POST', 'rule_scenarios', { name: 'Thử' })).body.data;
    const inside = (method: string, path: string, body: object) =>
      api.call(method, path, { as: api.people.admin, body, headers: { 'x-scenario': String(id) } });
    const statuses: Record<number, number> = {};
    for (let n = 1; n <= 60; n++) {
      const entity = ENTITIES[n % 4]!;
      const at = (n * 7 + Math.floor(n / 4)) % 36;
      const month = `202${6 + Math.floor(at / 12)}-${String(1 + (at % 12)).padStart(2, '0')}`;
      const [row = { id: 1 }] = (await call('GET', `${entity}?as_of=all&limit=1&page=${1 + (n % 5)}&order_by=id`)).body.data;
      const values = changeOfRule(entity, n);
      const send = n > 50 ? inside : call;
      const { status } = await (n % 3 === 0
        ? send('PUT', `${entity}/${row.id}`, values)
        : send('POST', `${entity}/versions`, { copy_of: row.id, valid_from: month, values }));
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    const before = await hashRules(api.deps.db, MONTHS);
    const promoted = await call('POST', `rule_scenarios/${id}/promote`, { valid_from: '2028-06' });
    const after = await hashRules(api.deps.db, [...MONTHS, '2029-01']);
    expect(statuses).toEqual({ 200: 20, 201: 40 });
    expect(promoted.body).toMatchObject({ created: 4, updated: 0, deleted: 0 });
    expect(after.slice(0, 3)).toEqual(before.slice(0, 3));
    expect(after).toEqual(['bf5973f80f91', 'e5172f0059d8', '3562156ef1a9', '9f82b15add89', '9f82b15add89']);
    await api.close();
  });
});
