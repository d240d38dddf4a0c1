import { type SQL, sql } from 'drizzle-orm';
import { IDENTITY_FIELDS, PROFILE_BY_ADMIN, profile } from '../contracts/calls/users.ts';
import { labelOf } from '../contracts/contract.ts';
import { OWN_NAMES, USER_PICKER_FIELDS, users } from '../contracts/entities/users.ts';
import type { Values } from '../contracts/fields.ts';
import { isAdmin, isGranted, STAFF } from '../contracts/roles.ts';
import { type Rule, ruleMessage, ruleToken } from '../contracts/rules.ts';
import type { Lang } from '../contracts/text.ts';
import { type DeriveContext, defineResource, type PendingRow, type WriteContext } from '../crud/resource.ts';
import { invalidFieldError } from '../crud/write.ts';
import { findPasswordProblem } from '../platform/auth/password-problem.ts';
import { hashPassword, withHashTurn } from '../platform/auth/passwords.ts';
import { users as table } from '../platform/db/schema/organisation.ts';
import { isDepartmentVisible, visibleDepartment } from '../platform/department-scope.ts';
import { AppError } from '../platform/errors.ts';
import { formColumn } from '../platform/text/text-forms.ts';
import { monthsUsingPerson } from './locked-months.ts';

/** Staff see all fields of users, others those that a picker needs. */
export const usersResource = defineResource(users, table, {
  scope: (actor) => (isGranted(actor.roles, STAFF) ? {} : { fields: USER_PICKER_FIELDS }),
  guard: guardUser,
  prepareCreate: prepareUser,
  deriveColumns: deriveUser,
  problems: listTakenNames,
  lockedMonthsUsing: monthsUsingPerson,
  notUndone: ['role_ids', 'active'],
  // The group also as the list that clients of the API know it as.
  afterRead: (row) =>
    'department_groups' in row ? { ...row, department_group: row.department_groups ? [row.department_groups] : [] } : row,
});

/** The caller's own account, as its owner may edit it. */
export const profileResource = defineResource(profile, table, {
  guard: guardProfile,
  deriveColumns: deriveUser,
  problems: listTakenNames,
  afterRead: ({ department_groups: own, ...user }) => ({ ...user, department_group: own ? [own] : [] }),
});

/** Only an Admin moves people, themselves included; the own e-mail address changes by mail only, so that it is known to be the owner's. */
function guardProfile(values: Values, { actor, before, lang }: WriteContext): void {
  if (!isAdmin(actor.roles)) refuseChanges(PROFILE_BY_ADMIN, values, before, 'by_admin', lang);
  refuseChanges(['email'], values, before, 'by_mail', lang);
}

/**
 * Only an Admin changes identities and Admins' accounts; others create and edit people of their own department only. Nobody deletes
 * their own account. An Admin gives a role and a first password.
 */
function guardUser(values: Values, context: WriteContext): void {
  const { actor, verb, before, lang, source } = context;
  if (verb === 'delete' && before?.id === actor.id) throw new AppError('own_account');
  if (!isAdmin(actor.roles)) {
    guardByStaff(values, context);
    return;
  }
  const noRole = Array.isArray(values.role_ids) ? values.role_ids.length === 0 : verb === 'create' || values.role_ids === null;
  // An undo brings a deleted person back without roles: an Admin gives them anew.
  if (verb !== 'delete' && noRole && source !== 'undo') throw invalidFieldError(usersResource, 'role_ids', 'required', lang);
  refuseUnproven(values, context);
}

/** Who holds the address of an Admin's account can reset its password: a stolen token alone must not change it. */
function refuseUnproven(values: Values, { actor, verb, before }: WriteContext): void {
  const changesAddress = verb === 'update' && values.email !== undefined && !isSame('email', values.email, before?.email);
  if (changesAddress && holdsAdmin(before) && !actor.hasFreshProof) throw new AppError('confirm_needed');
}

const holdsAdmin = (row: Values | undefined): boolean => isAdmin(((row?.roles ?? []) as { name: string }[]).map(({ name }) => name));

function guardByStaff(values: Values, { actor, verb, before, refs, lang }: WriteContext): void {
  if (holdsAdmin(before)) throw new AppError('forbidden');
  const visible = visibleDepartment(actor, 'people');
  if (verb !== 'create') {
    if (!isDepartmentVisible(before?.department_id, visible)) throw new AppError('forbidden');
    refuseChanges(IDENTITY_FIELDS, values, before, 'by_admin', lang);
    return;
  }
  refuseChanges(['role_ids'], values, undefined, 'by_admin', lang);
  if (!isDepartmentVisible(values.department_id, visible)) throw forbiddenFields(['department_id'], 'own_department', lang);
  const group = refs.dept_grp_id;
  if (group && !isDepartmentVisible(group.dept_id, visible)) throw forbiddenFields(['dept_grp_id'], 'own_department', lang);
}

/** 403 that names the fields which the body would change; the value they have already is no change. */
function refuseChanges(names: readonly string[], values: Values, before: Values | undefined, rule: Rule, lang: Lang): void {
  const changed = names.filter((name) => values[name] !== undefined && !isSame(name, values[name], before?.[name]));
  if (changed.length > 0) throw forbiddenFields(changed, rule, lang);
}

const isSame = (name: string, wanted: unknown, held: unknown): boolean =>
  name === 'role_ids' ? sameIds(wanted, held) : (wanted ?? null) === (held ?? null);

function forbiddenFields(names: readonly string[], rule: Rule, lang: Lang): AppError {
  const messages = names.map((name) => [name, ruleMessage(ruleToken(rule), labelOf(users, name, lang), lang)]);
  return new AppError('forbidden', {}, { messages: Object.fromEntries(messages) });
}

/** An Admin's create sets the password, kept as its hash; whom others create waits for an Admin. */
async function prepareUser({ password, ...values }: Values, { actor, refs, lang }: Omit<WriteContext, 'before'>): Promise<Values> {
  if (!isAdmin(actor.roles)) return { ...values, active: 0 };
  const names = [values.username, values.name, values.first_name, values.last_name, values.email, refs.company_id?.name];
  const problem = findPasswordProblem(password, names);
  if (problem) throw invalidFieldError(usersResource, 'password', problem, lang);
  return { ...values, password: await withHashTurn({ knownAs: String(actor.id) }, (turn) => hashPassword(String(password), turn)) };
}

/** `code` follows the username. A password is set by other calls once the account is there. */
function deriveUser({ password, ...values }: Values, { verb }: DeriveContext): Values {
  return {
    ...values,
    ...(values.username !== undefined && { code: values.username }),
    ...(values.role_ids !== undefined && { role_ids: values.role_ids ?? [] }),
    ...(verb === 'create' && { password }),
  };
}

/**
 * Names that a person may not get: their own ones where somebody else goes by them, their full name where it is somebody else's own. Two people with
 * one full name are told apart by their codes.
 */
function listTakenNames({ sets, before, after }: PendingRow): SQL[] {
  return [...OWN_NAMES, 'name']
    .filter((name) => sets.has(formColumn(name, 'key')))
    .map((name) => {
      const holders = sql`FROM person_names n JOIN users o ON o.id = n.user_id WHERE n.key = ${after(formColumn(name, 'key'))}
      AND n.user_id IS NOT ${before('id')} ${name === 'name' ? sql`AND n.is_own = 1` : sql``}`;
      return sql`WHEN EXISTS (SELECT 1 ${holders}) THEN (SELECT json_array('name_taken', ${name}, o.name || ' (' || ifnull(o.code, o.username) || ')') ${holders} LIMIT 1)`;
    });
}

function sameIds(wanted: unknown, held: unknown): boolean {
  const sorted = (ids: unknown) => JSON.stringify([...((ids ?? []) as number[])].sort((a, b) => a - b));
  return sorted(wanted) === sorted(held);
}
