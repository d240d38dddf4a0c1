import { beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../scripts/migrate.ts';
import { CONTRACTS } from '../../worker/contracts/contracts.ts';
import { listHashedColumns } from '../../worker/features/month-close/seals/record-hashes.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { importRows } from '../support/imports.ts';
import { openMemoryDatabase } from '../support/memory-database.ts';
import { fillReferences, makeSample } from '../support/samples.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  await fillReferences(api);
});

const call = (method: string, path: string, body?: unknown) => api.call(method, path, { as: api.people.admin, body });
let made = 0;
const sample = (external_id: string) => ({ ...makeSample(CONTRACTS.directs, ++made), name: `J${made}`, external_id });
const create = (external_id: string, entity = 'directs') => call('POST', entity, sample(external_id));
const makeDirect = async (external_id: string): Promise<number> => (await create(external_id)).body.data.id;
const idOf = async (id: number) => (await call('GET', `directs/${id}`)).body.data?.external_id;
/** What a refusal says: its status, its code and the fields that it names. */
const refusal = ({ status, body }: { status: number; body: { code?: string; messages?: object } }) => [
  status,
  body.code,
  Object.keys(body.messages ?? {}),
];
const TAKEN = [409, 'conflict', ['external_id']];

/** Spellings of one id, and ids that are others. */
const TWINS = ['ABC-1', 'abc-1', 'ＡＢＣ-1', 'Abc-１', 'AB\u200bC-1'];
const OTHERS = ['ABC-2', 'ÁBC-1', 'ABC1', 'ABC-01'];

describe('one source id, however it is spelled', () => {
  it('is that of one job, on both lists', async () => {
    expect((await create(TWINS[0]!)).status).toBe(201);
    for (const twin of TWINS)
      for (const entity of ['directs', 'directs_techousei']) expect(refusal(await create(twin, entity)), twin).toEqual(TAKEN);
    for (const other of OTHERS) expect((await create(other)).status, other).toBe(201);
  });

  it('is taken by no edit of another job, one by one or many at once, and may be spelled anew by its own', async () => {
    const [one, two] = [await makeDirect('Sửa-1'), await makeDirect('Sửa-2')];
    expect(refusal(await call('PUT', `directs/${two}`, { external_id: 'SỬA-1' }))).toEqual(TAKEN);
    expect(refusal(await call('PATCH', `directs_techousei/${two}`, { external_id: 'ｓửa-１' }))).toEqual(TAKEN);
    const bulk = { ids: [one, two], values: { external_id: 'sửa-1' } };
    for (const dry_run of [true, false]) {
      const { body } = await call('POST', 'directs/bulk', { ...bulk, dry_run });
      expect(body.changed).toBe(1);
      expect(body.refused.map(({ id, code }: { id: number; code: string }) => [id, code])).toEqual([[two, 'conflict']]);
    }
    expect(await idOf(one)).toBe('sửa-1');
    expect(await idOf(two)).toBe('Sửa-2');
    expect((await call('PUT', `directs/${one}`, { external_id: 'SỬA-1' })).body.data.external_id).toBe('SỬA-1');
    expect((await call('PUT', `directs/${two}`, { external_id: null })).status).toBe(200);
    expect((await create('SỬA-2')).status, 'the id that was given up').toBe(201);
  });

  it('of two who take it at once is given to one', async () => {
    const answers = await Promise.all(['Cùng-1', 'CÙNG-1', 'cùng-１'].map((spelling) => create(spelling)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('keeps an undo from giving it to two', async () => {
    const [gone, changed] = [await makeDirect('Lui-1'), await makeDirect('Lui-2')];
    const undo = async (request: Promise<{ headers: Headers }>, id: number, between: () => Promise<unknown>) => {
      const { headers } = await request;
      await between();
      const { body } = await call('GET', `operations?request_id=${headers.get('x-request-id')}`);
      const { body: undone } = await call('POST', `operations/${body.data[0].id}/undo`);
      expect(undone).toMatchObject({ reversed: 0, kept: [{ id }] });
      expect(undone.kept[0].message).toContain('Mã nguồn');
    };
    await undo(call('DELETE', `directs/${gone}`), gone, () => makeDirect('LUI-1'));
    await undo(call('PUT', `directs/${changed}`, { external_id: 'Lui-3' }), changed, () => makeDirect('ｌui-2'));
    expect(await idOf(gone)).toBe(undefined);
    expect(await idOf(changed)).toBe('Lui-3');
  });

  it('is found and sorted however it is spelled, and its key is sent to nobody', async () => {
    const ids = [await makeDirect('Xếp b'), await makeDirect('xếp A'), await makeDirect('XẾP c')];
    const { body } = await call('GET', `directs?ids=${ids}&order_by=external_id ASC`);
    expect(body.data.map((row: { external_id: string }) => row.external_id)).toEqual(['xếp A', 'Xếp b', 'XẾP c']);
    const found = async (id: string) => (await call('GET', `directs?external_id=${encodeURIComponent(id)}`)).body.data;
    expect((await found('xếp A')).map(({ id }: { id: number }) => id)).toEqual([ids[1]]);
    expect((await found('XẾP ａ')).map(({ id }: { id: number }) => id)).toEqual([ids[1]]);
    expect(await found('xep a'), 'accents count').toEqual([]);
    expect(JSON.stringify([body, (await call('GET', `history?entity=directs&id=${ids[0]}`)).body])).not.toContain('external_id_key');
    expect(JSON.stringify((await call('GET', 'openapi.json')).body)).not.toContain('external_id_key');
    const file = await call('GET', `directs/export?format=json&ids=${ids}`);
    expect(JSON.stringify(file.body)).not.toMatch(/_key|xếpb/);
  });
});

describe('a file', () => {
  const HEADERS = ['Mã nguồn', 'Mã công việc', 'Tên công trình', 'Ghi chú'];
  const REST = ['Người thiết kế', 'Người kiểm tra', 'Khách hàng', 'Hạng mục công việc', 'Ngày trả', 'Số tsubo', 'Hệ số độ khó'];
  const MORE = ['Điểm độ khó', 'Thời gian thiết kế', 'Thời gian kiểm tra'];
  const rest = ['writer', 'checked', 'GOC1', '図面 1', '2026-11-09', 30, 1, 1, 60, 10];
  const send = (rows: (string | number)[][], fields: Record<string, string> = {}) =>
    importRows(api, 'directs', [[...HEADERS, ...REST, ...MORE], ...rows.map((row) => [...row, ...rest])], { fields });

  it('names one job in two spellings once, and a known one as it is known', async () => {
    const id = await makeDirect('Tệp-1');
    const rows = [
      ['Tệp-2', 'T2', 'Nhà 2', 'mới'],
      ['tệp-2', 'T2b', 'Nhà 2b', 'lặp'],
      ['TỆP-1', 'T1', 'Nhà 1', 'sửa'],
    ];
    for (const dry_run of ['1', '0']) {
      const done = await send(rows, { dry_run });
      expect(done, JSON.stringify(done)).toMatchObject({ inserted: 1, updated: 1, failed: 1, errors: [{ row: 3 }] });
    }
    expect(await idOf(id), 'its own spelling stays').toBe('Tệp-1');
    expect((await call('GET', `directs/${id}`)).body.data).toMatchObject({ name: 'T1', bikou: 'sửa' });
    const again = await send(rows.slice(2));
    expect(again).toMatchObject({ inserted: 0, updated: 0, unchanged: 1, failed: 0 });
  });

  it('gives no job the id of another, dry or not', async () => {
    const [, other] = [await makeDirect('Tệp-8'), await makeDirect('Tệp-9')];
    for (const dry_run of ['1', '0']) {
      const rows = [
        ['id', 'Mã nguồn'],
        [other, 'TỆP-8'],
      ];
      const done = await importRows(api, 'directs', rows, { fields: { dry_run } });
      expect(done, JSON.stringify(done)).toMatchObject({ updated: 0, failed: 1, errors: [{ row: 2 }] });
      expect(done.errors[0].message).toContain('Mã nguồn');
    }
    expect(await idOf(other)).toBe('Tệp-9');
  });
});

it('the key is no column of the records of a seal', () => {
  expect(listHashedColumns('directs')).toContain('external_id');
  expect(listHashedColumns('directs').filter((column) => column.endsWith('_key'))).toEqual([]);
});

describe('jobs without keys', () => {
  const openFormer = async () => {
    const client = await openMemoryDatabase();
    await client.executeMultiple(`
      INSERT INTO directs (id, external_id, name, henkyaku_hi, is_checked, updated_at) VALUES
        (1, 'ABC-1', 'a', '2026-09-05', 0, 'x'), (2, 'abc-1', 'b', '2026-09-06', 1, 'x'), (3, 'ABC-2', 'c', '2026-11-06', 1, 'x'),
        (4, NULL, 'd', '2026-11-06', 0, 'x'), (5, 'ＡＢＣ-1', 'e', '2026-11-06', 0, 'x');
      INSERT INTO month_locks (month, status, at) VALUES ('2026-09', 1, '2026-10-01 00:00:00');`);
    return client;
  };

  it('get their keys, of locked months and checked ones too, without a trace; of those that are alike the first', async () => {
    const client = await openFormer();
    try {
      const rows = async (sql: string) => (await client.execute(sql)).rows.map((row) => Object.values(row));
      const facts = () => rows('SELECT id, external_id, version, updated_at, is_checked FROM directs ORDER BY id');
      const [before, recorded] = [await facts(), await rows('SELECT COUNT(*) FROM history')];
      await migrate(client);
      const keys = () => rows('SELECT id, external_id_key FROM directs ORDER BY id');
      expect(await keys()).toEqual([[1, 'abc-1'], [2, null], [3, 'abc-2'], [4, null], [5, null]]); // biome-ignore format: a table
      expect(await facts()).toEqual(before);
      expect(await rows('SELECT COUNT(*) FROM history')).toEqual(recorded);
      const guarded = client.execute("UPDATE directs SET name = 'z' WHERE id = 1");
      await expect(guarded, 'the guards stand again').rejects.toThrow('month_locked');

      await client.execute("UPDATE directs SET external_id = 'ABC-9', external_id_key = 'abc-9' WHERE id = 5");
      await client.execute('UPDATE month_locks SET status = 0');
      await client.execute('DELETE FROM directs WHERE id = 1');
      await client.execute('UPDATE month_locks SET status = 1');
      const writes = await rows('SELECT COUNT(*) FROM history');
      await migrate(client);
      expect(await keys(), 'the key that became free').toEqual([[2, 'abc-1'], [3, 'abc-2'], [4, null], [5, 'abc-9']]); // biome-ignore format: a table
      expect(await rows('SELECT COUNT(*) FROM history')).toEqual(writes);
    } finally {
      client.close();
    }
  });

  it('that are alike are found by their ids, and saving one with the id of the other asks', async () => {
    const first = await makeDirect('Đôi-1');
    const twin = await makeDirect('Đôi-2');
    await api.client.execute({ sql: "UPDATE directs SET external_id = 'đôi-1', external_id_key = NULL WHERE id = ?", args: [twin] });
    const found = (await call('GET', `directs?external_id=${encodeURIComponent('đôi-1')}`)).body.data;
    expect(found.map(({ id }: { id: number }) => id)).toEqual([first, twin]);
    expect((await call('PUT', `directs/${twin}`, { bikou: 'sửa' })).status, 'another field').toBe(200);
    expect(refusal(await call('PUT', `directs/${twin}`, { external_id: 'ĐÔI-1' }))).toEqual(TAKEN);
    expect((await call('PUT', `directs/${twin}`, { external_id: 'Đôi-3' })).status).toBe(200);
    expect(refusal(await call('PUT', `directs/${first}`, { external_id: 'đôi-3' }))).toEqual(TAKEN);
  });
});
