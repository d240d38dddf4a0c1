import { type Context, Hono } from 'hono';
import type { Resource } from '../../crud/resource.ts';
import { bodyOf } from '../../crud/router.ts';
import type { Deps } from '../../deps.ts';
import type { SessionEnv } from '../auth/authenticate.ts';
import { changePassword } from '../auth/change-password.ts';
import { findMailOrigin } from '../auth/mail-origin.ts';
import { clearRefreshCookie } from '../auth/refresh-cookie.ts';
import { type ChangedAccount, type SecurityEvent, sendSecurityMail } from '../auth/security-mail.ts';
import { setActive } from './active.ts';
import { requestEmailChange } from './change-email.ts';
import { lockUser, readLock, unlockUser } from './locks.ts';
import { readMe, updateMe } from './me.ts';
import { confirmSecondFactor, endSecondFactor, removeSecondFactor, renewRecoveryCodes, startSecondFactor } from './second-factor.ts';
import { endMySessions, endUserSessions, listMySessions } from './sessions.ts';

const EMAIL_LINK_SENT = {
  vi: 'Đã gửi thư đến địa chỉ mới. Email được đổi khi bạn mở liên kết trong thư',
  en: 'A mail is on its way to the new address. It counts once you open the link in it',
};
const SECOND_FACTOR_OFF = { vi: 'Đã tắt mã xác thực', en: 'The authentication code is off' };

/** The caller's own account, and what Admins do to the accounts of others. */
export function accountRoutes(deps: Deps, { users, profile }: { users: Resource; profile: Resource }): Hono<SessionEnv> {
  const app = new Hono<SessionEnv>();
  const tell = (c: Context<SessionEnv>, account: ChangedAccount, event: SecurityEvent) =>
    c.var.caller.afterAnswer(() => sendSecurityMail(deps, c.var.caller.client, account, event));
  const saveMe = async (c: Context<SessionEnv>) => c.json({ data: await updateMe(profile, c.var.caller, c.var.userId, bodyOf(c)) });

  app.get('/me', async (c) => c.json({ data: await readMe(profile, c.var.caller) }));
  app.put('/me', saveMe);
  app.post('/me', saveMe);
  app.post('/me/email', async (c) => {
    await requestEmailChange(deps, c.var.caller, findMailOrigin(c, deps), bodyOf(c));
    return c.json({ message: EMAIL_LINK_SENT[c.var.caller.lang] });
  });
  app.post('/change-password', async (c) => {
    const { name, account } = await changePassword(deps, c.var.caller, bodyOf(c));
    await tell(c, account, 'password_change');
    return c.json({ name });
  });

  app.get('/me/sessions', async (c) => c.json({ data: await listMySessions(c.var.caller, c.var.sessionId) }));
  app.delete('/me/sessions', async (c) => {
    const ended = await endMySessions(c.var.caller);
    clearRefreshCookie(c);
    return c.json(ended);
  });
  app.delete('/me/sessions/:id', async (c) => c.json(await endMySessions(c.var.caller, c.req.param('id'))));
  app.delete('/users/:id/sessions', async (c) => c.json(await endUserSessions(users, c.var.caller, c.req.param('id'))));

  app.post('/me/second-factor', async (c) => c.json({ data: await startSecondFactor(deps, c.var.caller, bodyOf(c)) }));
  app.post('/me/second-factor/confirm', async (c) => {
    const { recovery_codes, account } = await confirmSecondFactor(deps, c.var.caller, bodyOf(c));
    await tell(c, account, 'second_factor_on');
    return c.json({ data: { recovery_codes } });
  });
  app.post('/me/second-factor/end', async (c) => {
    await tell(c, await endSecondFactor(deps, c.var.caller, bodyOf(c)), 'second_factor_off');
    return c.json({ message: SECOND_FACTOR_OFF[c.var.caller.lang] });
  });
  app.post('/me/second-factor/recovery-codes', async (c) => {
    const { recovery_codes, account } = await renewRecoveryCodes(deps, c.var.caller, bodyOf(c));
    await tell(c, account, 'recovery_codes');
    return c.json({ data: { recovery_codes } });
  });
  app.delete('/users/:id/second-factor', async (c) => {
    await tell(c, await removeSecondFactor(deps, users, c.var.caller, c.req.param('id')), 'second_factor_off');
    return c.json({ message: SECOND_FACTOR_OFF[c.var.caller.lang] });
  });

  app.post('/user/active', async (c) => c.json(await setActive(deps, users, c.var.caller, findMailOrigin(c, deps), bodyOf(c))));
  app.get('/user-locked/:id', async (c) => c.json({ data: await readLock(users, c.var.caller, c.req.param('id')) }));
  app.post('/user-locked/:id', async (c) => c.json({ data: await lockUser(users, c.var.caller, c.req.param('id'), bodyOf(c)) }, 201));
  app.delete('/user-locked/:id', async (c) => c.json(await unlockUser(users, c.var.caller, c.req.param('id'))));
  return app;
}
