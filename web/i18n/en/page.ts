import type { page as vi } from '../vi/page.ts';

export const page: typeof vi = {
  customer_incomplete: 'New from the crawl, to be completed',
  standard_customer_locked: 'The customer of a saved standard stays; duplicate it for another customer.',
  standard_choose: 'Press a row to choose the standard to duplicate.',
  standard_scale_help: 'Chooses the scale table and the formulas by this code.',
  standard_tsubo_help: 'Empty: the first matching row of the scale code.',
  standard_more: 'More',
  condition_1: 'Condition 1',
  condition_2: 'Condition 2',
  base_points: 'Base points',
  formula_names: 'Variables and functions',
  formula_names_help: 'Press a name to put it into the formula you are writing.',
  formula_variables: 'Variables',
  formula_functions: 'Functions',
  formula_text: 'text, for comparisons only',
  try_direct: 'Try on a job',
  try_help: 'Choose a real job, or press Try and enter values for the variables; entered values are used instead of the job’s own.',
  try_empty: 'The variable {name} has no value',
  check_of: 'Check row {id}',
};
