import { beforeAll, describe, expect, it } from 'vitest';
import { CALLS } from '../../worker/contracts/calls/declared/calls.ts';
import { openApi, type TestApi } from '../support/api.ts';

/** Not by the common way: a probe, signed images, templates, a record by its id, and a look-up to which former clients send a limit. */
const READS_BY_ITSELF = /^\/(healthz|files\/|work-categories\/customers\/|crawls\/:id$)|\/import-template$/;

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
});

describe('a path that exists', () => {
  it.each([
    ['DELETE', '/api/v1/directs', 'GET, HEAD, POST'],
    ['PUT', '/api/v1/totals', 'GET, HEAD'],
    ['GET', '/api/v1/lock_and_unlock', 'POST'],
  ])('refuses %s %s with 405 and names what it takes', async (method, path, takes) => {
    const response = await api.app.request(path, { method, headers: { authorization: `Bearer ${api.people.admin.token}` } });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toEqual(takes);
    expect(await response.json()).toMatchObject({ code: 'method_not_allowed', message: `Đường dẫn này không nhận lệnh ${method}` });
  });

  it('is told from one that does not', async () => {
    const { status, headers, body } = await api.call('GET', 'nothing', { as: api.people.admin });
    expect(status).toBe(404);
    expect(headers.get('allow')).toBe(null);
    expect(body.code).toBe('not_found');
  });
});

describe('a parameter that is sent twice', () => {
  it.each([
    ['totals?year=2026&year=2025&month=10', 'year'],
    ['search?q=a&q=b', 'q'],
    ['calculations?page=1&page=1', 'page'],
    ['totals/export?year=2026&month=10&format=csv&format=json', 'format'],
    ['customers/export?format=csv&format=csv', 'format'],
    ['home/export?is_department=0&is_department=1', 'is_department'],
    ['export/excel?entity=customers&entity=users', 'entity'],
  ])('is refused by its name: %s', async (path, name) => {
    const { status, body } = await api.call('GET', path, { as: api.people.admin, headers: { 'accept-language': 'en' } });
    expect(status).toBe(422);
    expect(body.messages).toEqual({ [name]: `The parameter «${name}» may be sent once only` });
  });

  it('is refused after the right to call', async () => {
    const { status } = await api.call('GET', 'export/excel?entity=customers&entity=users');
    expect(status).toBe(401);
  });
});

it('refuses a parameter that an export does not know, `entity` among them', async () => {
  const { status, body } = await api.call('GET', 'customers/export?entity=users', { as: api.people.admin });
  expect(status).toBe(422);
  expect(Object.keys(body.messages)).toEqual(['entity']);
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
    expect({ status: response.status, sent }).toEqual({ status, sent: 9 });
  });
});

describe('a refusal in words', () => {
  const words = async (path: string, lang: string, body?: object) => {
    const answer = await api.call(body ? 'POST' : 'GET', path, { as: api.people.admin, body, headers: { 'accept-language': lang } });
    return [answer.status, answer.body.message, answer.body.messages];
  };

  it('has no capital in the middle of its sentence, and one at its beginning', async () => {
    expect(await words('work-categories/999', 'vi')).toEqual([404, 'Không tìm thấy hạng mục công việc', undefined]);
    expect(await words('work-categories/999', 'en')).toEqual([404, 'Work category not found', undefined]);
    expect(await words('directs/999/calculation', 'vi')).toEqual([404, 'Không tìm thấy công việc', undefined]);
    const body = { name: 'Phòng khác', code: 'p1', note: 'mã có rồi' };
    const en = 'Another record has this department code already';
    expect(await words('departments', 'en', body)).toEqual([409, en, { code: en }]);
  });

  it('of a body that cannot be read says what to send, in the language of the caller alone', async () => {
    const send = async (path: string, lang: string, type: string, raw: string) => {
      const answer = await api.call('POST', path, {
        as: api.people.admin,
        body: raw,
        headers: { 'accept-language': lang, 'content-type': type },
      });
      return [answer.status, answer.body.code, answer.body.message];
    };
    for (const [path, type, raw, vi, en] of [
      ['customers', 'application/json', '{"name":', 'hãy gửi một đối tượng JSON', 'send one well-formed JSON object'],
      ['customers', 'application/json', '[]', 'hãy gửi một đối tượng JSON', 'send one well-formed JSON object'],
      ['customers', 'multipart/form-data; boundary=x', 'x', 'hãy gửi dạng multipart/form-data', 'send it as multipart/form-data'],
      ['customers/import', 'multipart/form-data; boundary=x', 'x', 'hãy gửi dạng multipart/form-data', 'send it as multipart/form-data'],
    ] as const) {
      expect(await send(path, 'vi', type, raw), path).toEqual([
        400,
        'malformed',
        expect.stringMatching(`^Không đọc được nội dung gửi lên; ${vi}`),
      ]);
      expect(await send(path, 'en', type, raw), path).toEqual([
        400,
        'malformed',
        expect.stringMatching(`^The request body cannot be read; ${en}`),
      ]);
    }
  });

  it('of two fields that are taken together names both, at each', async () => {
    const standard = { customer_id: 1, work_category_id: 1, scale_code: 'A', standard_design_point: 1, standard_check_point: 1 };
    await api.insert('customers', { code: 'K1', name: 'Khách 1' });
    await api.insert('work_categories', { work_name: '図面 1', department_id: 1 });
    expect((await words('standards', 'vi', standard))[0]).toBe(201);
    const told = 'Khách hàng và hạng mục công việc này đã có ở một bản ghi khác';
    expect(await words('standards', 'vi', standard)).toEqual([409, told, { customer_id: told, work_category_id: told }]);
  });
});

describe('a user', () => {
  it('comes with their group as a list', async () => {
    const { body } = await api.call('GET', `users/${api.people.admin.id}`, { as: api.people.admin });
    expect(body.data.department_group).toEqual([{ id: body.data.dept_grp_id, group_name: expect.any(String) }]);
  });

  it('comes with the groups of their department inside it, in a list as by id', async () => {
    await api.insert('department_groups', { group_name: 'Nhóm 1b', note: 'cùng phòng', dept_id: 1 });
    const department = {
      id: 1,
      name: 'Phòng 1',
      department_groups: [
        { id: 1, group_name: 'Nhóm 1' },
        { id: 3, group_name: 'Nhóm 1b' },
      ],
    };
    const { writer, viewer } = api.people;
    expect((await api.call('GET', `users/${writer.id}`, { as: writer })).body.data.department).toEqual(department);
    expect((await api.call('GET', 'me', { as: viewer })).body.data.department).toEqual(department);
    const { data } = (await api.call('GET', 'users?limit=5000', { as: writer })).body;
    expect(data.map((row: { department: unknown }) => row.department)).toEqual(data.map(() => department));
    const empty = await api.insert('departments', { name: 'Phòng trống', code: 'P0', note: '-' });
    const alone = await api.insert('users', { username: 'mot-minh', name: 'Một mình', department_id: empty });
    expect((await api.call('GET', `users/${alone}`, { as: writer })).body.data.department).toEqual({
      id: empty,
      name: 'Phòng trống',
      department_groups: [],
    });
    // Who sees only what a picker needs sees no groups of others.
    const seen = await api.call('GET', `users/${alone}`, { as: viewer });
    expect(seen.body.data.department).toEqual({ id: empty, name: 'Phòng trống' });
  });

  it('who is still needed is refused with a count for each column that names them', async () => {
    const { id } = api.people.writer;
    await api.insert('directs', { name: 'A', user_id: id, chekkusha_id: id, henkyaku_hi: '2026-11-10' });
    await api.insert('directs', { name: 'B', chekkusha_id: id, henkyaku_hi: '2026-11-11' });
    const { status, body } = await api.call('DELETE', `users/${id}`, { as: api.people.admin });
    expect(status).toBe(409);
    expect(body.message).toBe('Không thể xóa vì đang được dùng bởi: Công việc: Người thiết kế (1), Công việc: Người kiểm tra (2)');
  });

  it('who asked, answered, confirmed or locked keeps the name beside it', async () => {
    const ask = { year: 2026, month: 6, kind: 'total', text: 'Vì sao?' };
    const of = { year: 2026, month: 5 };
    const { sha256 } = (await api.call('GET', 'statements/me?year=2026&month=6', { as: api.people.viewer })).body;
    for (const [as, path, body] of [
      [api.people.viewer, 'questions', ask],
      [api.people.viewer, 'statements/me/confirm', { year: 2026, month: 6, sha256 }],
      [api.people.checked, 'questions/1/answers', { text: 'Vì thế' }],
      [api.people.checked, 'month_reviews', { ...of, deadline: '2026-12-01' }],
      [api.people.checked, 'lock_and_unlock', { ...of, status: 1 }],
    ] as const)
      expect((await api.call('POST', path, { as, body })).status, path).toBeLessThan(202);

    const remove = async ({ id }: { id: number }) => (await api.call('DELETE', `users/${id}`, { as: api.people.admin })).body.message;
    expect(await remove(api.people.viewer)).toContain('Xác nhận phiếu điểm (1), Thắc mắc (1)');
    expect(await remove(api.people.checked)).toContain('Khóa tháng (1), Xem lại tháng (1), Trả lời thắc mắc (1)');
  });
});

describe('a parameter that nothing reads', () => {
  it.each(
    CALLS.filter(
      ({ method, params, list, readsAddress, path }) =>
        method === 'GET' && !params && !list && !readsAddress && !READS_BY_ITSELF.test(path),
    ).map(({ path }) => path),
  )('is refused by its name: %s', async (path) => {
    const { status, body } = await api.call('GET', `${path.slice(1).replaceAll(/:\w+/g, '1')}?dry_run=1`, { as: api.people.admin });
    expect(status).toBe(422);
    expect(Object.keys(body.messages ?? {})).toEqual(['dry_run']);
  });
});
