import { isAdmin, isGranted, STAFF } from '../contracts/roles.ts';
import type { Actor } from './caller.ts';
import { AppError } from './errors.ts';

/** What is read: `figures` are totals and charts, `people` are other persons' statements, questions and accounts. */
export type DepartmentPurpose = 'figures' | 'people';

/** The department of nobody and of no record: ids begin with 1, and a missing department is null. */
export const NO_DEPARTMENT = 0;

/**
 * The department that the actor sees: null for all, `NO_DEPARTMENT` for none. An Admin sees all, or the one that is asked for. Of the
 * figures everybody else sees those of the own department, of people only the staff do. Asking for another department is a 403.
 */
export function visibleDepartment(actor: Actor, purpose: DepartmentPurpose, asked?: number | null): number | null {
  if (isAdmin(actor.roles)) return asked ?? null;
  const seesOwn = purpose === 'figures' || isGranted(actor.roles, STAFF);
  const own = (seesOwn ? actor.department_id : null) ?? NO_DEPARTMENT;
  if (asked !== undefined && asked !== null && asked !== own) throw new AppError('forbidden');
  return own;
}

/** Whether a record of this department is one of those that `visibleDepartment` gives. A record without one is visible to Admins only. */
export function isDepartmentVisible(department: unknown, visible: number | null): boolean {
  return visible === null || department === visible;
}
