import canonicalize from 'canonicalize';
import { sql } from 'drizzle-orm';
import type { CallInput } from '../../call-routes.ts';
import type { statementCalls } from '../../contracts/calls/declared/statements.ts';
import type { Confirmation } from '../../contracts/calls/statements.ts';
import { AppError } from '../../errors.ts';
import { resolveMonth } from './month.ts';
import { readOwnerStatement } from './statement.ts';

/**
 * `POST /statements/me/confirm {year, month, sha256}`: agrees with one's own statement as it was read. 409 with the statement of now when it
 * has changed since.
 */
export async function confirmStatement({ caller, grant, values }: CallInput<typeof statementCalls.confirm>): Promise<Confirmation> {
  const asked = resolveMonth(values, caller.clock);
  const { actor, statement, figures, unanswered } = await readOwnerStatement({ caller, grant }, 'me', asked);
  if (statement.sha256 !== values.sha256) throw new AppError('statement_changed', { month: asked.key }, { current: { ...statement } });
  const at = caller.clock.time();
  await caller.write([
    sql`INSERT INTO statement_confirmations (user_id, month, sha256, figures, confirmed_at)
      VALUES (${actor.id}, ${asked.key}, ${values.sha256}, ${canonicalize(figures)!}, ${at})`,
  ]);
  const state = unanswered > 0 ? 'asked' : 'confirmed';
  return { state, confirmed_at: at, sha256: values.sha256, confirmed_figures: null };
}
