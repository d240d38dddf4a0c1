import { Hono } from 'hono';
import { statementCalls as calls } from '../../../contracts/calls/declared/statements.ts';
import { bindCall } from '../../../platform/call-routes.ts';
import type { AppEnv } from '../../../platform/caller.ts';
import { respondWithWorkbook } from '../../../platform/xlsx/workbook-response.ts';
import { compareStatements } from './compare.ts';
import { confirmStatement } from './confirm.ts';
import { listLines } from './lines.ts';
import { listStatements } from './overview.ts';
import { openReview, readMonthReview } from './reviews.ts';
import { exportStatement } from './sheet.ts';
import { readStatement } from './statement.ts';

/** Each person's statement, its lines, the review of a month and the confirmations. */
export const statements = new Hono<AppEnv>();
bindCall(statements, calls.list, listStatements);
bindCall(statements, calls.confirm, async (input, c) => {
  const { confirmation, isNew } = await confirmStatement(input);
  return c.json(confirmation, isNew ? 201 : 200);
});
bindCall(statements, calls.listLines, (input, c) => listLines(input, c.req.param('user')));
bindCall(statements, calls.compare, (input, c) => compareStatements(input, c.req.param('user')));
bindCall(statements, calls.export, async (input, c) => respondWithWorkbook(await exportStatement(input, c.req.param('user')), 'statement'));
bindCall(statements, calls.read, async (input, c) => (await readStatement(input, c.req.param('user'))).statement);
bindCall(statements, calls.readReview, async (input) => ({ data: await readMonthReview(input) }));
bindCall(statements, calls.openReview, openReview);
