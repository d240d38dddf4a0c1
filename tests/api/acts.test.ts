import { beforeAll, expect, it } from 'vitest';
import { computeTotpCode } from '../../worker/platform/auth/totp.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { bearer, givePasswords, PASSWORD, signIn } from '../support/sign-in.ts';

/* Acts beside the records are operations, of which no undo takes anything back. */

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  await givePasswords(api, ['checked']);
});

const newest = async () => (await api.call('GET', 'operations?limit=1', { as: api.people.admin })).body.data[0];

/** Does something and answers the operation that it made. */
async function actOf(work: () => Promise<{ status: number }>) {
  const before = (await newest())?.id;
  expect((await work()).status).toBeLessThan(300);
  const act = await newest();
  expect(act?.id, 'a new operation').not.toBe(before);
  expect((await api.call('POST', `operations/${act.id}/undo`, { as: api.people.admin })).status).toBe(409);
  return act;
}

const NOTHING = { created: 0, updated: 0, deleted: 0 };

it('a confirmed statement is one', async () => {
  const { viewer, admin } = api.people;
  const month = { year: 2026, month: 10 };
  await api.call('POST', 'month_reviews', { as: admin, body: { ...month, deadline: '2026-11-25' } });
  const { sha256 } = (await api.call('GET', 'statements/me?year=2026&month=10', { as: viewer })).body;
  const act = await actOf(() => api.call('POST', 'statements/me/confirm', { as: viewer, body: { ...month, sha256 } }));
  expect(act).toMatchObject({
    ...{ user: { id: viewer.id }, entity: 'statement_confirmations', counts: NOTHING },
    ...{ undoable: false, reason: 'conversation' },
  });
});

it('a second factor that is turned on is one, and turned off another', async () => {
  const me = bearer((await signIn(api, 'checked')).body.access_token);
  const post = (path: string, body: object) => api.call('POST', path, { as: me, body });
  const { secret } = (await post('me/second-factor', { password: PASSWORD })).body.data;
  const code = () => computeTotpCode(secret, Math.floor(api.clock.now() / 30_000));
  const expected = {
    ...{ user: { id: api.people.checked.id }, entity: 'second_factors', counts: NOTHING },
    ...{ undoable: false, reason: 'account' },
  };
  expect(await actOf(async () => post('me/second-factor/confirm', { code: await code() }))).toMatchObject(expected);
  api.clock.set(new Date(api.clock.now() + 60_000).toISOString());
  const off = await actOf(async () => post('me/second-factor/end', { password: PASSWORD, code: await code() }));
  expect(off).toMatchObject(expected);
});
