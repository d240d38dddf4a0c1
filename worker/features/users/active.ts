import { sql } from 'drizzle-orm';
import type { PasswordLinkAnswer } from '../../contracts/calls/answers/users.ts';
import type { userCalls } from '../../contracts/calls/declared/users.ts';
import type { Values } from '../../contracts/fields.ts';
import { throwApiError } from '../../crud/api-error.ts';
import { requireVisible } from '../../crud/read.ts';
import type { Resource } from '../../crud/resource.ts';
import { addImageAddresses, queryRowById } from '../../crud/row.ts';
import { endAccess } from '../../platform/auth/end-access.ts';
import { createPasswordLink } from '../../platform/auth/password-links.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import { query } from '../../platform/db/query.ts';
import { asBoolean, readFirst } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { toOfficeTime } from '../../platform/text/office-time.ts';
import { ARE_REGISTRATIONS_SETTLED, endNotices } from '../notify/notify.ts';
import { ADDRESSEE, FIRST_PASSWORD_SECONDS, mailFirstPasswordLink } from './first-password.ts';

export interface Activation {
  data: Values;
  /** For an account that has no password yet. */
  password_link?: PasswordLinkAnswer;
}

/**
 * Activates or deactivates a user and answers the row; a deactivated one is signed out everywhere, its access tokens end. Never oneself, never the last Admin. An
 * account without a password gets a link to set one, for three days, which is mailed and told this once.
 */
export async function setActive(
  deps: Deps,
  users: Resource,
  { caller, grant, values: { userId, active } }: CallInput<typeof userCalls.setActive>,
  origin: string | undefined,
): Promise<Activation> {
  const { actor, results } = await caller.read(grant, () => ({
    found: queryRowById(users, userId),
    account: query(
      sql`SELECT name, username, email, password IS NULL AS needs_password FROM users WHERE id = ${userId}`,
      readFirst({ ...ADDRESSEE, needs_password: asBoolean }),
    ),
  }));
  const { row } = requireVisible(users, results.found, caller.lang);
  if (userId === actor.id && active === 0) throw new AppError('own_account');
  const needsLink = active === 1 && row.active !== 1 && results.account?.needs_password;
  const link = needsLink ? await createPasswordLink(userId, caller.clock.now(), FIRST_PASSWORD_SECONDS) : undefined;
  const written = await caller
    .write({
      updated: sql`UPDATE users SET active = ${active}, updated_at = ${caller.clock.time()}, version = version + 1 WHERE id = ${userId} AND active <> ${active}`,
      ended: active === 0 ? endAccess(caller.clock, { reason: 'inactive', userId, actorId: actor.id }) : {},
      told: endNotices(ARE_REGISTRATIONS_SETTLED),
      link: link?.statements,
      found: queryRowById(users, userId),
    })
    .catch((error) => throwApiError(users, caller, error, [row]));
  const data = addImageAddresses(users, caller, requireVisible(users, written.found, caller.lang).row);
  if (!link) return { data };
  const expires = toOfficeTime(caller.clock.now() + FIRST_PASSWORD_SECONDS * 1000);
  const mailed = await mailFirstPasswordLink(deps, results.account!, origin && origin + link.path, expires, caller.lang);
  return { data, password_link: { url: (origin ?? '') + link.path, expires_at: expires, mailed } };
}
