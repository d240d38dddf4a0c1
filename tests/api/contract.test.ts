import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApi, type TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

describe('a path that exists', () => {
  it.each([
    ['DELETE', '/api/v1/directs', 'GET, POST'],
    ['PUT', '/api/v1/totals', 'GET'],
    ['GET', '/api/v1/lock_and_unlock', 'POST'],
  ])('refuses %s %s with 405 and names what it takes', async (method, path, takes) => {
    const response = await api.app.request(path, { method, headers: { authorization: `Bearer ${api.people.admin.token}` } });
    expect([response.status, response.headers.get('allow')]).toEqual([405, takes]);
    expect(await response.json()).toMatchObject({ code: 'method_not_allowed', message: `Đường dẫn này không nhận lệnh ${method}` });
  });

  it('is told from one that does not', async () => {
    const { status, headers, body } = await api.call('GET', 'nothing', { as: api.people.admin });
    expect([status, headers.get('allow'), body.code]).toEqual([404, null, 'not_found']);
  });
});

describe('a refused upload', () => {
  const MEGABYTE = 1_048_576;

  it.each([
    ['without a token', '/api/v1/upload', undefined, 401],
    ['without the right', '/api/v1/directs/import', 'viewer', 403],
    ['too large', '/api/v1/departments', 'admin', 413],
  ] as const)('%s is read to its end, so that the answer arrives', async (_, path, who, status) => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        if (sent > 8) controller.close();
        else controller.enqueue(new Uint8Array(MEGABYTE));
      },
    });
    const headers = { 'content-type': 'application/json', ...(who && { authorization: `Bearer ${api.people[who].token}` }) };
    const response = await api.app.request(
      new Request(`http://localhost${path}`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit),
    );
    expect([response.status, sent]).toEqual([status, 9]);
  });
});

describe('a user', () => {
  it('comes with their group as a list', async () => {
    const { body } = await api.call('GET', `users/${api.people.admin.id}`, { as: api.people.admin });
    expect(body.data.department_group).toEqual([{ id: body.data.dept_grp_id, group_name: expect.any(String) }]);
  });

  it('who is still needed is refused with a count for each column that names them', async () => {
    const { id } = api.people.writer;
    await api.insert('directs', { name: 'A', user_id: id, chekkusha_id: id, henkyaku_hi: '2026-11-10' });
    await api.insert('directs', { name: 'B', chekkusha_id: id, henkyaku_hi: '2026-11-11' });
    const { status, body } = await api.call('DELETE', `users/${id}`, { as: api.people.admin });
    expect([status, body.message]).toEqual([
      409,
      'Không thể xóa vì đang được dùng bởi: Công việc: Người thiết kế (1), Công việc: Người kiểm tra (2)',
    ]);
  });
});
