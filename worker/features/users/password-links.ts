import { sql } from 'drizzle-orm';
import type { NewAccount, PasswordSheet } from '../../contracts/calls/answers/users.ts';
import type { userCalls } from '../../contracts/calls/declared/users.ts';
import { PASSWORD_LINK_REFUSALS } from '../../contracts/calls/users.ts';
import { createPasswordLink } from '../../platform/auth/password-links.ts';
import type { CallInput, GrantedCaller } from '../../platform/call-routes.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { users } from '../../platform/db/schema/organisation.ts';
import { asBoolean, asText, orNull, readRows } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { toOfficeTime } from '../../platform/text/office-time.ts';
import { FIRST_PASSWORD_SECONDS, mailFirstPasswordLink } from './first-password.ts';

/** `GET /password_links`: accounts that have no password yet, by name. */
export async function listNewAccounts({ caller, grant }: GrantedCaller): Promise<{ data: NewAccount[] }> {
  const { results } = await caller.read(grant, () => selectNewAccounts());
  return { data: results };
}

/**
 * `POST /password_links {ids, mail}`: activates accounts that have no password and answers a link for each by which its owner sets one, once, within
 * three days; earlier links of theirs are void. With `mail` it is sent too. Accounts without a role, and those with a password, are left out.
 */
export async function makePasswordLinks(
  deps: Deps,
  { caller, grant, values: { ids, mail } }: CallInput<typeof userCalls.makeLinks>,
  origin: string | undefined,
): Promise<PasswordSheet> {
  const { results } = await caller.read(grant, () => selectNewAccounts(ids));
  const ready = results.filter(({ has_role }) => has_role === 1);
  const links = await Promise.all(ready.map(({ id }) => createPasswordLink(id, caller.clock.now(), FIRST_PASSWORD_SECONDS)));
  const active = JSON.stringify(ready.map(({ id }) => id));
  await caller.write([
    sql`UPDATE users SET active = 1, updated_at = ${caller.clock.time()}, version = version + 1
      WHERE id IN (SELECT value FROM json_each(${active})) AND active = 0`,
    ...links.flatMap(({ statements }) => statements),
  ]);
  const expires_at = toOfficeTime(caller.clock.now() + FIRST_PASSWORD_SECONDS * 1000);
  const data: PasswordSheet['data'] = [];
  for (const [index, { id, name, username, email }] of ready.entries()) {
    const { path } = links[index]!;
    const mailed =
      mail === true ? await mailFirstPasswordLink(deps, { name, username, email }, origin && origin + path, expires_at, caller.lang) : 0;
    data.push({ id, name, username, url: (origin ?? '') + path, expires_at, mailed });
  }
  const refused = ids
    .filter((id) => !ready.some((person) => person.id === id))
    .map((id) => {
      const reason = results.some((person) => person.id === id) ? 'no_role' : 'has_password';
      return { id, reason: PASSWORD_LINK_REFUSALS[reason][caller.lang] };
    });
  return { data, refused };
}

function selectNewAccounts(ids?: readonly number[]): Query<NewAccount[]> {
  const chosen = ids ? sql`AND u.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))` : sql``;
  return query(
    sql`SELECT u.id, u.name, u.username, u.email, u.active, d.name AS department, json_array_length(u.role_ids) > 0 AS has_role
      FROM users u LEFT JOIN departments d ON d.id = u.department_id WHERE u.password IS NULL ${chosen} ORDER BY u.name_sort, u.id`,
    readRows(
      {
        id: users.id,
        name: users.name,
        username: users.username,
        email: users.email,
        active: asBoolean,
        department: orNull(asText),
        has_role: asBoolean,
      },
      (row): NewAccount => ({ ...row, name: row.name ?? '', active: row.active ? 1 : 0, has_role: row.has_role ? 1 : 0 }),
    ),
  );
}
