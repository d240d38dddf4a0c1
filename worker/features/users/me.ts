import type { Values } from '../../contracts/fields.ts';
import type { Resource } from '../../crud/resource.ts';
import { addImageAddresses, queryRowById } from '../../crud/row.ts';
import { update } from '../../crud/write.ts';
import { selectSecondFactorState } from '../../platform/auth/second-factor.ts';
import type { GrantedCaller } from '../../platform/call-routes.ts';
import type { Caller } from '../../platform/caller.ts';

/** The caller's own account: the user row with the roles that count, the department with its groups, and the groups the caller is in. One round trip. */
export async function readMe(profile: Resource, { caller, grant }: GrantedCaller): Promise<Values> {
  const { actor, results } = await caller.read(grant, ({ id }) => ({
    found: queryRowById(profile, id),
    second_factor: selectSecondFactorState(id),
  }));
  const me = addImageAddresses(profile, caller, results.found!.row);
  const roles = (me.roles as { name: string }[]).filter(({ name }) => actor.roles.includes(name));
  return { ...me, roles, second_factor: results.second_factor };
}

/** Saves the caller's own form under the rules of users; moving oneself needs an Admin. */
export function updateMe(profile: Resource, caller: Caller, userId: number, readBody: () => Promise<Values>): Promise<Values> {
  return update(profile, caller, String(userId), readBody);
}
