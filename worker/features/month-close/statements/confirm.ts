import canonicalize from 'canonicalize';
import { sql } from 'drizzle-orm';
import type { Confirmation } from '../../../contracts/calls/answers/statements.ts';
import type { statementCalls } from '../../../contracts/calls/declared/statements.ts';
import { CONFIRM_FIELDS } from '../../../contracts/calls/statements.ts';
import type { CallInput } from '../../../platform/call-routes.ts';
import { query } from '../../../platform/db/query.ts';
import { asText, hasRows, readValue } from '../../../platform/db/typed-rows.ts';
import { AppError } from '../../../platform/errors.ts';
import { requireBegunMonth, resolveMonth } from './month.ts';
import { readOwnerStatement } from './statement.ts';

/**
 * `POST /statements/me/confirm {year, month, sha256}`: agrees with one's own statement as it was read. 409 with the statement of now when it
 * has changed since; 422 for a month that has not begun. Agreeing again to the same adds nothing, unless a question was answered meanwhile.
 */
export async function confirmStatement({
  caller,
  grant,
  values,
}: CallInput<typeof statementCalls.confirm>): Promise<{ confirmation: Confirmation; isNew: boolean }> {
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
