import { type SQL, sql } from 'drizzle-orm';
import { EVERYONE } from '../../contracts/roles.ts';
import type { Caller } from '../../crud/caller.ts';
import type { Resource, Values } from '../../crud/resource.ts';
import { foundRow, rowById } from '../../crud/row.ts';
import { update } from '../../crud/write.ts';
import { secondFactorState } from '../auth/second-factor.ts';

/** The caller's own account: the user row with the roles that count, the department with its groups, and the groups the caller is in. One round trip. */
export async function readMe(profile: Resource, caller: Caller): Promise<Values> {
  const { actor, results } = await caller.read(EVERYONE, ({ id }) => [rowById(profile, id), groupsOf(id), secondFactorState(id)]);
  const me = shaped(foundRow(profile, results[0])!.row, results[1]!.rows as unknown as Values[]);
  const roles = (me.roles as { name: string }[]).filter(({ name }) => actor.roles.includes(name));
  return { ...me, roles, second_factor: { ...results[2]!.rows[0] } };
}

/** Saves the caller's own form under the rules of users; moving oneself needs an Admin. */
export async function updateMe(profile: Resource, caller: Caller, userId: number, readBody: () => Promise<Values>): Promise<Values> {
  const row = await update(profile, caller, String(userId), readBody);
  const [groups] = await caller.again([groupsOf(userId)]);
  return shaped(row, groups!.rows as unknown as Values[]);
}

function groupsOf(userId: number): SQL {
  return sql`SELECT id, group_name FROM department_groups WHERE dept_id = (SELECT department_id FROM users WHERE id = ${userId}) ORDER BY id`;
}

function shaped({ department_groups: own, department, ...user }: Values, groups: readonly Values[]): Values {
  const listed = groups.map(({ id, group_name }) => ({ id, group_name }));
  return {
    ...user,
    department: department && { ...department, department_groups: listed },
    department_group: own ? [own] : [],
  };
}
