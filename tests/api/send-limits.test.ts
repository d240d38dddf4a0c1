import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { collectNotices } from '../../worker/features/notices/collect.ts';
import { signAccessToken } from '../../worker/platform/auth/tokens.ts';
import { openApi, type Person, TEST_SECRET, type TestApi } from '../support/api.ts';
import { bearer } from '../support/sign-in.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
});
beforeEach(async () => {
  api.clock.set('2026-11-20T03:00:00Z');
  for (const table of ['notices', 'login_failures', 'question_answers', 'questions', 'month_reviews'])
    await api.client.execute(`DELETE FROM ${table}`);
});

const ask = (as: Person) => api.call('POST', 'questions', { as, body: { year: 2026, month: 10, kind: 'total', text: 'Vì sao?' } });
const review = async (deadline: string, month = 10) =>
  api.call('POST', 'month_reviews', { as: await freshWriter(), body: { year: 2026, month, deadline } });
/** With a token of this moment: one lasts ten minutes, the clock of this file goes on for days. */
async function freshWriter(): Promise<Person> {
  const { id } = api.people.writer;
  return bearer(
    await signAccessToken({ sub: String(id), sid: 'session-writer', roles: ['Writer'], dept: 1, grp: 1 }, [TEST_SECRET], api.clock.now()),
  );
}
const lock = (month: number, status: number) =>
  api.call('POST', 'lock_and_unlock', { as: api.people.writer, body: { year: 2026, month, status, reason: 'sửa' } });
const countOf = async (sql: string) => Number((await api.client.execute(`SELECT COUNT(*) AS n FROM ${sql}`)).rows[0]!.n);
const noticesOf = (person: Person, kind: string) => countOf(`notices WHERE user_id = ${person.id} AND kind = '${kind}'`);

describe('what one person tells others', () => {
  it('is thirty questions an hour, also of forty at once; then 429 with the time to wait', async () => {
    const { viewer, writer, none } = api.people;
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(viewer)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(30);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(await countOf('questions')).toBe(30);
    expect(await noticesOf(writer, 'question_asked')).toBe(30);
    expect((await ask(none)).status).toBe(201);
    await api.client.execute('UPDATE login_failures SET at = at - 3600');
    expect((await ask(viewer)).status).toBe(201);
  });

  it('counts answers too, and leaves the question as it was', async () => {
    const { viewer, writer } = api.people;
    const { id } = (await ask(viewer)).body.data;
    const answer = () => api.call('POST', `questions/${id}/answers`, { as: writer, body: { text: 'Đã xem' } });
    const statuses = [];
    for (let n = 0; n < 31; n++) statuses.push((await answer()).status);
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(201));
    expect(statuses[30]).toBe(429);
    expect(await countOf('question_answers')).toBe(30);
    expect(await noticesOf(viewer, 'question_answered')).toBe(30);
    expect((await api.call('POST', `questions/${id}/close`, { as: writer, body: {} })).status).toBe(200);
  });

  it('of a review is one notice a day, however often its deadline is moved', async () => {
    const { viewer } = api.people;
    for (const day of ['24', '26', '27', '25']) expect((await review(`2026-11-${day}`)).status).toBe(201);
    expect(await noticesOf(viewer, 'review_opened')).toBe(1);
    const { rows } = await api.client.execute(
      "SELECT DISTINCT params ->> '$.deadline' AS deadline FROM notices WHERE kind = 'review_opened'",
    );
    expect(rows).toMatchObject([{ deadline: '2026-11-25' }]);
    api.clock.set('2026-11-21T03:00:00Z');
    expect((await review('2026-11-25')).status).toBe(201);
    expect(await noticesOf(viewer, 'review_opened')).toBe(1);
    expect((await review('2026-11-28')).status).toBe(201);
    expect(await noticesOf(viewer, 'review_opened')).toBe(2);
    expect((await review('2026-11-28', 9)).status).toBe(201);
    expect(await noticesOf(viewer, 'review_opened')).toBe(3);
  });

  it('of adjusted jobs is thirty notices an hour and one for the rest, which counts on', async () => {
    const { viewer, writer } = api.people;
    const id = await api.insert('directs', { name: 'điều chỉnh', henkyaku_hi: '2026-10-06', user_id: viewer.id, result_design_point: 1 });
    const adjust = async (points: number) =>
      (await api.call('PUT', `directs_techousei/${id}`, { as: writer, body: { result_design_point: points } })).status;
    for (let n = 0; n < 40; n++) expect(await adjust(n + 2)).toBe(200);
    expect(await noticesOf(viewer, 'job_adjusted')).toBe(31);
    const { rows } = await api.client.execute("SELECT params FROM notices WHERE kind = 'job_adjusted' ORDER BY id DESC LIMIT 1");
    expect(JSON.parse(String(rows[0]!.params))).toEqual({ count: 10, month: '2026-10' });
  });

  it('of a lock and of an unlock is one notice a day each, however often the month is locked and opened again', async () => {
    for (const status of [1, 0, 1, 0, 1]) {
      expect((await lock(8, status)).status).toBe(200);
      await collectNotices(api.deps);
    }
    const { viewer } = api.people;
    expect(await noticesOf(viewer, 'month_locked')).toBe(1);
    expect(await noticesOf(viewer, 'month_unlocked')).toBe(1);
  });

  it('of an unlock is nothing where the month was locked again before anybody was told', async () => {
    for (const status of [1, 0, 1]) expect((await lock(7, status)).status).toBe(200);
    await collectNotices(api.deps);
    expect(await noticesOf(api.people.viewer, 'month_unlocked')).toBe(0);
    expect((await lock(7, 0)).status).toBe(200);
    await collectNotices(api.deps);
    const unread = () => countOf(`notices WHERE user_id = ${api.people.viewer.id} AND kind = 'month_unlocked' AND read_at IS NULL`);
    expect(await unread()).toBe(1);
    // Locked once more, it is no longer so.
    expect((await lock(7, 1)).status).toBe(200);
    await collectNotices(api.deps);
    expect(await unread()).toBe(0);
  });
});
