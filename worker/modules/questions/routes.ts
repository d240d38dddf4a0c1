import { Hono } from 'hono';
import { type AppEnv, bodyOf, optionalBodyOf, searchParams } from '../../crud/router.ts';
import { respondWithWorkbook } from '../exports/workbook.ts';
import { answerQuestion, closeQuestion, reopenQuestion } from './answer.ts';
import { askQuestion } from './ask.ts';
import { exportQuestions, listQuestions } from './list.ts';
import { readQuestion } from './thread.ts';

/** Questions about one's own figures, and the office's answers. */
export const questions = new Hono<AppEnv>()
  .get('/questions', async (c) => c.json(await listQuestions(c.var.caller, searchParams(c))))
  .get('/questions/export', async (c) => respondWithWorkbook(await exportQuestions(c.var.caller, searchParams(c)), 'questions'))
  .get('/questions/:id', async (c) => c.json({ data: await readQuestion(c.var.caller, c.req.param('id')) }))
  .post('/questions', async (c) => c.json({ data: await askQuestion(c.var.caller, bodyOf(c)) }, 201))
  .post('/questions/:id/answers', async (c) => c.json({ data: await answerQuestion(c.var.caller, c.req.param('id'), bodyOf(c)) }, 201))
  .post('/questions/:id/close', async (c) => c.json({ data: await closeQuestion(c.var.caller, c.req.param('id'), optionalBodyOf(c)) }))
  .post('/questions/:id/reopen', async (c) => c.json({ data: await reopenQuestion(c.var.caller, c.req.param('id'), optionalBodyOf(c)) }));
