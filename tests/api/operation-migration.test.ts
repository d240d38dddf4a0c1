import { expect, it } from 'vitest';
import { migrate } from '../../scripts/migrate.ts';
import { openEarlierDatabase } from '../support/earlier-database.ts';

it('keeps operations, their numbers and the one undo of each when their indexes are made anew', async () => {
  const client = await openEarlierDatabase('0035');
  try {
    await client.executeMultiple(`
      INSERT INTO operations (id, request_id, user_id, source, at, entity, created, last_history_id, undo_of)
        VALUES (3, 'a', 1, 'screen', '2026-11-20 10:00:00', 'customers', 1, 9, NULL), (7, 'b', 1, 'undo', '2026-11-20 10:01:00', 'customers', 0, 10, 3),
          (8, 'c', NULL, 'crawl', '2026-11-20 10:02:00', NULL, 0, 0, NULL);
      DELETE FROM operations WHERE id = 8;`);
    const stored = async () =>
      (
        await client.execute(
          'SELECT id, request_id, user_id, source, at, entity, created, updated, deleted, last_history_id, undo_of FROM operations ORDER BY id',
        )
      ).rows;
    const old = await stored();
    await migrate(client);
    expect(await stored()).toEqual(old);

    const undo = (of: number | null) =>
      client.execute({
        sql: "INSERT INTO operations (request_id, source, at, undo_of) VALUES (hex(randomblob(8)), 'undo', '2026-11-21 10:00:00', ?) RETURNING id",
        args: [of],
      });
    await expect(undo(3), 'a second undo').rejects.toThrow('operations.undo_of');
    expect((await undo(null)).rows[0]!.id, 'the number of the removed operation is not given again').toBe(9);
    await expect(undo(null), 'operations that undo nothing').resolves.toBeDefined();

    await client.executeMultiple(`
      INSERT INTO write_context (id, user_id, source, at, request_id) VALUES (1, 1, 'screen', '2026-11-21 11:00:00', 'new');
      INSERT INTO customers (name) VALUES ('K');
      DELETE FROM write_context;`);
    expect((await stored()).at(-1)).toMatchObject({ request_id: 'new', entity: 'customers', created: 1 });
  } finally {
    client.close();
  }
});

it('takes the records that runs of the queue kept into a table of their own', async () => {
  const client = await openEarlierDatabase('0038');
  try {
    const kept = [7, 8].map((id) => ({ entity: 'customers', id, reason: 'changed_since', message: `Lý do ${id}` }));
    await client.execute({
      sql: `INSERT INTO operation_runs (id, kind, status, task, total, outcome, lease_until, created_at, progress_at)
        VALUES (3, 'undo', 'done', '{}', 2, ?, 0, '', '')`,
      args: [JSON.stringify({ unchanged: 4, kept, kept_count: 2 })],
    });
    await migrate(client);
    const { rows } = await client.execute(
      'SELECT operation_id, entity, record_id AS id, reason, message FROM operation_kept_rows ORDER BY id',
    );
    expect(rows).toEqual(kept.map((row) => ({ operation_id: 3, ...row })));
    expect((await client.execute('SELECT outcome FROM operation_runs')).rows[0]!.outcome).toBe('{"unchanged":4}');
  } finally {
    client.close();
  }
});
