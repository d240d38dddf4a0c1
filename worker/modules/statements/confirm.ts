import canonicalize from 'canonicalize';
import { sql } from 'drizzle-orm';
import { CONFIRM_FIELDS, type Confirmation } from '../../contracts/calls/statements.ts';
import { EVERYONE } from '../../contracts/roles.ts';
import { authorizeThenValidate, type Caller } from '../../crud/caller.ts';
import { parseCompleteBody } from '../../crud/parse-call.ts';
import type { Values } from '../../crud/resource.ts';
import { AppError } from '../../errors.ts';
import { resolveMonth } from './month.ts';
import { readOwnerStatement } from './statement.ts';

/**
 * `POST /statements/me/confirm {year, month, sha256}`: agrees with one's own statement as it was read. 409 with the statement of now when it
 * has changed since.
 */
export async function confirmStatement(caller: Caller, readBody: () => Promise<Values>): Promise<Confirmation> {
  const values = await authorizeThenValidate(caller, EVERYONE, async () =>
    parseCompleteBody(CONFIRM_FIELDS, await readBody(), caller.lang),
  );
  const asked = resolveMonth(values, caller.clock);
  const { actor, statement, figures, unanswered } = await readOwnerStatement(caller, 'me', asked);
  if (statement.sha256 !== values.sha256) throw new AppError('statement_changed', { month: asked.key }, { current: { ...statement } });
  const at = caller.clock.time();
  await caller.write([
    sql`INSERT INTO statement_confirmations (user_id, month, sha256, figures, confirmed_at)
      VALUES (${actor.id}, ${asked.key}, ${values.sha256}, ${canonicalize(figures)!}, ${at})`,
  ]);
  const state = unanswered > 0 ? 'asked' : 'confirmed';
  return { state, confirmed_at: at, sha256: values.sha256, confirmed_figures: null };
}
