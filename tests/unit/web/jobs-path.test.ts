import { describe, expect, it } from 'vitest';
import { departmentJobsPath, personJobsPath } from '../../../web/features/dashboard/jobs-path.ts';

const OCTOBER = { year: '2026', month: '10' };
const days = 'exc_start_time=2026-10-01&exc_end_time=2026-10-31';

describe('the jobs behind a figure of the dashboard', () => {
  it.each([
    ['total_unit', 'user_id'],
    ['total_point_standard_check_pass', 'chekkusha_id'],
    ['total_point', 'person_id'],
  ])('of a person, %s: those with the person as %s', (figure, as) =>
    expect(personJobsPath(figure, [7], OCTOBER)).toBe(`/directs?${as}=7&${days}`),
  );

  it('of several people: those of each of them', () => {
    expect(personJobsPath('total_unit', [7, 8], OCTOBER)).toBe(`/directs?user_ids=7%2C8&${days}`);
    expect(personJobsPath('total_worktime', [7, 8], OCTOBER)).toBe(`/directs?person_ids=7%2C8&${days}`);
  });

  it.each([
    ['total_unit', '&user_id__empty=0'],
    ['point_check', '&chekkusha_id__empty=0'],
    ['total_point', ''],
  ])("of a department, %s: the department's%s", (figure, done) =>
    expect(departmentJobsPath(figure, 2, OCTOBER)).toBe(`/directs?dept_id=2${done}&${days}`),
  );

  it('of all departments: those of none too', () =>
    expect(departmentJobsPath('total_tsubo', null, OCTOBER)).toBe(`/directs?user_id__empty=0&${days}`));

  it('of no department, with the filters of the page', () => {
    const filters = { ...OCTOBER, dept_id: '2', dept_grp_id: '4', updated_at__ge: '2026-10-21', updated_at__le: '2026-10-23' };
    expect(departmentJobsPath('total_worktime', 0, filters)).toBe(
      `/directs?dept_id__empty=1&dept_grp_id=4&${days}&updated_at__ge=2026-10-21&updated_at__le=2026-10-23`,
    );
  });
});
