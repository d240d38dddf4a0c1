import canonicalize from 'canonicalize';
import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { Confirmation, StatementOverview, StatementOverviews } from '../../../contracts/calls/answers/statements.ts';
import { statementCalls as calls } from '../../../contracts/calls/declared/statements.ts';
import { CONFIRM_FIELDS } from '../../../contracts/calls/statements.ts';
import { MAX_LIMIT, readPage, toEnvelope } from '../../../contracts/paging.ts';
import { bindCall, type CallInput } from '../../../platform/call-routes.ts';
import type { AppEnv } from '../../../platform/caller.ts';
import { query } from '../../../platform/db/query.ts';
import { asText, hasRows, readValue } from '../../../platform/db/typed-rows.ts';
import { visibleDepartment } from '../../../platform/department-scope.ts';
import { AppError } from '../../../platform/errors.ts';
import { respondWithWorkbook } from '../../../platform/xlsx/workbook-response.ts';
import { compareStatements } from './compare.ts';
import { listLines } from './lines.ts';
import { requireBegunMonth, resolveMonth } from './month.ts';
import { openReview, readMonthReview } from './reviews.ts';
import { exportStatement } from './sheet.ts';
import { readOwnerStatement, readStatement } from './statement.ts';
import { countStates, type PersonState, selectStates } from './states.ts';

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

/**
 * `POST /statements/me/confirm {year, month, sha256}`: agrees with one's own statement as it was read. 409 with the statement of now when it
 * has changed since; 422 for a month that has not begun. Agreeing again to the same adds nothing, unless a question was answered meanwhile.
 */
async function confirmStatement({
  caller,
  grant,
  values,
}: CallInput<typeof calls.confirm>): Promise<{ confirmation: Confirmation; isNew: boolean }> {
  const month = resolveMonth(values, caller.clock);
  requireBegunMonth(month, CONFIRM_FIELDS, caller);
  const { actor, statement, figures, unanswered } = await readOwnerStatement({ caller, grant }, 'me', month);
  if (statement.sha256 !== values.sha256) throw new AppError('statement_changed', { month: month.key }, { current: { ...statement } });
  const at = caller.clock.time();
  const ofMonth = sql`user_id = ${actor.id} AND month = ${month.key}`;
  const { isNew, confirmed_at } = await caller.write({
    isNew: query(
      sql`INSERT INTO statement_confirmations (user_id, month, sha256, figures, confirmed_at)
      SELECT ${actor.id}, ${month.key}, ${values.sha256}, ${canonicalize(figures)!}, ${at}
      WHERE NOT EXISTS (SELECT 1 FROM statement_confirmations c WHERE c.id = (SELECT MAX(id) FROM statement_confirmations WHERE ${ofMonth})
        AND c.sha256 = ${values.sha256}
        AND NOT EXISTS (SELECT 1 FROM questions q WHERE ${ofMonth} AND q.status = 'answered' AND q.answered_at > c.confirmed_at)) RETURNING id`,
      hasRows,
    ),
    confirmed_at: query(sql`SELECT confirmed_at FROM statement_confirmations WHERE ${ofMonth} ORDER BY id DESC LIMIT 1`, readValue(asText)),
  });
  const state = unanswered > 0 ? 'asked' : 'confirmed';
  return { confirmation: { state, confirmed_at, sha256: values.sha256, changed: false, confirmed_figures: null }, isNew };
}

/** `GET /statements?year=&month=`: how each person of the reader's department stands to their month; all of them unless asked for a page. */
async function listStatements({ caller, grant, values }: CallInput<typeof calls.list>): Promise<StatementOverviews> {
  const month = resolveMonth(values, caller.clock);
  const page = readPage(values, MAX_LIMIT);
  const { results: readStates } = await caller.read(grant, (actor) =>
    selectStates(month.key, { department: visibleDepartment(actor, 'figures') }),
  );
  const { people, review } = await readStates(caller, caller.clock.today());
  const start = (page.page - 1) * page.limit;
  const rows = people.slice(start, start + page.limit).map(toOverview);
  return { ...toEnvelope(page, people.length, rows), counts: countStates(people), review };
}

function toOverview({ totals, state, isChanged, confirmation }: PersonState): StatementOverview {
  return {
    user_id: totals.user_id,
    username: totals.username,
    name: totals.name,
    state,
    changed: isChanged,
    total_point_1: totals.total_point_1,
    total_point_2: totals.total_point_2,
    confirmed_at: confirmation?.confirmed_at ?? null,
    open_questions: confirmation?.open_questions ?? 0,
  };
}
