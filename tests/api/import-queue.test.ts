import { afterEach, beforeEach, expect, test } from 'vitest';
import { importWork } from '../../worker/features/imports/work.ts';
import { recoverRuns } from '../../worker/platform/queue/run.ts';
import { openApi, type TestApi } from '../support/api.ts';
import type { memoryBucket } from '../support/bucket.ts';
import { workOnImport } from '../support/imports.ts';
import { fillReferences } from '../support/samples.ts';
import { workbookOf } from '../support/workbooks.ts';

let api: TestApi;
let now: number;
beforeEach(async () => {
  api = await openApi();
  await fillReferences(api);
  now = api.clock.now();
  api.deps.clock = { ...api.clock, now: () => now };
});
afterEach(() => api.close());

type Who = 'writer' | 'checked';

async function upload(who: Who, note: string) {
  const file = await workbookOf([
    ['Nhân viên', 'Hệ số pro', 'Ngày đánh giá', 'Ghi chú'],
    ['writer', 1, '2026-03-03', note],
  ]);
  const form = new FormData();
  form.set('file', new Blob([file]), `${note}.xlsx`);
  return api.call('POST', 'pro/import', { as: api.people[who], body: form });
}

const view = async (who: Who, id: number) => (await api.call('GET', `imports/${id}`, { as: api.people[who] })).body;
const notes = async () => (await api.client.execute('SELECT note FROM pro ORDER BY note')).rows.map(({ note }) => note);

test("a person's second import waits for the first and says so; other people's do not", async () => {
  const first = (await upload('writer', 'a')).body.id;
  const second = (await upload('writer', 'b')).body.id;
  const other = (await upload('checked', 'c')).body.id;
  await workOnImport(api.deps, { import_id: second });
  expect(await view('writer', second)).toMatchObject({ status: 'queued', message: 'Đang chờ tệp «a.xlsx» của bạn nhập xong' });
  expect(api.sent.at(-1)).toEqual({ type: 'import', import_id: second });
  await workOnImport(api.deps, { import_id: other });
  expect(await view('checked', other)).toMatchObject({ status: 'done' });
  await workOnImport(api.deps, { import_id: first });
  expect(await view('writer', first)).toMatchObject({ status: 'done', inserted: 1 });
  now += 3000;
  await workOnImport(api.deps, { import_id: second });
  expect(await view('writer', second)).toMatchObject({ status: 'done', inserted: 1 });
  expect(await notes()).toEqual(['a', 'b', 'c']);
});

test('a waiting import goes on when the one before it is cancelled', async () => {
  const first = (await upload('writer', 'a')).body.id;
  const second = (await upload('writer', 'b')).body.id;
  expect((await api.call('POST', `imports/${first}/cancel`, { as: api.people.writer })).body.status).toBe('cancelled');
  await workOnImport(api.deps, { import_id: second });
  expect(await view('writer', second)).toMatchObject({ status: 'done', inserted: 1 });
});

test('only ten of a person wait: the next is refused and leaves nothing', async () => {
  for (let n = 0; n < 10; n += 1) expect((await upload('writer', `w${n}`)).status).toBe(201);
  const refused = await upload('writer', 'eleven');
  expect(refused.status).toBe(429);
  expect(refused.body.message).toContain('10 tác vụ');
  expect((await upload('checked', 'other')).status).toBe(201);
  expect((api.deps.files as ReturnType<typeof memoryBucket>).keys()).toHaveLength(11);
});

test('an import whose first message got lost is put on the queue again after 20 s, not before its file is stored', async () => {
  const { put } = api.deps.files;
  api.deps.files.put = async (...given: Parameters<typeof put>) => {
    now += 25_000;
    await recoverRuns(api.deps, [importWork]);
    expect(api.sent).toEqual([]);
    return put(...given);
  };
  const message = { type: 'import', import_id: (await upload('writer', 'a')).body.id };
  expect(api.sent).toEqual([message]);
  now += 20_000;
  await recoverRuns(api.deps, [importWork]);
  expect(api.sent).toEqual([message, message]);
});

test('an import whose message died is taken up when its lease has run out, and its rows are written once', async () => {
  const id = (await upload('writer', 'a')).body.id;
  await api.client.execute({
    sql: "UPDATE imports SET status = 'reading', claim = 'dead', lease_until = ?, done = 1 WHERE id = ?",
    args: [now + 20_000, id],
  });
  await api.insert('import_rows', { import_id: id, row: 2, values: '{}' });
  api.sent.length = 0;
  await recoverRuns(api.deps, [importWork]);
  expect(api.sent).toEqual([]);
  now += 20_001;
  await recoverRuns(api.deps, [importWork]);
  expect(api.sent).toEqual([{ type: 'import', import_id: id }]);
  await workOnImport(api.deps, { import_id: id });
  await workOnImport(api.deps, { import_id: id });
  expect(await view('writer', id)).toMatchObject({ status: 'done', inserted: 1, total: 1 });
  expect(await notes()).toEqual(['a']);
});
