import { Hono } from 'hono';
import { questionCalls as calls } from '../../../contracts/calls/declared/questions.ts';
import { bindCall } from '../../../platform/call-routes.ts';
import type { AppEnv } from '../../../platform/caller.ts';
import { respondWithWorkbook } from '../../../platform/xlsx/workbook-response.ts';
import { answerQuestion, closeQuestion, reopenQuestion } from './answer.ts';
import { askQuestion } from './ask.ts';
import { exportQuestions, listQuestions } from './list.ts';
import { readQuestion } from './thread.ts';

/** Questions about one's own figures, and the office's answers. */
export const questions = new Hono<AppEnv>();
bindCall(questions, calls.list, listQuestions);
bindCall(questions, calls.export, async (input) => respondWithWorkbook(await exportQuestions(input), 'questions'));
bindCall(questions, calls.read, async (input) => ({ data: await readQuestion(input) }));
bindCall(questions, calls.ask, async (input) => ({ data: await askQuestion(input) }));
bindCall(questions, calls.answer, async (input) => ({ data: await answerQuestion(input) }));
bindCall(questions, calls.close, async (input) => ({ data: await closeQuestion(input) }));
bindCall(questions, calls.reopen, async (input) => ({ data: await reopenQuestion(input) }));
