import { auth } from '../features/auth/en.ts';
import { calculate } from '../features/calculation/en.ts';
import { queue } from '../features/checking-queue/en.ts';
import { source } from '../features/crawl/en.ts';
import { dashboard } from '../features/dashboard/en.ts';
import { direct } from '../features/directs/en.ts';
import { steps } from '../features/first-steps/en.ts';
import { formulas } from '../features/formulas/en.ts';
import { grid } from '../features/grid/en.ts';
import { history } from '../features/history/en.ts';
import { payroll } from '../features/month-close/payroll/en.ts';
import { question } from '../features/month-close/questions/en.ts';
import { points } from '../features/month-close/statement/en.ts';
import { inbox } from '../features/notices/en.ts';
import { rules } from '../features/rules/en.ts';
import { scenarios } from '../features/scenarios/en.ts';
import { system } from '../features/system/en.ts';
import { total } from '../features/totals/en.ts';
import { user } from '../features/users/en.ts';
import { account } from './en/account.ts';
import { app } from './en/app.ts';
import { bulk } from './en/bulk.ts';
import { control } from './en/control.ts';
import { editor } from './en/editor.ts';
import { form } from './en/form.ts';
import { imports } from './en/import.ts';
import { list } from './en/list.ts';
import { notice } from './en/notice.ts';
import { page } from './en/page.ts';
import { route } from './en/route.ts';
import { view } from './en/view.ts';
import type { Messages } from './vi.ts';

export const en: Messages = {
  bulk,
  account,
  app,
  auth,
  calculate,
  control,
  dashboard,
  direct,
  editor,
  form,
  formulas,
  grid,
  history,
  imports,
  inbox,
  list,
  notice,
  page,
  payroll,
  points,
  question,
  queue,
  route,
  steps,
  rules,
  scenarios,
  source,
  system,
  total,
  user,
  view,
};
