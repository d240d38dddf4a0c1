import { describe, expect, it } from 'vitest';
import type { Role } from '../../../worker/contracts/roles.ts';
import type { Actor } from '../../../worker/platform/caller.ts';
import {
  type DepartmentPurpose,
  isDepartmentVisible,
  NO_DEPARTMENT,
  visibleDepartment,
} from '../../../worker/platform/department-scope.ts';

const PURPOSES: DepartmentPurpose[] = ['figures', 'people'];

describe('the department that somebody sees', () => {
  it.each(PURPOSES)('is every one, or the one asked for, for an Admin: %s', (purpose) => {
    expect(visibleDepartment(actor(['Admin'], 7), purpose)).toBeNull();
    expect(visibleDepartment(actor(['Viewer', 'Admin'], null), purpose, 3)).toBe(3);
  });

  it.each<[Role[], number, number]>([
    [['Writer'], 7, 7],
    [['Checked'], 7, 7],
    [['Viewer'], 7, NO_DEPARTMENT],
    [[], 7, NO_DEPARTMENT],
  ])('is their own for %j: of figures for everybody, of people for the staff', (roles, figures, people) => {
    expect(visibleDepartment(actor(roles, 7), 'figures')).toBe(figures);
    expect(visibleDepartment(actor(roles, 7), 'people')).toBe(people);
    expect(visibleDepartment(actor(roles, 7), 'figures', 7)).toBe(7);
    expect(() => visibleDepartment(actor(roles, 7), 'figures', 8)).toThrow('forbidden');
    expect(() => visibleDepartment(actor(roles, 7), 'people', 8)).toThrow('forbidden');
  });

  it.each<[Role[]]>([[['Writer']], [['Checked']], [['Viewer']], [[]]])(
    'is none for %j without one, which no record without one matches',
    (roles) => {
      for (const purpose of PURPOSES) {
        const visible = visibleDepartment(actor(roles, null), purpose);
        expect(visible, purpose).toBe(NO_DEPARTMENT);
        for (const department of [null, undefined, 1]) expect(isDepartmentVisible(department, visible), purpose).toBe(false);
      }
    },
  );

  it('covers records without a department for an Admin only', () => {
    expect(isDepartmentVisible(null, visibleDepartment(actor(['Admin'], null), 'people'))).toBe(true);
    expect(isDepartmentVisible(7, visibleDepartment(actor(['Writer'], 7), 'people'))).toBe(true);
    expect(isDepartmentVisible(8, visibleDepartment(actor(['Writer'], 7), 'people'))).toBe(false);
  });
});

function actor(roles: Role[], department_id: number | null): Actor {
  return { id: 1, username: 'x', name: 'X', roles, department_id, dept_grp_id: null, hasFreshProof: false };
}
