import type { TotalRow } from '#contracts/calls/totals.ts';
import { daysInMonth } from '#contracts/months.ts';

/** Addresses of the records behind a person's figures of a month. */
export function recordLinks({ user_id, month }: Pick<TotalRow, 'user_id' | 'month'>) {
  const last = daysInMonth(Number(month.slice(0, 4)), Number(month.slice(5, 7)));
  const range = `exc_start_time=${month}-01&exc_end_time=${month}-${last}`;
  return {
    direct_point: `/directs?person_id=${user_id}&${range}`,
    mistake_point_n: `/mistake?mistakes__user_id=${user_id}&detect_by=N&${range}`,
    mistake_point_t: `/mistake?mistakes__user_id=${user_id}&detect_by=T&${range}`,
    indirect_point_yes: `/indirect?indirects__user_id=${user_id}&indirect_point_type=C&${range}`,
    indirect_point_no: `/indirect?indirects__user_id=${user_id}&indirect_point_type=K&${range}`,
  };
}
