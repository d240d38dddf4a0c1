import { beforeAll, expect, it } from 'vitest';
import { consume } from '../../worker/consumer.ts';
import { CONTRACTS } from '../../worker/contracts/contracts.ts';
import { openApi, type Person, type TestApi } from '../support/api.ts';
import { fillReferences, makeSample } from '../support/samples.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  await fillReferences(api);
});

const call = async (method: string, path: string, body?: unknown, as: Person = api.people.writer) => api.call(method, path, { as, body });
const bulk = async (body: object, as?: Person) => (await call('POST', 'directs/bulk', body, as)).body;

let made = 0;
async function makeJobs(days: readonly string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const henkyaku_hi of days) {
    const body = { ...makeSample(CONTRACTS.directs, 1), henkyaku_hi, external_id: `p${++made}` };
    ids.push((await call('POST', 'directs', body)).body.data.id);
  }
  return ids;
}

const read = async (ids: readonly number[], columns: string) =>
  (await api.client.execute(`SELECT ${columns} FROM directs WHERE id IN (${ids.join()}) ORDER BY id`)).rows.map((row) => ({ ...row }));
const codes = ({ refused }: { refused: { id: number; code: string }[] }) => Object.fromEntries(refused.map(({ id, code }) => [id, code]));
/** Delivers the newest message. */
async function workOnQueue(): Promise<void> {
  const body = api.sent.pop()!;
  const ack = () => undefined;
  const delivered = { id: '1', timestamp: new Date(), attempts: 1, body, ack, retry: () => expect.unreachable('it failed') };
  await consume(api.deps, { queue: 'tensu-jobs', messages: [delivered] });
}
const setLock = (month: number, status: 0 | 1) =>
  call('POST', 'lock_and_unlock', { year: 2026, month, status, reason: 'thử', accept_open: true }, api.people.admin);

it('leaves jobs of locked months and checked jobs as they are, and names them, tried and written alike', async () => {
  const ids = await makeJobs(['2026-07-05', '2026-08-05', '2026-08-06']);
  await call('POST', 'directs/checked', { id: ids[2], is_checked: 1 }, api.people.checked);
  await setLock(7, 1);
  const before = await read(ids, '*');
  const edit = { ids, values: { bikou: 'mới' } };
  const refused = { [ids[0]!]: 'month_locked', [ids[2]!]: 'record_checked' };
  const tried = await bulk({ ...edit, dry_run: true });
  expect(tried.changed).toBe(1);
  expect(codes(tried)).toEqual(refused);
  expect(await read(ids, '*')).toEqual(before);
  const written = await bulk(edit);
  expect(written.changed).toBe(1);
  expect(codes(written)).toEqual(refused);
  const after = await read(ids, '*');
  expect(after[0]).toEqual(before[0]);
  expect(after[2]).toEqual(before[2]);
  // Into a locked month no job moves either, and none in one is checked.
  const moved = await bulk({ ids: [ids[1]], values: { henkyaku_hi: '2026-07-31' } });
  expect(codes(moved)).toEqual({ [ids[1]!]: 'month_locked' });
  const checked = await bulk({ ids: ids.slice(0, 2), values: { is_checked: 1 } }, api.people.checked);
  expect(checked.changed).toBe(1);
  expect(codes(checked)).toEqual({ [ids[0]!]: 'month_locked' });
  await setLock(7, 0);
});

it('refuses a record that somebody else wrote since it was read, and keeps what they wrote', async () => {
  const ids = await makeJobs(['2026-09-05', '2026-09-06']);
  const versions = Object.fromEntries((await read(ids, 'id, version')).map(({ id, version }) => [String(id), version]));
  await call('PUT', `directs/${ids[0]}`, { bikou: 'của người khác' }, api.people.admin);
  const answer = await bulk({ ids, values: { bikou: 'của tôi' }, versions });
  expect(answer.changed).toBe(1);
  expect(codes(answer)).toEqual({ [ids[0]!]: 'conflict' });
  expect(await read(ids, 'bikou')).toEqual([{ bikou: 'của người khác' }, { bikou: 'của tôi' }]);
});

it('lets two people edit other fields of the same jobs at once, and loses nothing of either', async () => {
  const ids = await makeJobs(Array.from({ length: 20 }, () => '2026-09-10'));
  const answers = await Promise.all([
    bulk({ ids, values: { bikou: 'A' } }, api.people.writer),
    bulk({ ids, values: { shiten: 'B' } }, api.people.admin),
  ]);
  expect(answers.map(({ changed, refused }) => [changed, refused])).toEqual([
    [20, []],
    [20, []],
  ]);
  expect(await read(ids, 'bikou, shiten')).toEqual(ids.map(() => ({ bikou: 'A', shiten: 'B' })));
});

it('changes people of another department for an Admin alone', async () => {
  const own = await api.insert('users', { ...PERSON, username: 'cung-phong', email: 'a@tensu.test', department_id: 1 });
  const other = await api.insert('users', {
    ...PERSON,
    code: 'y',
    employee_code: 'F',
    username: 'phong-khac',
    email: 'b@tensu.test',
    department_id: 2,
  });
  const edit = { ids: [own, other], values: { area: 'Hà Nội' } };
  const byWriter = (await call('POST', 'users/bulk', edit)).body;
  expect(byWriter.changed).toBe(1);
  expect(codes(byWriter)).toEqual({ [other]: 'forbidden' });
  const byAdmin = (await call('POST', 'users/bulk', edit, api.people.admin)).body;
  expect(byAdmin).toMatchObject({ changed: 1, unchanged: 1, refused: [] });
});

const PERSON = { name: 'Người', code: 'x', employee_code: 'E', area: 'HCM', dept_grp_id: 1, role_ids: '[4]' };

it('leaves jobs without points unchecked where it is asked to, at once and in the queue', async () => {
  const ids = await makeJobs(['2026-10-05', '2026-10-06', '2026-10-07', '2026-10-08']);
  await api.client.execute(`UPDATE directs SET result_design_point = NULL, result_check_point = NULL WHERE id IN (${ids[0]}, ${ids[1]})`);
  await call('POST', 'directs/checked', { id: ids[1], is_checked: 1 }, api.people.checked);
  const check = { ids, values: { is_checked: 1 } };
  // One that is checked already is nothing that this check leaves without points.
  expect(await bulk({ ...check, dry_run: true }, api.people.checked)).toMatchObject({ changed: 3, without_points: [ids[0]] });
  const only = await bulk({ ...check, skip_without_points: true }, api.people.checked);
  expect(only).toMatchObject({ changed: 2, unchanged: 1, without_points: [ids[0]], refused: [] });
  expect(await read(ids, 'is_checked')).toEqual([0, 1, 1, 1].map((is_checked) => ({ is_checked })));

  const missing = Array.from({ length: 1000 }, (_, at) => 500_000 + at);
  const queued = await bulk({ ...check, ids: [...ids, ...missing], skip_without_points: true }, api.people.checked);
  await workOnQueue();
  const { run, kept_count } = (await call('GET', `operations/${queued.operation_id}`, undefined, api.people.checked)).body;
  expect(run).toMatchObject({ status: 'done', unchanged: 3, without_points: 1 });
  expect(kept_count).toBe(1000);
  expect((await read(ids, 'is_checked'))[0]).toEqual({ is_checked: 0 });
});

it('keeps what stays in the language of whoever asked for the run', async () => {
  const missing = Array.from({ length: 1001 }, (_, at) => 600_000 + at);
  const body = { ids: missing, values: { bikou: 'x' } };
  for (const [language, text] of [
    ['en', 'Job not found'],
    ['vi', 'Không tìm thấy công việc'],
  ] as const) {
    const queued = await api.call('POST', 'directs/bulk', { as: api.people.writer, body, headers: { 'accept-language': language } });
    await workOnQueue();
    const { data } = (await call('GET', `operations/${queued.body.operation_id}/kept?limit=1`)).body;
    expect(data[0].message).toBe(text);
  }
});

it('names no record that whoever asked for the run may not see', async () => {
  await api.client.execute("INSERT INTO departments (id, name, name_key, code, code_key, note) VALUES (77, 'Kín', 'kín', 'K', 'k', '-')");
  const ids = [1, 77, ...Array.from({ length: 1000 }, (_, at) => 700_000 + at)];
  const { body } = await call('POST', 'departments/bulk', { ids, values: { note: 'Mới' } });
  await workOnQueue();
  const { data } = (await call('GET', `operations/${body.operation_id}/kept?limit=1`)).body;
  expect(data).toMatchObject([{ id: 77, title: null, reason: 'forbidden' }]);
});
