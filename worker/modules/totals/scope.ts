import type { Actor } from '../../crud/caller.ts';
import { AppError } from '../../errors.ts';

/** The department whose numbers somebody sees: any or all for an Admin, their own for anybody else; 403 for another one. */
export function resolveDepartment(actor: Actor, asked: number | null | undefined): number | null {
  if (actor.roles.includes('Admin')) return asked ?? null;
  const own = actor.department_id ?? 0;
  if (asked !== undefined && asked !== null && asked !== own) throw new AppError('forbidden');
  return own;
}
