import type { page as vi } from '../vi/page.ts';

export const page: typeof vi = {
  customer_incomplete: 'New from the crawl, to be completed',
  standard_customer_locked: 'The customer of a saved standard stays; duplicate it for another customer.',
  standard_scale_help: 'Chooses the scale table and the formulas by this code.',
  standard_tsubo_help: 'Empty: the first matching row of the scale code.',
  standard_more: 'More',
  condition_1: 'Condition 1',
  condition_2: 'Condition 2',
  base_points: 'Base points',
  check_of: 'Check row {id}',
};
