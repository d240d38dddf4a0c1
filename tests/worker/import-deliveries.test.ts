import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startInProcess } from '../support/in-process.ts';
import type { QueuedSite } from '../support/stack.ts';
import { workbookOf } from '../support/workbooks.ts';
import { insert, type Staff, signIn } from './calculation-month.ts';
import { ended, imported, insertPeople } from './import-file.ts';

let stack: QueuedSite;
let staff: Staff;

beforeAll(async () => {
  stack = await startInProcess({ prepare: insertPeople });
  staff = await signIn(stack);
});
afterAll(() => stack?.close());

const rowsOf = async (sql: string) => (await stack.client.execute(sql)).rows;
const countOf = async (table: string) => Number((await rowsOf(`SELECT COUNT(*) AS n FROM ${table}`))[0]!.n);

describe('a delivery', () => {
  test('that is delivered again after the end, or for a deleted import, changes nothing', async () => {
    const last = await imported(
      stack,
      staff,
      'pro',
      await workbookOf([
        ['Nhân viên', 'Hệ số pro', 'Ngày đánh giá'],
        ['nv001', 1.2, '2026-10-01'],
      ]),
    );
    expect(last).toMatchObject({ status: 'done', inserted: 1 });
    const before = await countOf('pro');
    const outcome = await stack.deliver([
      { type: 'import', import_id: last.id },
      { type: 'import', import_id: 999_999 },
    ]);
    expect(outcome).toMatchObject({ outcome: 'ok' });
    expect(await countOf('pro')).toBe(before);
  });

  test('after a crash starts again and writes every row once', async () => {
    const file = await workbookOf([
      ['Nhân viên', 'Hệ số pro', 'Ngày đánh giá'],
      ['nv001', 1.2, '2026-09-01'],
      ['nv002', 1.2, '2026-09-02'],
    ]);
    const id = await insert(stack.client, 'imports', {
      ...{ entity: 'pro', mode: 'all_or_nothing', status: 'reading', file_name: 'x.xlsx', requested_by: staff.id, claim: 'dead', done: 1 },
      ...{ created_at: '2026-01-01 00:00:00', progress_at: '2026-01-01 00:00:00' },
    });
    await insert(stack.client, 'import_rows', { import_id: id, row: 2, values: '{}' });
    await (await stack.files()).put(`imports/${id}/workbook`, file);
    await stack.deliver([{ type: 'import', import_id: id }]);
    expect(await rowsOf(`SELECT status, inserted FROM imports WHERE id = ${id}`)).toEqual([{ status: 'done', inserted: 2 }]);
    expect(await rowsOf("SELECT COUNT(*) AS n FROM pro WHERE rate_at LIKE '2026-09-%'")).toEqual([{ n: 2 }]);
  });

  test('that comes several times at once writes every row once', async () => {
    const file = await workbookOf([
      ['Nhân viên', 'Hệ số pro', 'Ngày đánh giá'],
      ['nv001', 1.2, '2026-07-01'],
      ['nv002', 1.2, '2026-07-02'],
    ]);
    const { id: owner } = (await staff.call('GET', 'me')).body.data;
    const id = await insert(stack.client, 'imports', {
      ...{ entity: 'pro', mode: 'all_or_nothing', status: 'queued', file_name: 'x.xlsx', requested_by: owner },
      ...{ created_at: '2026-01-01 00:00:00', progress_at: '2099-01-01 00:00:00' },
    });
    await (await stack.files()).put(`imports/${id}/workbook`, file);
    await stack.send({ type: 'import', import_id: id }, 3);
    expect(await ended(staff, id)).toMatchObject({ status: 'done', inserted: 2, failed: 0 });
    expect(await rowsOf("SELECT COUNT(*) AS n FROM pro WHERE rate_at LIKE '2026-07-%'")).toEqual([{ n: 2 }]);
  });

  test('that was given up leaves its import failed, not running', async () => {
    const id = await insert(stack.client, 'imports', {
      ...{ entity: 'pro', mode: 'all_or_nothing', status: 'queued', file_name: 'x.xlsx', requested_by: staff.id },
      ...{ created_at: '2026-01-01 00:00:00', progress_at: '2099-01-01 00:00:00' },
    });
    await stack.deliver([{ type: 'import', import_id: id }], 'tensu-jobs-dead');
    expect(await rowsOf(`SELECT status FROM imports WHERE id = ${id}`)).toEqual([{ status: 'failed' }]);
  });
});

describe('what imports leave behind', () => {
  test('is cleaned at night, and what died is marked failed by the quarter of an hour', async () => {
    const id = await insert(stack.client, 'imports', {
      ...{ entity: 'pro', mode: 'all_or_nothing', status: 'reading', file_name: 'x.xlsx', requested_by: staff.id, claim: 'dead' },
      ...{ created_at: '2026-01-01 00:00:00', progress_at: '2026-01-01 00:00:00' },
    });
    expect(await stack.dispatchCron('*/15 * * * *')).toBe('ok');
    // Nobody has tried it for long: it is put on the queue once more, where its file is missing.
    await expect.poll(() => rowsOf(`SELECT status FROM imports WHERE id = ${id}`)).toEqual([{ status: 'failed' }]);
    const kept = await countOf('import_errors');
    await insert(stack.client, 'import_errors', { import_id: id, row: 2, message: '{}' });
    await insert(stack.client, 'import_rows', { import_id: id, row: 2, values: '{}' });
    await stack.client.execute(`UPDATE imports SET finished_at = '2026-01-01 00:00:00' WHERE id = ${id}`);
    expect(await stack.deliver([{ type: 'cleanup' }])).toMatchObject({ outcome: 'ok' });
    expect(await countOf('import_errors')).toEqual(kept);
    expect(await countOf('import_rows')).toBe(0);
  });
});
