import { account } from './vi/account.ts';
import { app } from './vi/app.ts';
import { auth } from './vi/auth.ts';
import { calculate } from './vi/calculate.ts';
import { control } from './vi/control.ts';
import { dashboard } from './vi/dashboard.ts';
import { direct } from './vi/direct.ts';
import { editor } from './vi/editor.ts';
import { form } from './vi/form.ts';
import { history } from './vi/history.ts';
import { imports } from './vi/import.ts';
import { list } from './vi/list.ts';
import { notice } from './vi/notice.ts';
import { page } from './vi/page.ts';
import { route } from './vi/route.ts';
import { total } from './vi/total.ts';
import { user } from './vi/user.ts';

/** The Vietnamese texts, an area per file; `t('area.key')` reads them. */
export const vi = {
  account,
  app,
  auth,
  calculate,
  control,
  dashboard,
  direct,
  editor,
  form,
  history,
  imports,
  list,
  notice,
  page,
  route,
  total,
  user,
};
export type Messages = typeof vi;
