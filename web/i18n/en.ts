import { account } from './en/account.ts';
import { app } from './en/app.ts';
import { auth } from './en/auth.ts';
import { calculate } from './en/calculate.ts';
import { control } from './en/control.ts';
import { dashboard } from './en/dashboard.ts';
import { direct } from './en/direct.ts';
import { editor } from './en/editor.ts';
import { form } from './en/form.ts';
import { history } from './en/history.ts';
import { imports } from './en/import.ts';
import { inbox } from './en/inbox.ts';
import { list } from './en/list.ts';
import { notice } from './en/notice.ts';
import { page } from './en/page.ts';
import { points } from './en/points.ts';
import { question } from './en/question.ts';
import { route } from './en/route.ts';
import { total } from './en/total.ts';
import { user } from './en/user.ts';
import type { Messages } from './vi.ts';

export const en: Messages = {
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
  inbox,
  list,
  notice,
  page,
  points,
  question,
  route,
  total,
  user,
};
