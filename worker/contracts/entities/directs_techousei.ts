import type { EntityContract } from '../contract.ts';
import { directs } from './directs.ts';

const points = directs.columns.filter(({ key }) => key === 'result_design_point' || key === 'result_check_point');

/** The adjusting view of the directs: the same rows, where an edit of the result points marks the row as adjusted. */
export const directsTechousei: EntityContract<typeof directs.fields> = {
  ...directs,
  name: 'directs_techousei',
  recordLabel: directs.label,
  label: { vi: 'Điều chỉnh tay', en: 'Manual adjustments', ja: '手調整' },
  pageTitle: { vi: 'Điều chỉnh tay', en: 'Manual adjustments' },
  path: '/directs-techousei',
  navGroup: 'closing',
  // The points before the day: both of them are in sight on a laptop.
  columns: directs.columns.flatMap((column) =>
    points.includes(column) ? [] : column.key === 'henkyaku_hi' ? [...points, column] : [column],
  ),
};
