import { beforeEach, expect, it } from 'vitest';
import { consume } from '../../worker/consumer.ts';
import { operationWork } from '../../worker/features/operations/work.ts';
import { openApi, type TestApi } from '../support/api.ts';

const ROWS = 1700;
/** Rows that the queue undoes in one transaction. */
const PIECE = 500;

let api: TestApi;
let operation: number;

const call = (method: string, path: string, as = api.people.admin) => api.call(method, path, { as });
const stateOf = async (id: number) => (await call('GET', `operations/${id}`)).body;
const undo = (id: number) => call('POST', `operations/${id}/undo`);
const faxes = async () => {
  const { rows } = await api.client.execute(`SELECT fax, COUNT(*) AS n FROM customers WHERE code LIKE 'N%' GROUP BY fax ORDER BY fax`);
  return Object.fromEntries(rows.map(({ fax, n }) => [fax, n]));
};

/** Customers of which one operation wrote each twice, so that the rows of its history are twice as many. */
beforeEach(async () => {
  await api?.close();
  api = await openApi();
  const change = (fax: string) => `UPDATE customers SET fax = '${fax}', version = version + 1 WHERE code LIKE 'N%'`;
  await api.client.batch(
    [
      `INSERT INTO customers (name, code, fax) WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ${ROWS})
        SELECT 'Khách ' || value, 'N' || value, 'first' FROM n`,
      "INSERT INTO write_context (id, user_id, source, at, request_id) VALUES (1, 1, 'screen', '2026-11-20 10:00:00', 'twice')",
      change('second'),
      change('third'),
      'DELETE FROM write_context',
    ],
    'write',
  );
  const [made] = (await call('GET', 'operations?limit=1')).body.data;
  expect(made).toMatchObject({ counts: { updated: 2 * ROWS }, undoable: true, left: 0 });
  operation = made.id;
});

/** Works on the messages that were sent; `afterPiece` is told of each piece of an undo that is written. */
async function work(afterPiece: (pieces: number) => Promise<unknown> = async () => undefined): Promise<void> {
  const { db } = api.deps;
  let pieces = 0;
  const watched: typeof db = {
    ...db,
    async write(plan, author, timeoutMs) {
      const written = await db.write(plan, author, timeoutMs);
      if (author.source === 'undo') await afterPiece(++pieces);
      return written;
    },
  };
  const ack = () => undefined;
  const retry = () => expect.unreachable('a message failed');
  for (let body = api.sent.shift(); body; body = api.sent.shift())
    await consume(
      { ...api.deps, db: watched },
      { queue: 'tensu-jobs', messages: [{ id: '1', timestamp: new Date(), attempts: 1, body, ack, retry }] },
    );
}

/** Begins an undo and ends it after so many pieces. */
async function stopAfter(pieces: number, end = (id: number): Promise<unknown> => call('POST', `operations/${id}/cancel`)): Promise<number> {
  const { body } = await undo(operation);
  expect(body.status).toBe('queued');
  await work(async (written) => written === pieces && end(body.attempt_id));
  return body.attempt_id;
}

it('is gone on with by pressing undo again, no record is undone by half or twice, until all is as it was', async () => {
  const first = await stopAfter(1);
  expect(await stateOf(first)).toMatchObject({ counts: { updated: PIECE }, run: { status: 'cancelled', done: PIECE } });
  const listed = (await call('GET', 'operations')).body.data.find(({ id }: { id: number }) => id === operation);
  expect(listed).toMatchObject({ undone_by: first, left: 2 * ROWS - PIECE, undoable: true, reason: null });
  expect(await faxes()).toEqual({ first: PIECE, third: ROWS - PIECE });

  const second = await stopAfter(2);
  expect(await stateOf(operation)).toMatchObject({ undone_by: second, left: 2 * ROWS - 2 * PIECE, undoable: true });
  const { body } = await undo(operation);
  await work();
  expect(await faxes()).toEqual({ first: ROWS });
  expect(await stateOf(operation)).toMatchObject({ undone_by: body.operation_id, left: 0, undoable: false, reason: 'undone' });
  expect((await undo(operation)).status).toBe(409);
  const { rows } = await api.client.execute("SELECT DISTINCT version FROM customers WHERE code LIKE 'N%'");
  expect(rows).toEqual([{ version: 4 }]);
});

it('leaves each part to be undone by itself, after which the whole can be undone', async () => {
  const first = await stopAfter(1);
  const { body } = await undo(first);
  expect(body).toMatchObject({ status: 'done', reversed: PIECE });
  expect(await faxes()).toEqual({ third: ROWS });
  const rest = (await undo(operation)).body;
  await work();
  expect((await call('GET', `operations/${rest.attempt_id}/kept`)).body.total).toBe(0);
  expect(await faxes()).toEqual({ first: ROWS });
});

it('is gone on with by one of two people at once', async () => {
  await stopAfter(2);
  const both = await Promise.all([undo(operation), undo(operation)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  await work();
  expect(await faxes()).toEqual({ first: ROWS });
});

it('leaves the rest where it failed, too', async () => {
  const failed = await stopAfter(3, (id) => operationWork.fail(api.deps, id, 'stalled'));
  expect(await stateOf(failed)).toMatchObject({ run: { status: 'failed', done: 3 * PIECE } });
  expect(await stateOf(operation)).toMatchObject({ undone_by: failed, left: 2 * ROWS - 3 * PIECE, undoable: true });
  await undo(operation);
  await work();
  expect(await faxes()).toEqual({ first: ROWS });
  expect(await stateOf(operation)).toMatchObject({ left: 0, undoable: false, reason: 'undone' });
});
