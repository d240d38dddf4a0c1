import { Hono } from 'hono';
import { type AppEnv, bodyOf, searchParams } from '../../crud/router.ts';
import { respondWithWorkbook } from '../exports/workbook.ts';
import { confirmStatement } from './confirm.ts';
import { listLines } from './lines.ts';
import { listStatements } from './overview.ts';
import { openReview, readMonthReview } from './reviews.ts';
import { exportStatement } from './sheet.ts';
import { readStatement } from './statement.ts';

/** Each person's statement, its lines, the review of a month and the confirmations. */
export const statements = new Hono<AppEnv>()
  .get('/statements', async (c) => c.json(await listStatements(c.var.caller, searchParams(c))))
  .post('/statements/me/confirm', async (c) => c.json(await confirmStatement(c.var.caller, bodyOf(c)), 201))
  .get('/statements/:user/lines', async (c) => c.json(await listLines(c.var.caller, c.req.param('user'), searchParams(c))))
  .get('/statements/:user/export', async (c) =>
    respondWithWorkbook(await exportStatement(c.var.caller, c.req.param('user'), searchParams(c)), 'statement'),
  )
  .get('/statements/:user', async (c) => c.json((await readStatement(c.var.caller, c.req.param('user'), searchParams(c))).statement))
  .get('/month_reviews', async (c) => c.json({ data: await readMonthReview(c.var.caller, searchParams(c)) }))
  .post('/month_reviews', async (c) => c.json(await openReview(c.var.caller, bodyOf(c)), 201));
