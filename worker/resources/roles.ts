import { roles } from '../contracts/entities/lookups.ts';
import type { Values } from '../contracts/fields.ts';
import { ROLES } from '../contracts/roles.ts';
import { defineResource, type WriteContext } from '../crud/resource.ts';
import { roles as table } from '../platform/db/schema/organisation.ts';
import { AppError } from '../platform/errors.ts';

export const rolesResource = defineResource(roles, table, { guard: guardRole, notUndone: 'all' });

/** Rights hang on the names of the system's own roles, so those stay. */
function guardRole(values: Values, { before, verb }: WriteContext): void {
  const name = String(before?.name);
  const stays = verb !== 'delete' && (values.name === undefined || values.name === name);
  if ((ROLES as readonly string[]).includes(name) && !stays) throw new AppError('built_in_role', { name });
}
