import type { Query } from '../../api/client.ts';

/** The filters of the totals and those of the jobs that mean the same. */
const SAME_FILTERS = {
  direct__hacchyuumoto: 'hacchyuumoto__~',
  direct__hacchyuu_naiyou: 'hacchyuu_naiyou__~',
  department_groups__id: 'dept_grp_id',
  exc_start_time: 'exc_start_time',
  exc_end_time: 'exc_end_time',
};

/**
 * Address of the jobs of a customer, or of all customers, that the filters leave; `department` is the only one whose jobs the person's totals
 * count.
 */
export function customerJobsPath(customer: number | null, filters: Query, department: number | null): string {
  const { customers__name: name } = filters;
  const ofAll: Record<string, string> = name ? { 'customers__name__~': String(name) } : { customer_id__empty: '0' };
  const params = new URLSearchParams(customer === null ? ofAll : { customer_id: String(customer) });
  if (department !== null) params.set('dept_id', String(department));
  for (const [own, of] of Object.entries(SAME_FILTERS)) if (filters[own]) params.set(of, String(filters[own]));
  return `/directs?${params}`;
}
