import { Hono } from 'hono';
import { type AppEnv, bodyOf, optionalBodyOf, searchParams, workbook } from '../../crud/router.ts';
import { answer, close, reopen } from './answer.ts';
import { ask } from './ask.ts';
import { exportQuestions, listQuestions } from './list.ts';
import { readQuestion } from './thread.ts';

/** Questions about one's own figures, and the office's answers. */
export const questions = new Hono<AppEnv>()
  .get('/questions', async (c) => c.json(await listQuestions(c.var.caller, searchParams(c))))
  .get('/questions/export', async (c) => workbook(await exportQuestions(c.var.caller, searchParams(c)), 'questions'))
  .get('/questions/:id', async (c) => c.json({ data: await readQuestion(c.var.caller, c.req.param('id')) }))
  .post('/questions', async (c) => c.json({ data: await ask(c.var.caller, bodyOf(c)) }, 201))
  .post('/questions/:id/answers', async (c) => c.json({ data: await answer(c.var.caller, c.req.param('id'), bodyOf(c)) }, 201))
  .post('/questions/:id/close', async (c) => c.json({ data: await close(c.var.caller, c.req.param('id'), optionalBodyOf(c)) }))
  .post('/questions/:id/reopen', async (c) => c.json({ data: await reopen(c.var.caller, c.req.param('id'), optionalBodyOf(c)) }));
