import { calculate } from './vi/calculate.ts';
import { direct } from './vi/direct.ts';
import { editor } from './vi/editor.ts';
import { form } from './vi/form.ts';
import { history } from './vi/history.ts';
import { imports } from './vi/import.ts';
import { page } from './vi/page.ts';
import { points } from './vi/points.ts';
import { question } from './vi/question.ts';
import { total } from './vi/total.ts';
import { user } from './vi/user.ts';

/** The Vietnamese texts of areas that neither the login nor the overview shows: fetched with the first page that is neither. */
export const viPages = { calculate, direct, editor, form, history, imports, page, points, question, total, user };
