import { PROFILE_BY_ADMIN, profile } from '../contracts/calls/users.ts';
import { USER_PICKER_FIELDS, users } from '../contracts/entities/users.ts';
import { holds, STAFF } from '../contracts/roles.ts';
import { resource, type Values, type WriteContext } from '../crud/resource.ts';
import { invalid } from '../crud/write.ts';
import { users as table } from '../db/schema/organisation.ts';
import { AppError } from '../errors.ts';
import { findPasswordProblem, hashPassword } from '../passwords.ts';

/** Staff see users whole, anybody else what a picker needs. */
export const usersResource = resource(users, table, {
  scope: (actor) => (holds(actor.roles, STAFF) ? {} : { fields: USER_PICKER_FIELDS }),
  guard: guardUser,
  toInsert: userColumns,
  // The group also as the list that clients of the API know it as.
  afterRead: (row) =>
    'department_groups' in row ? { ...row, department_group: row.department_groups ? [row.department_groups] : [] } : row,
});

/** The caller's own account, as its owner may edit it. */
export const profileResource = resource(profile, table, {
  guard: guardProfile,
  toInsert: userColumns,
  afterRead: ({ department_groups: own, ...user }) => ({ ...user, department_group: own ? [own] : [] }),
});

/** Only an Admin moves people between departments, groups, positions and companies, themselves included. */
function guardProfile(values: Values, { actor, before }: WriteContext): void {
  const moved = PROFILE_BY_ADMIN.some((name) => values[name] !== undefined && values[name] !== before?.[name]);
  if (moved && !actor.roles.includes('Admin')) throw new AppError('forbidden');
}

/** Only an Admin gives or takes a role, or touches an Admin's account; nobody deletes their own. */
function guardUser(values: Values, { actor, verb, before, lang }: WriteContext): void {
  const byAdmin = actor.roles.includes('Admin');
  const held = (before?.roles ?? []) as { name: string }[];
  if (!byAdmin && held.some(({ name }) => name === 'Admin')) throw new AppError('forbidden');
  if (!byAdmin && values.role_ids !== undefined && !sameIds(values.role_ids, before?.role_ids)) throw new AppError('forbidden');
  if (verb === 'delete' && before?.id === actor.id) throw new AppError('own_account');
  const noRole = Array.isArray(values.role_ids) ? values.role_ids.length === 0 : verb === 'create' || values.role_ids === null;
  if (verb !== 'delete' && byAdmin && noRole) throw invalid(usersResource, 'role_ids', 'required', lang);
  if (verb === 'create') {
    const problem = findPasswordProblem(values.password);
    if (problem) throw invalid(usersResource, 'password', problem, lang);
  }
}

/** `code` follows the username; the password is set on create only, and kept as its hash. */
async function userColumns({ password, ...values }: Values, { verb }: WriteContext): Promise<Values> {
  return {
    ...values,
    ...(values.username !== undefined && { code: values.username }),
    ...(values.role_ids !== undefined && { role_ids: values.role_ids ?? [] }),
    ...(verb === 'create' && { password: await hashPassword(String(password)) }),
  };
}

function sameIds(wanted: unknown, held: unknown): boolean {
  const sorted = (ids: unknown) => JSON.stringify([...((ids ?? []) as number[])].sort((a, b) => a - b));
  return sorted(wanted) === sorted(held);
}
