import { calculate } from '../features/calculation/vi.ts';
import { queue } from '../features/checking-queue/vi.ts';
import { source } from '../features/crawl/vi.ts';
import { direct } from '../features/directs/vi.ts';
import { steps } from '../features/first-steps/vi.ts';
import { formulas } from '../features/formulas/vi.ts';
import { grid } from '../features/grid/vi.ts';
import { history } from '../features/history/vi.ts';
import { payroll } from '../features/month-close/payroll/vi.ts';
import { question } from '../features/month-close/questions/vi.ts';
import { points } from '../features/month-close/statement/vi.ts';
import { rules } from '../features/rules/vi.ts';
import { scenarios } from '../features/scenarios/vi.ts';
import { system } from '../features/system/vi.ts';
import { total } from '../features/totals/vi.ts';
import { user } from '../features/users/vi.ts';
import { bulk } from './vi/bulk.ts';
import { editor } from './vi/editor.ts';
import { form } from './vi/form.ts';
import { imports } from './vi/import.ts';
import { page } from './vi/page.ts';
import { view } from './vi/view.ts';

/** The Vietnamese texts of areas that neither the login nor the overview shows: fetched with the first page that is neither. */
export const viPages = {
  bulk,
  calculate,
  direct,
  editor,
  form,
  formulas,
  grid,
  history,
  imports,
  page,
  payroll,
  points,
  question,
  queue,
  rules,
  scenarios,
  source,
  steps,
  system,
  total,
  user,
  view,
};
