import { beforeAll, describe, expect, it } from 'vitest';
import { notifyChangedStatements } from '../../worker/features/notices/collect.ts';
import { openApi, type Person, type TestApi } from '../support/api.ts';

let api: TestApi;
let admin: Person;
let viewer: Person;
let question: number;

const october = { year: 2026, month: 10 };
const lock = (body: object = {}) => api.call('POST', 'lock_and_unlock', { as: admin, body: { ...october, status: 1, ...body } });

async function openPoints(): Promise<Record<string, number>> {
  const { body } = await api.call('GET', 'month-checklist?year=2026&month=10', { as: admin });
  return Object.fromEntries(body.items.map(({ key, count }: { key: string; count: number }) => [key, count]));
}

beforeAll(async () => {
  api = await openApi();
  ({ admin, viewer } = api.people);
  await api.insert('directs', { name: 'DR', henkyaku_hi: '2026-10-05', result_design_point: 1, user_id: viewer.id });
  const asked = await api.call('POST', 'questions', { as: viewer, body: { ...october, kind: 'total', text: 'Sao ít vậy?' } });
  question = asked.body.data.id;
});

describe('closing a month that people were asked about', () => {
  it('counts open questions always, and missing confirmations once a review is open', async () => {
    expect(await openPoints()).toMatchObject({ open_questions: 1, unconfirmed_statements: 0, changed_statements: 0 });
    const review = await api.call('POST', 'month_reviews', { as: admin, body: { ...october, deadline: '2099-01-01' } });
    expect(review.status).toBe(201);
    const people = (await api.call('GET', 'statements?year=2026&month=10', { as: admin })).body;
    expect(people.review).toMatchObject({ deadline: '2099-01-01' });
    expect(await openPoints()).toMatchObject({ unconfirmed_statements: people.counts.none, silent_statements: 0 });
    // Once the time to answer is over nobody has confirmed for it: the same people are counted, as those who said nothing.
    await api.client.execute("UPDATE month_reviews SET deadline = '2026-01-01'");
    expect(await openPoints()).toMatchObject({ unconfirmed_statements: 0, silent_statements: people.counts.none });
    await api.client.execute("UPDATE month_reviews SET deadline = '2099-01-01'");
  });

  it('says how many jobs there are, of none that there is nothing to close', async () => {
    const jobs = async (month: number) => (await api.call('GET', `month-checklist?year=2026&month=${month}`, { as: admin })).body.jobs;
    expect(await jobs(10)).toBe(1);
    expect(await jobs(12)).toBe(0);
  });

  it('counts a statement that changed after it was confirmed', async () => {
    const { sha256, expressions } = (await api.call('GET', 'statements/me?year=2026&month=10', { as: admin })).body;
    expect(expressions.total_point_2).toBe('total_point_1 * pro_index');
    await api.call('POST', 'statements/me/confirm', { as: admin, body: { ...october, sha256 } });
    await api.insert('directs', { name: 'DR-2', henkyaku_hi: '2026-10-06', result_design_point: 2, user_id: admin.id });
    expect((await openPoints()).changed_statements).toBe(1);
  });

  it('tells who confirmed it, and asks the statements again only when something was written', async () => {
    const told = async () =>
      (await api.call('GET', 'notices?limit=50', { as: admin })).body.data.filter(
        ({ kind }: { kind: string }) => kind === 'statement_changed',
      ).length;
    await notifyChangedStatements(api.deps);
    expect(await told()).toBe(1);
    const idle = await api.countRoundTrips(() => notifyChangedStatements(api.deps));
    expect(idle.trips).toBe(1);
    expect((await api.call('POST', 'indirect_note', { as: admin, body: { content: 'Họp' } })).status).toBe(201);
    const { trips } = await api.countRoundTrips(() => notifyChangedStatements(api.deps));
    expect(trips).toBeGreaterThan(1);
    expect(await told()).toBe(1);
  });

  it('asks for a reason while a question has no answer, and for none afterwards', async () => {
    const refused = await lock();
    expect(refused.status).toBe(422);
    expect(refused.body.messages.reason).toMatch(/^Lý do khóa khi còn thắc mắc chưa trả lời/);
    expect((await lock({ reason: 'Trả lời sau' })).status).toBe(200);
    expect((await api.call('POST', 'lock_and_unlock', { as: admin, body: { ...october, status: 0, reason: 'Trả lời đã' } })).status).toBe(
      200,
    );
    await api.call('POST', `questions/${question}/answers`, { as: admin, body: { text: 'Do hệ số pro' } });
    expect((await lock()).status).toBe(200);
  });
});
