import { Hono } from 'hono';
import { accessTokenCalls } from '../../contracts/calls/declared/access-tokens.ts';
import { accountCalls } from '../../contracts/calls/declared/account.ts';
import { userCalls } from '../../contracts/calls/declared/users.ts';
import type { Values } from '../../contracts/fields.ts';
import type { Resource } from '../../crud/resource.ts';
import { bodyOf } from '../../crud/router.ts';
import { addImageAddresses, queryRowById } from '../../crud/row.ts';
import { update } from '../../crud/write.ts';
import type { SessionEnv } from '../../platform/auth/authenticate.ts';
import { changePassword } from '../../platform/auth/change-password.ts';
import { findMailOrigin } from '../../platform/auth/mail-origin.ts';
import { clearRefreshCookie } from '../../platform/auth/refresh-cookie.ts';
import { selectSecondFactorState } from '../../platform/auth/second-factor.ts';
import { type ChangedAccount, type SecurityEvent, sendSecurityMail } from '../../platform/auth/security-mail.ts';
import { bindCall, bindRoute, type GrantedCaller } from '../../platform/call-routes.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Deps } from '../../platform/deps.ts';
import { createMyToken, endMyToken, endToken, listMyTokens, listTokens } from './access-tokens.ts';
import { setActive } from './active.ts';
import { requestEmailChange } from './change-email.ts';
import { lockUser, readLock, unlockUser } from './locks.ts';
import { listNewAccounts, makePasswordLinks } from './password-links.ts';
import { confirmSecondFactor, endSecondFactor, removeSecondFactor, renewRecoveryCodes, startSecondFactor } from './second-factor.ts';
import { endMySessions, endUserSessions, listMySessions } from './sessions.ts';

const EMAIL_LINK_SENT = {
  vi: 'Đã gửi thư đến địa chỉ mới. Email được đổi khi bạn mở liên kết trong thư',
  en: 'A mail is on its way to the new address. It counts once you open the link in it',
};
const SECOND_FACTOR_OFF = { vi: 'Đã tắt mã xác thực', en: 'Two-step sign-in is off' };

/** The caller's own account, and what Admins do to the accounts of others. */
export function accountRoutes(deps: Deps, { users, profile }: { users: Resource; profile: Resource }): Hono<SessionEnv> {
  const app = new Hono<SessionEnv>();
  const tell = ({ caller }: GrantedCaller, account: ChangedAccount, event: SecurityEvent) =>
    caller.afterAnswer(() => sendSecurityMail(deps, caller.client, account, event));

  bindCall(app, accountCalls.read, async (input) => ({ data: await readMe(profile, input) }));
  for (const call of [accountCalls.update, accountCalls.updateByPost]) {
    bindRoute(app, call, async (c) => c.json({ data: await updateMe(profile, c.var.caller, c.var.userId, bodyOf(c)) }));
  }
  bindCall(app, accountCalls.requestEmail, async (input, c) => {
    await requestEmailChange(deps, input, findMailOrigin(c, deps));
    return { message: EMAIL_LINK_SENT[input.caller.lang] };
  });
  bindCall(app, accountCalls.changePassword, async (input) => {
    const { name, account } = await changePassword(deps, input);
    await tell(input, account, 'password_change');
    return { name };
  });

  bindCall(app, accountCalls.listSessions, async (input, c) => ({ data: await listMySessions(input, c.var.sessionId) }));
  bindCall(app, accountCalls.endSessions, async (input, c) => {
    const ended = await endMySessions(input);
    clearRefreshCookie(c);
    return ended;
  });
  bindCall(app, accountCalls.endSession, (input, c) => endMySessions(input, c.req.param('session')));

  bindCall(app, accessTokenCalls.listOwn, async (input) => ({ data: await listMyTokens(input) }));
  bindCall(app, accessTokenCalls.create, async (input) => {
    const { created, account } = await createMyToken(input);
    await tell(input, account, 'access_token');
    return created;
  });
  bindCall(app, accessTokenCalls.endOwn, endMyToken);
  bindCall(app, accessTokenCalls.list, async (input) => ({ data: await listTokens(input) }));
  bindCall(app, accessTokenCalls.end, async (input) => {
    const { ended, account } = await endToken(input);
    await tell(input, account, 'access_token_ended');
    return ended;
  });

  bindCall(app, accountCalls.startSecondFactor, async (input) => ({ data: await startSecondFactor(deps, input) }));
  bindCall(app, accountCalls.confirmSecondFactor, async (input) => {
    const { recovery_codes, account } = await confirmSecondFactor(deps, input);
    await tell(input, account, 'second_factor_on');
    return { data: { recovery_codes } };
  });
  bindCall(app, accountCalls.endSecondFactor, async (input) => {
    await tell(input, await endSecondFactor(deps, input), 'second_factor_off');
    return { message: SECOND_FACTOR_OFF[input.caller.lang] };
  });
  bindCall(app, accountCalls.renewRecoveryCodes, async (input) => {
    const { recovery_codes, account } = await renewRecoveryCodes(deps, input);
    await tell(input, account, 'recovery_codes');
    return { data: { recovery_codes } };
  });

  bindCall(app, userCalls.endSessions, (input) => endUserSessions(users, input));
  bindCall(app, userCalls.removeSecondFactor, async (input) => {
    await tell(input, await removeSecondFactor(deps, users, input), 'second_factor_off');
    return { message: SECOND_FACTOR_OFF[input.caller.lang] };
  });
  bindCall(app, userCalls.setActive, (input, c) => setActive(deps, users, input, findMailOrigin(c, deps)));
  bindCall(app, userCalls.listNewAccounts, listNewAccounts);
  bindCall(app, userCalls.makeLinks, (input, c) => makePasswordLinks(deps, input, findMailOrigin(c, deps)));
  bindCall(app, userCalls.readLock, async (input) => ({ data: await readLock(users, input) }));
  bindRoute(app, userCalls.lock, async (c) => c.json({ data: await lockUser(users, c.var.caller, c.req.param('id'), bodyOf(c)) }, 201));
  bindCall(app, userCalls.unlock, (input) => unlockUser(users, input));
  return app;
}

/** The caller's own account: the user row with the roles that count, the department with its groups, and the groups the caller is in. One round trip. */
async function readMe(profile: Resource, { caller, grant }: GrantedCaller): Promise<Values> {
  const { actor, results } = await caller.read(grant, ({ id }) => ({
    found: queryRowById(profile, id),
    second_factor: selectSecondFactorState(id),
  }));
  const me = addImageAddresses(profile, caller, results.found!.row);
  const roles = (me.roles as { name: string }[]).filter(({ name }) => actor.roles.includes(name));
  return { ...me, roles, second_factor: results.second_factor };
}

/** Saves the caller's own form under the rules of users; moving oneself needs an Admin. */
function updateMe(profile: Resource, caller: Caller, userId: number, readBody: () => Promise<Values>): Promise<Values> {
  return update(profile, caller, String(userId), readBody);
}
