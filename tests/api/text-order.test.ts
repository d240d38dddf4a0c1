import { expect, test } from 'vitest';
import { migrate } from '../../scripts/migrate.ts';
import { sortKey } from '../../worker/platform/text/sort-key.ts';
import { openApi } from '../support/api.ts';
import { openMemoryDatabase } from '../support/memory-database.ts';

/** Texts that are no names are sorted as people read them: case does not count, đ stands behind d, tones part what is equal otherwise. */

const IN_ORDER = ['ẩn nét', 'dầm thiếu', 'Dầm thừa', 'đá kê sai', 'Đo sai', 'lỗi chính tả', 'Lỗi kích thước', 'ma', 'má', 'Ước lượng'];
const SHUFFLED = [7, 2, 9, 0, 4, 6, 1, 8, 3, 5].map((place) => IN_ORDER[place]!);

test('mistakes, areas and first names come in the order of the alphabet, both ways', async () => {
  const api = await openApi();
  const { admin } = api.people;
  for (const [index, text] of SHUFFLED.entries()) {
    await api.insert('mistakes', { user_id: admin.id, rate_at: '2026-11-02', mistake: text, point: 1, detect_by: 'T' });
    await api.insert('users', { username: `u${index}`, name: 'A', area: text, first_name: text, department_id: 1 });
  }
  const list = async (path: string, field: string) => {
    const { body } = await api.call('GET', `${path}&limit=50`, { as: admin });
    return body.data.map((row: Record<string, string>) => row[field]).filter((text: string) => IN_ORDER.includes(text));
  };
  expect(await list('mistakes?order_by=mistake ASC', 'mistake')).toEqual(IN_ORDER);
  expect(await list('mistakes?order_by=mistake DESC', 'mistake')).toEqual(IN_ORDER.toReversed());
  expect(await list('users?order_by=area ASC&name__~=a', 'area')).toEqual(IN_ORDER);
  expect(await list('users?order_by=first_name DESC', 'first_name')).toEqual(IN_ORDER.toReversed());
  const { id } = (await api.call('GET', 'mistakes?order_by=mistake ASC&limit=1', { as: admin })).body.data[0];
  await api.call('PUT', `mistakes/${id}`, { as: admin, body: { mistake: 'ướt' } });
  expect((await api.call('GET', 'mistakes?order_by=mistake DESC&limit=1', { as: admin })).body.data[0].id, 'follows an edit').toBe(id);
  await api.close();
});

test('codes are sorted without case', async () => {
  const api = await openApi();
  for (const employee_code of ['nv3', 'NV1', 'Nv2', 'NV4'])
    await api.insert('users', { username: employee_code, name: 'A', employee_code });
  const { body } = await api.call('GET', 'users?order_by=employee_code ASC&employee_code__~=nv', { as: api.people.admin });
  expect(body.data.map((row: Record<string, string>) => row.employee_code)).toEqual(['NV1', 'Nv2', 'nv3', 'NV4']);
  await api.close();
});

test('what has no form yet is sorted too, in locked months as well, and no change of it', async () => {
  const client = await openMemoryDatabase();
  try {
    await client.batch(
      [
        "INSERT INTO users (id, username, name, area) VALUES (1, 'an', 'An', 'Đà Nẵng'), (2, 'ba', 'Ba', NULL)",
        "INSERT INTO mistakes (user_id, rate_at, mistake, point, detect_by) VALUES (1, '2026-08-03', 'Đo sai', 1, 'T')",
        "INSERT INTO month_locks (month, status, at) VALUES ('2026-08', 1, '2026-09-01 09:00:00')",
      ],
      'write',
    );
    const count = async () => (await client.execute('SELECT COUNT(*) AS n, MAX(id) AS id FROM history')).rows[0];
    const before = await count();
    await migrate(client);
    const { rows } = await client.execute('SELECT area_sort, version FROM users ORDER BY id');
    expect(rows.map((row) => Object.values(row))).toEqual([
      [sortKey('Đà Nẵng'), 1],
      [null, 1],
    ]);
    expect((await client.execute('SELECT mistake_sort FROM mistakes')).rows[0]!.mistake_sort).toBe(sortKey('Đo sai'));
    expect(await count(), 'no row of the history').toEqual(before);
  } finally {
    client.close();
  }
});
