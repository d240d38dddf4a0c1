import { beforeAll, describe, expect, it } from 'vitest';
import { consume } from '../../worker/consumer.ts';
import { CONTRACTS } from '../../worker/contracts/contracts.ts';
import { operationWork } from '../../worker/features/operations/work.ts';
import type { JobMessage } from '../../worker/platform/queue/messages.ts';
import { openApi, type Person, type TestApi } from '../support/api.ts';
import { fillReferences, makeSample } from '../support/samples.ts';

let api: TestApi;
const ids: number[] = [];
beforeAll(async () => {
  api = await openApi();
  await fillReferences(api);
  for (let n = 1; n <= 3; n++) {
    const body = { ...makeSample(CONTRACTS.directs, n), henkyaku_hi: `2026-1${n - 1}-05`, external_id: `d${n}`, bikou: `${n}` };
    ids.push((await call('POST', 'directs', body)).body.data.id);
  }
});

const call = (method: string, path: string, body?: unknown, as: Person = api.people.writer) => api.call(method, path, { as, body });
const bulk = async (body: object, as?: Person) => call('POST', 'directs/bulk', body, as);
const remarks = async () => {
  const { data } = (await call('GET', `directs?ids=${ids.join()}&order_by=id`)).body;
  return data.map(({ bikou }: { bikou: string }) => bikou);
};
/** A message as the queue delivers it. */
const deliver = (body: JobMessage, retry: () => void = () => expect.unreachable('a message failed')) => ({
  ...{ id: '1', timestamp: new Date(), attempts: 1, body, retry },
  ack: () => undefined,
});

/** Works on every message that was sent, as the queue does. */
async function work() {
  for (let message = api.sent.shift(); message; message = api.sent.shift())
    await consume(api.deps, { queue: 'tensu-jobs', messages: [deliver(message)] });
}

describe('a bulk edit', () => {
  it('writes each record or says why not, as one operation that is undone as one', async () => {
    await call('POST', 'directs/checked', { id: ids[1], is_checked: 1 });
    const { status, body } = await bulk({ ids: [...ids, 987_654], values: { bikou: '3' }, versions: { [ids[0]!]: 1 } });
    expect({ status, body }).toMatchObject({ status: 200, body: { status: 'done', changed: 1, unchanged: 1 } });
    expect(body.refused.map(({ id, code }: { id: number; code: string }) => [id, code])).toEqual([
      [ids[1], 'record_checked'],
      [987_654, 'not_found'],
    ]);
    expect(await remarks()).toEqual(['3', '2', '3']);
    expect((await call('POST', `operations/${body.operation_id}/undo`)).body).toMatchObject({ reversed: 1 });
    expect(await remarks()).toEqual(['1', '2', '3']);
    expect((await bulk({ ids: [ids[0]], values: { bikou: 'x' }, versions: { [ids[0]!]: 1 } })).body.refused).toMatchObject([
      { code: 'conflict' },
    ]);
  });

  it('only counts on a dry run', async () => {
    const { body } = await bulk({ ids, values: { bikou: '3' }, dry_run: true });
    expect(body).toMatchObject({ operation_id: null, changed: 1, unchanged: 1, refused: [{ id: ids[1], code: 'record_checked' }] });
    expect(await remarks()).toEqual(['1', '2', '3']);
    const elsewhere = await call('POST', 'directs/bulk?dry_run=true', { ids, values: { bikou: '3' } });
    expect(elsewhere.status).toBe(422);
    expect(elsewhere.body.messages).toMatchObject({ dry_run: expect.any(String) });
    expect(await remarks(), 'a body is not read from the address').toEqual(['1', '2', '3']);
  });

  it('takes the filters of the list with the number that was seen, and refuses another number', async () => {
    const filter = { ids: `${ids[0]}` };
    const other = await bulk({ filter, expected: 7, values: { bikou: 'lọc' } });
    expect({ status: other.status, current: other.body.current }).toEqual({ status: 409, current: { total: 1 } });
    expect((await bulk({ filter, expected: 1, values: { bikou: 'lọc' } })).body).toMatchObject({ changed: 1 });
    expect(await remarks()).toEqual(['lọc', '2', '3']);
  });

  it('checks many, and names those without points', async () => {
    await api.client.execute(`UPDATE directs SET result_design_point = NULL, result_check_point = NULL WHERE id = ${ids[2]}`);
    const { body } = await bulk({ ids, values: { is_checked: 1 } }, api.people.checked);
    expect(body).toMatchObject({ changed: 2, unchanged: 1, refused: [], without_points: [ids[2]] });
    expect((await bulk({ ids, values: { is_checked: 0 } }, api.people.checked)).body.changed).toBe(3);
  });

  it('asks for the right of each field, and refuses what no edit could be', async () => {
    expect((await bulk({ ids, values: { bikou: 'x' } }, api.people.viewer)).status).toBe(403);
    expect((await bulk({ ids, values: {} })).body.messages).toHaveProperty('values');
    expect((await bulk({ ids, values: { tsubosuu: 'nhiều' } })).body.messages).toHaveProperty('tsubosuu');
    expect((await bulk({ values: { bikou: 'x' } })).body.messages).toEqual({ ids: 'Hãy gửi đúng một trong các mục: ids, filter, rows' });
    const users = await call('POST', 'users/bulk', { ids: [api.people.viewer.id], values: { email: 'x@tensu.test' } });
    expect(users.body.refused).toMatchObject([{ code: 'forbidden' }]);
  });
});

describe('rows with values of their own', () => {
  it('are written as one operation, each or not at all by itself, and are tried before', async () => {
    await call('POST', 'directs/checked', { id: ids[1], is_checked: 1 });
    const rows = [
      { id: ids[0], values: { bikou: 'một', tsubosuu: 31.5 } },
      { id: ids[1], values: { bikou: 'hai' } },
      { id: ids[2], values: { tsubosuu: 'nhiều' } },
    ];
    const outcome = {
      changed: 1,
      refused: [
        { id: ids[2], code: 'invalid' },
        { id: ids[1], code: 'record_checked' },
      ],
    };
    const before = await remarks();
    expect((await bulk({ rows, dry_run: true })).body).toMatchObject({ operation_id: null, ...outcome });
    expect(await remarks()).toEqual(before);
    const { body } = await bulk({ rows });
    expect(body).toMatchObject(outcome);
    expect(await remarks()).toEqual(['một', ...before.slice(1)]);
    expect((await call('POST', `operations/${body.operation_id}/undo`)).body.reversed).toBe(1);
    expect(await remarks()).toEqual(before);
    expect((await bulk({ rows: [{ id: ids[0], version: 1, values: { bikou: 'cũ' } }] })).body.refused).toMatchObject([
      { code: 'conflict' },
    ]);
  });

  it('are not sent with values for all, and take the right to update', async () => {
    const rows = [{ id: ids[0], values: { bikou: 'x' } }];
    expect((await bulk({ rows, values: { bikou: 'y' } })).status).toBe(422);
    expect((await bulk({ rows, ids })).status).toBe(422);
    expect((await bulk({ rows }, api.people.viewer)).status).toBe(403);
  });
});

describe('an operation of more than 1,000 rows', () => {
  it('is tried at once without writing anything, and names what it would refuse', async () => {
    await api.client.batch(
      Array.from(
        { length: 1100 },
        (_, n) => `INSERT INTO customers (name, code, code_fold, fax) VALUES ('Q${n}', 'Q${n}', 'q${n}', '09-${n}')`,
      ),
      'write',
    );
    const { rows } = await api.client.execute("SELECT id FROM customers WHERE code LIKE 'Q%' ORDER BY id");
    const all = [...rows.map(({ id }) => Number(id)), 987_654];
    const { body } = await call('POST', 'customers/bulk', { ids: all, values: { fax: '09-0' }, dry_run: true });
    expect(body).toMatchObject({ status: 'done', operation_id: null, changed: 1099, unchanged: 1 });
    expect(body.refused).toMatchObject([{ id: 987_654, code: 'not_found' }]);
    expect(api.sent).toEqual([]);
    const { rows: left } = await api.client.execute("SELECT COUNT(DISTINCT fax) AS n FROM customers WHERE code LIKE 'Q%'");
    expect(left[0]!.n).toBe(1100);
  });

  it('writes each row its own values in the queue, those that are not valid or older left as they are', async () => {
    const made = Array.from(
      { length: 1100 },
      (_, n) => `INSERT INTO customers (name, code, code_fold, fax) VALUES ('R${n}', 'R${n}', 'r${n}', '09-${n}')`,
    );
    await api.client.batch(made, 'write');
    const { rows: found } = await api.client.execute("SELECT id FROM customers WHERE code LIKE 'R%' ORDER BY id");
    const rows = found.map(({ id }, n) => ({ id: Number(id), version: n === 7 ? 9 : 1, values: { fax: n === 3 ? 'fax' : `03-${n}` } }));
    expect((await call('POST', 'customers/bulk', { rows }, api.people.viewer)).status).toBe(403);
    const { body } = await call('POST', 'customers/bulk', { rows });
    expect(body).toMatchObject({ status: 'queued' });
    await work();
    const done = (await call('GET', `operations/${body.operation_id}`)).body;
    expect(done).toMatchObject({ counts: { updated: 1098 }, kept_count: 2, run: { status: 'done', total: 1100, done: 1100 } });
    expect((await call('GET', `operations/${body.operation_id}/kept`)).body.data).toMatchObject([
      { id: rows[3]!.id, title: 'R3', reason: 'invalid' },
      { id: rows[7]!.id, title: 'R7', reason: 'conflict' },
    ]);
    const { rows: written } = await api.client.execute("SELECT fax FROM customers WHERE code LIKE 'R%' ORDER BY id");
    expect(written.map(({ fax }) => fax)).toEqual(rows.map(({ values }, n) => (n === 3 || n === 7 ? `09-${n}` : values.fax)));
  });

  it('is edited in the queue and undone there, but for the rows that somebody changed since', async () => {
    const many = 1200;
    await api.client.batch(
      Array.from(
        { length: many },
        (_, n) => `INSERT INTO customers (name, code, code_fold, fax) VALUES ('K${n}', 'N${n}', 'n${n}', '${n}')`,
      ),
      'write',
    );
    const { rows } = await api.client.execute("SELECT id FROM customers WHERE code LIKE 'N%' ORDER BY id");
    const all = rows.map(({ id }) => Number(id));
    const { body } = await call('POST', 'customers/bulk', { ids: all, values: { fax: '03-9' } });
    expect(body).toMatchObject({ status: 'queued', changed: 0 });
    const state = async (id: number) => (await call('GET', `operations/${id}`)).body;
    expect(await state(body.operation_id)).toMatchObject({ undoable: false, reason: 'running', run: { status: 'queued', total: many } });
    await work();
    expect(await state(body.operation_id)).toMatchObject({
      counts: { updated: many },
      undoable: true,
      run: { status: 'done', done: many },
    });
    for (const id of all.slice(0, 10)) await call('PUT', `customers/${id}`, { fax: '03-7' }, api.people.admin);

    const undone = (await call('POST', `operations/${body.operation_id}/undo`)).body;
    expect(undone).toMatchObject({ status: 'queued' });
    expect((await call('POST', `operations/${body.operation_id}/undo`)).status).toBe(409);
    await work();
    const { counts, kept_count } = await state(undone.operation_id);
    const { data: kept } = (await call('GET', `operations/${undone.operation_id}/kept`)).body;
    expect(counts.updated).toEqual(many - 10);
    expect(kept_count).toBe(10);
    expect(kept.length).toBe(10);
    expect(kept[0].reason).toBe('changed_since');
    const { rows: left } = await api.client.execute("SELECT COUNT(*) AS n FROM customers WHERE fax = code OR 'N' || fax = code");
    expect(left[0]!.n).toBe(many - 10);
  });

  it('tells what an undo of the queue kept where it kept everything, and can be undone later', async () => {
    const { rows } = await api.client.execute("SELECT id FROM customers WHERE code LIKE 'N%' ORDER BY id");
    const ids = rows.map(({ id }) => Number(id));
    const { body } = await call('POST', 'customers/bulk', { ids, values: { fax: '03-4' } });
    await work();
    await call('POST', 'customers/bulk', { ids, values: { fax: '03-3' } });
    await work();
    const { body: given } = await call('POST', `operations/${body.operation_id}/undo`);
    await work();
    const { data } = (await call('GET', 'operations?limit=1')).body;
    expect(data[0]).toMatchObject({ id: given.operation_id, undo_of: body.operation_id, undoable: false, reason: 'nothing' });
    expect(data[0]).toMatchObject({ kept_count: ids.length, run: { status: 'done' } });
    expect((await call('GET', `operations/${given.operation_id}/kept?page=2&limit=1000`)).body.data).toHaveLength(ids.length - 1000);
    expect((await call('GET', `operations/${body.operation_id}`)).body).toMatchObject({ undone_by: null, undoable: true });
  });

  it('is undone later where an undo was given up before it wrote anything', async () => {
    const { rows } = await api.client.execute("SELECT id FROM customers WHERE code LIKE 'N%' ORDER BY id");
    const { body } = await call('POST', 'customers/bulk', { ids: rows.map(({ id }) => Number(id)), values: { fax: '03-6' } });
    await work();
    const given = (await call('POST', `operations/${body.operation_id}/undo`)).body;
    api.sent.length = 0;
    await operationWork.fail(api.deps, given.operation_id, 'broken');
    const failed = (await call('GET', `operations/${given.operation_id}`)).body;
    expect(failed.run.status).toBe('failed');
    expect(failed.run.message).toEqual(expect.stringMatching(/^Dừng vì lỗi hệ thống/));
    const { body: undone } = await call('POST', `operations/${body.operation_id}/undo`);
    expect(undone).toMatchObject({ status: 'queued' });
    await work();
    expect((await call('GET', `operations/${undone.operation_id}`)).body.counts.updated).toBe(rows.length);
  });

  it('goes on where a worker was killed: each row is as it was or reversed, and reversed once', async () => {
    const { rows } = await api.client.execute("SELECT id FROM customers WHERE code LIKE 'N%' ORDER BY id");
    const all = rows.map(({ id }) => Number(id));
    const { body } = await call('POST', 'customers/bulk', { ids: all, values: { fax: '03-5' } });
    await work();
    const before = (await api.client.execute("SELECT id, version FROM customers WHERE code LIKE 'N%'")).rows;
    const undone = (await call('POST', `operations/${body.operation_id}/undo`)).body;
    // The process ends at its second piece: nothing after that is written, not even that it failed.
    const message = api.sent.shift()!;
    const { db } = api.deps;
    let pieces = 0;
    const killed: typeof db = {
      ...db,
      write: (plan, author, timeoutMs) =>
        author.source === 'undo' && ++pieces > 1 ? Promise.reject(new Error('killed')) : db.write(plan, author, timeoutMs),
    };
    await consume({ ...api.deps, db: killed }, { queue: 'tensu-jobs', messages: [deliver(message, () => undefined)] });
    const halfway = (
      await api.client.execute("SELECT fax, COUNT(*) AS n FROM customers WHERE code LIKE 'N%' GROUP BY fax = '03-5' ORDER BY n")
    ).rows;
    expect(halfway.map(({ n }) => n)).toEqual([500, 700]);
    expect(message).toMatchObject({ type: 'operation' });

    api.clock.set(new Date(api.clock.now() + 60_000).toISOString());
    api.sent.push(message);
    await work();
    expect((await call('GET', `operations/${undone.operation_id}`)).body).toMatchObject({
      counts: { updated: 1200 },
      kept_count: 0,
      run: { status: 'done' },
    });
    const after = (await api.client.execute("SELECT id, version, fax FROM customers WHERE code LIKE 'N%'")).rows;
    expect(after.some(({ fax }) => fax === '03-5')).toBe(false);
    expect(after.map(({ version }, at) => Number(version) - Number(before[at]!.version))).toEqual(all.map(() => 1));
  });
});
