import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '../../worker/platform/errors.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { bearer, givePasswords, refreshWith, signIn } from '../support/sign-in.ts';

let api: TestApi;
beforeEach(async () => {
  api = await openApi();
  await givePasswords(api, ['writer', 'checked']);
});
afterEach(() => api.close());

/** Everything written meanwhile is refused so. */
async function whileWritesFail(code: 'database_full' | 'database_unavailable', run: () => Promise<void>): Promise<void> {
  const write = vi.spyOn(api.deps.db, 'write').mockRejectedValue(new AppError(code));
  await run().finally(() => write.mockRestore());
}

it('who is signed in goes on reading on a full disk, with the token that they have, and nobody else', async () => {
  const { cookie } = await signIn(api, 'writer');
  const used = await signIn(api, 'checked');
  await refreshWith(api, used.cookie);
  api.clock.set(new Date(api.clock.now() + 11_000).toISOString());
  await whileWritesFail('database_full', async () => {
    const kept = await refreshWith(api, cookie);
    expect({ status: kept.status, cookie: kept.cookie }).toEqual({ status: 200, cookie });
    expect((await api.call('GET', 'me', { as: bearer(kept.body.data.accessToken) })).body.data.username).toBe('writer');
    expect((await refreshWith(api, used.cookie)).status).toBe(401);
    await api.client.execute(`UPDATE users SET active = 0 WHERE id = ${api.people.writer.id}`);
    expect((await refreshWith(api, cookie)).status).toBe(401);
    await api.client.execute(`UPDATE users SET active = 1 WHERE id = ${api.people.writer.id}`);
  });
  await whileWritesFail('database_unavailable', async () => expect((await refreshWith(api, cookie)).status).toBe(503));
  const next = await refreshWith(api, cookie);
  expect(next.status).toBe(200);
  expect(next.cookie === cookie).toBe(false);
});
