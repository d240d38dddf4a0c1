import { beforeAll, describe, expect, it } from 'vitest';
import { collectNotices } from '../../worker/features/notices/collect.ts';
import { openApi, type Person, type TestApi } from '../support/api.ts';

let api: TestApi;
let admin: Person;
let writer: Person;
let checked: Person;
let viewer: Person;
let own: number;
let other: number;

beforeAll(async () => {
  api = await openApi();
  ({ admin, writer, checked, viewer } = api.people);
  const direct = (row: object) =>
    api.insert('directs', { name: 'DR', henkyaku_hi: '2026-10-05', result_design_point: 1, result_check_point: 0.2, ...row });
  own = await direct({ name: 'DR-1', user_id: viewer.id });
  other = await direct({ name: 'DR-2', user_id: writer.id });
});

const ask = (body: object, as = viewer) =>
  api.call('POST', 'questions', {
    as,
    body: { year: 2026, month: 10, kind: 'direct', record_id: own, text: 'Sao thấp hơn tháng trước?', ...body },
  });
const read = async (id: number, as = viewer) => api.call('GET', `questions/${id}`, { as });
const step = (id: number, path: string, body: object | undefined, as: Person) => api.call('POST', `questions/${id}/${path}`, { as, body });
const notices = async (as: Person) => (await api.call('GET', 'notices', { as })).body;

describe('a question', () => {
  it('is asked about one of one’s own lines only', async () => {
    expect((await ask({ record_id: other })).body.messages).toHaveProperty('record_id');
    expect((await ask({ record_id: undefined })).status).toBe(422);
    expect((await ask({ month: 9 })).status).toBe(422);
    expect((await ask({ text: '' })).body.messages).toHaveProperty('text');
    expect((await ask({ year: 2099, month: 1, kind: 'total', record_id: undefined })).body.messages).toHaveProperty('year');
    expect((await ask({ kind: 'missing', record_id: undefined, text: 'Thiếu việc DR-9' })).status).toBe(201);
    expect((await ask({ kind: 'total' })).body.data).toMatchObject({ record_id: null, status: 'open' });
  });

  it('keeps the record as it was, tells the office, and shows a correction made from inside it', async () => {
    const { data: question } = (await ask({ expected_point: 2 })).body;
    expect(question).toMatchObject({
      record: { title: 'DR-1', result_design_point: 1 },
      status: 'open',
      expected_point: 2,
      can_answer: false,
    });
    for (const person of [writer, checked, admin]) {
      const told = (await notices(person)).data.filter(({ link }: { link: string }) => link === `/questions/${question.id}`);
      expect(told, person.role).toHaveLength(1);
    }
    const corrected = await api.call('PUT', `directs_techousei/${own}`, {
      as: writer,
      body: { result_design_point: 2, adjust_reason: 'Theo thắc mắc' },
      headers: { 'x-question': String(question.id) },
    });
    expect(corrected.status).toBe(200);
    expect((await step(question.id, 'answers', { text: 'Đã sửa' }, writer)).status).toBe(201);
    const { data } = (await read(question.id)).body;
    expect(data).toMatchObject({ status: 'answered', record: { result_design_point: 1 }, record_now: { result_design_point: 2 } });
    expect(data.corrections[0].changes).toContainEqual({ field: 'result_design_point', before: 1, after: 2 });
    expect((await notices(viewer)).data.filter(({ kind }: { kind: string }) => kind === 'question_answered')).toHaveLength(1);
  });

  it('shows as corrections only changes of records that points come from, whoever names the question with a write', async () => {
    const { data: question } = (await ask({})).body;
    const headers = { 'x-question': String(question.id) };
    for (const as of [writer, admin])
      expect((await api.call('PUT', 'me', { as, body: { area: `Nơi ${as.id}` }, headers })).status).toBe(200);
    expect((await read(question.id)).body.data.corrections).toEqual([]);
  });

  it('is named with a write by those only who may answer it', async () => {
    const { data: question } = (await ask({})).body;
    const put = async (as: Person, id: number | string = question.id) =>
      (await api.call('PUT', `directs/${own}`, { as, body: { bikou: `${as.id}` }, headers: { 'x-question': String(id) } })).status;
    await api.client.execute(`UPDATE users SET department_id = 2 WHERE id = ${checked.id}`);
    expect(await put(checked)).toBe(403);
    expect(await put(writer, 99_999)).toBe(403);
    expect(await put(viewer)).toBe(403);
    for (const none of ['0', '-1', 'abc', `${question.id},${question.id}`]) expect(await put(writer, none), none).toBe(403);
    await api.client.execute(`UPDATE users SET department_id = 1 WHERE id = ${checked.id}`);
    expect((await api.call('PUT', 'me', { as: viewer, body: { area: 'HN' }, headers: { 'x-question': String(question.id) } })).status).toBe(
      403,
    );
    expect((await read(question.id)).body.data.corrections).toEqual([]);
    expect(await put(checked)).toBe(200);
    expect(await put(admin)).toBe(200);
    expect((await read(question.id)).body.data.corrections).toHaveLength(2);
  });

  it('is answered once when two answer at the same time', async () => {
    const { data: question } = (await ask({ kind: 'total' })).body;
    const answers = await Promise.all(
      [writer, checked].map((as) => step(question.id, 'answers', { text: `Trả lời của ${as.role}`, version: question.version }, as)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await read(question.id)).body.data.thread).toHaveLength(1);
  });

  it('ends its notice for everybody who was told, once it is answered or closed', async () => {
    const unread = async (id: number) => {
      const told = await Promise.all(
        [writer, checked, admin].map(async (as) => (await notices(as)).data as { link: string; read_at: unknown }[]),
      );
      return told.flat().filter(({ link, read_at }) => link === `/questions/${id}` && read_at === null).length;
    };
    const [answered, closed] = [(await ask({ kind: 'total' })).body.data.id, (await ask({ kind: 'total' })).body.data.id];
    expect(await unread(answered)).toBe(3);
    expect(await unread(closed)).toBe(3);
    await step(answered, 'answers', { text: 'Đúng rồi' }, writer);
    expect(await unread(answered)).toBe(0);
    expect(await unread(closed)).toBe(3);
    await step(closed, 'close', undefined, viewer);
    expect(await unread(closed)).toBe(0);
  });

  it('is closed, and opened again, by the asker or the office; a closed one takes no answer', async () => {
    const { data: question } = (await ask({ kind: 'total' })).body;
    expect((await step(question.id, 'close', undefined, viewer)).body.data.status).toBe('closed');
    const again = await api.call('POST', `questions/${question.id}/close`, { as: viewer, body: {}, headers: { 'accept-language': 'en' } });
    expect(again.status).toBe(409);
    expect(again.body.message).toContain('The question is in this state already: Closed');
    expect((await step(question.id, 'answers', { text: 'muộn' }, writer)).status).toBe(409);
    expect((await step(question.id, 'reopen', { text: 'Còn một chỗ' }, viewer)).body.data).toMatchObject({
      status: 'open',
      closed_at: null,
    });
    expect((await step(question.id, 'answers', { text: 'Đã xem' }, checked)).status).toBe(201);
  });

  it('is seen by its asker, the asker’s office and Admins, and by nobody else', async () => {
    const { data: question } = (await ask({ kind: 'total', text: 'riêng' })).body;
    expect((await read(question.id, api.people.none)).status).toBe(403);
    expect((await api.call('GET', 'questions', { as: api.people.none })).body.total).toBe(0);
    await api.client.execute({ sql: 'UPDATE users SET department_id = 2, dept_grp_id = 2 WHERE id = ?', args: [writer.id] });
    expect((await read(question.id, writer)).status).toBe(403);
    expect((await step(question.id, 'answers', { text: 'x' }, writer)).status).toBe(403);
    expect((await api.call('GET', 'questions', { as: writer })).body.total).toBe(0);
    const hidden = (await notices(writer)).data.find(({ kind }: { kind: string }) => kind === 'question_asked');
    expect(hidden).toMatchObject({ link: null, text: 'Thông báo này không còn xem được' });
    await api.client.execute({ sql: 'UPDATE users SET department_id = 1, dept_grp_id = 1 WHERE id = ?', args: [writer.id] });
    expect((await read(question.id, writer)).status).toBe(200);
    expect((await api.call('GET', 'questions/export', { as: checked })).status).toBe(200);
  });

  it('keeps its key facts when the record is deleted', async () => {
    const { data: question } = (await ask({})).body;
    await api.client.execute({ sql: 'DELETE FROM directs WHERE id = ?', args: [own] });
    expect((await read(question.id)).body.data).toMatchObject({ record: { title: 'DR-1' }, record_now: null });
  });

  it('of staff is left to others, with what it is about', async () => {
    const { data: question } = (await ask({ kind: 'total', record_id: undefined }, writer)).body;
    expect(question.can_answer).toBe(false);
    const correct = async (as: Person) =>
      (await api.call('PUT', `directs/${other}`, { as, body: { bikou: as.role }, headers: { 'x-question': String(question.id) } })).status;
    expect(await correct(writer)).toBe(403);
    expect(await correct(checked)).toBe(200);
  });
});

describe('notices', () => {
  it('are made once for an event and a person, however often they are collected', async () => {
    expect((await api.call('POST', 'lock_and_unlock', { as: admin, body: { year: 2026, month: 7, status: 1 } })).status).toBe(200);
    for (let n = 0; n < 10; n++) await collectNotices(api.deps);
    await Promise.all(Array.from({ length: 5 }, () => collectNotices(api.deps)));
    const { rows } = await api.client.execute("SELECT user_id, COUNT(*) AS told FROM notices WHERE kind = 'month_locked' GROUP BY user_id");
    expect(rows.map(({ told }) => told)).toEqual(rows.map(() => 1));
    expect(rows.length).toBeGreaterThanOrEqual(5);
  });

  it('are one’s own, and are read one by one or all at once', async () => {
    const { data, unread } = await notices(viewer);
    expect(unread).toBeGreaterThan(0);
    const others = (await notices(admin)).data[0].id;
    const mark = (body: object) => api.call('POST', 'notices/read', { as: viewer, body });
    expect((await mark({ ids: [data[0].id, others] })).body.unread).toBe(unread - 1);
    expect((await notices(admin)).data[0].read_at).toBeNull();
    expect((await mark({})).status).toBe(422);
    expect((await mark({ all: true })).body.unread).toBe(0);
    expect((await api.call('GET', 'notices?unread=1', { as: viewer })).body.total).toBe(0);
  });
});
