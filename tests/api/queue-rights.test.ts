import { beforeEach, describe, expect, it } from 'vitest';
import { consume } from '../../worker/consumer.ts';
import type { JobMessage } from '../../worker/platform/queue/messages.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { fillReferences } from '../support/samples.ts';
import { workbookOf } from '../support/workbooks.ts';

/** What is queued asks for the right again at each message, and one person does not keep the queue from others. */

let api: TestApi;
let now: number;
beforeEach(async () => {
  api = await openApi();
  await fillReferences(api);
  now = api.clock.now();
  api.deps.clock = { ...api.clock, now: () => now };
});

async function upload(who: 'writer' | 'checked', note: string, rows = 1) {
  const file = await workbookOf([
    ['Nhân viên', 'Hệ số pro', 'Ngày đánh giá', 'Ghi chú'],
    ...Array.from({ length: rows }, (_, day) => ['writer', 1, `2026-03-${String(day + 1).padStart(2, '0')}`, note]),
  ]);
  const form = new FormData();
  form.set('file', new Blob([file]), `${note}.xlsx`);
  return api.call('POST', 'pro/import', { as: api.people[who], body: form });
}

async function makeContractors(count: number): Promise<number[]> {
  const rows = JSON.stringify(Array.from({ length: count }, (_, n) => n));
  await api.client.execute(
    `INSERT INTO contractors (name, code, code_key) SELECT 'T' || value, 'T' || value, 't' || value FROM json_each('${rows}')`,
  );
  return (await api.client.execute(`SELECT id FROM contractors ORDER BY id DESC LIMIT ${count}`)).rows.map(({ id }) => Number(id));
}

async function handle(body: JobMessage): Promise<void> {
  const message = { id: 'm', timestamp: new Date(now), body, attempts: 1, ack: () => undefined, retry: () => expect.fail('retried') };
  await consume(api.deps, { queue: 'tensu-jobs', messages: [message] } as never);
}

/** Handles all that is on the queue, at most so many messages; the clock passes over pauses. */
async function drain(most = 100): Promise<void> {
  for (let n = 0; n < most && api.sent.length > 0; n++) {
    await handle(api.sent.shift()!);
    now += 3100;
  }
}

const admin = (method: string, path: string, body?: object) => api.call(method, path, { as: api.people.admin, ...(body && { body }) });
const listImports = async () => (await api.client.execute('SELECT status, message FROM imports ORDER BY id')).rows;

const WAYS: Record<string, () => Promise<{ status: number }>> = {
  deactivated: () => admin('POST', 'user/active', { userId: api.people.writer.id, active: 0 }),
  locked: () =>
    admin('POST', `user-locked/${api.people.writer.id}`, { startTime: '2026-11-20 09:00:00', endTime: '2026-11-30 10:00:00', reason: 'x' }),
  'a Viewer by now': () => admin('PUT', `users/${api.people.writer.id}`, { role_ids: [4] }),
  deleted: async () => {
    await api.client.execute(`DELETE FROM users WHERE id = ${api.people.writer.id}`);
    return { status: 200 };
  },
};

describe('imports of somebody who was', () => {
  it.each(Object.keys(WAYS))('%s stop, each with the reason, and none dies', async (way) => {
    for (let n = 0; n < 10; n++) expect((await upload('writer', `n${n}`)).status).toBe(201);
    expect((await WAYS[way]!()).status).toBeLessThan(300);
    await drain();
    const imports = await listImports();
    expect(imports).toHaveLength(10);
    for (const { status, message } of imports) {
      expect(status).toBe('failed');
      expect(String(message)).toContain('không còn quyền nhập');
    }
    expect((await api.client.execute('SELECT 1 FROM pro')).rows).toEqual([]);
    expect((await api.client.execute('SELECT 1 FROM failed_jobs')).rows).toEqual([]);
  });
});

it('an edit of many stops when its owner loses the right; what it wrote stays as one operation', async () => {
  const ids = await makeContractors(1100);
  const { body } = await api.call('POST', 'contractors/bulk', { as: api.people.writer, body: { ids, values: { name: 'Mới' } } });
  expect(body.status).toBe('queued');
  await WAYS['a Viewer by now']!();
  await drain();
  const { body: operation } = await admin('GET', `operations/${body.operation_id}`);
  expect(operation.run).toMatchObject({ status: 'failed', message: expect.stringContaining('không còn quyền') });
  expect((await api.client.execute("SELECT 1 FROM contractors WHERE name = 'Mới'")).rows).toEqual([]);
});

it('of one person at most ten things wait, of all kinds together; another person is not kept from the queue', async () => {
  const ids = await makeContractors(1001);
  const edit = (name: string) => api.call('POST', 'contractors/bulk', { as: api.people.writer, body: { ids, values: { name } } });
  for (let n = 0; n < 5; n++) expect((await upload('writer', `n${n}`)).status).toBe(201);
  for (let n = 0; n < 5; n++) expect((await edit(`m${n}`)).status).toBe(200);
  const refused = [
    await upload('writer', 'more'),
    await edit('more'),
    await api.call('POST', 'calculations', { as: api.people.writer, body: { year: 2026, month: 3 } }),
  ];
  for (const { status, body } of refused) {
    expect(status).toBe(429);
    expect(body.code).toBe('work_waiting');
  }
  expect((await upload('checked', 'other')).status).toBe(201);
  // Each of the ten that wait has a message before; only the first of each kind works.
  await drain(11);
  const { rows } = await api.client.execute(`SELECT status FROM imports WHERE requested_by = ${api.people.checked.id}`);
  expect(rows[0]!.status).toBe('done');
});
