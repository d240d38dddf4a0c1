import { sql } from 'drizzle-orm';
import type { Resource } from '../../crud/resource.ts';
import type { Deps } from '../../deps.ts';
import { revokeLinks } from '../auth/password-links.ts';
import { sendSecurityMail } from '../auth/security-mail.ts';
import { recordSignIn } from '../auth/sign-in-events.ts';

/**
 * What goes with an e-mail address that an Admin changes: the log says who did it, links mailed to the former address stop working, and the
 * change is told there.
 */
export function emailChangeEffects(deps: Deps): NonNullable<Resource['updateEffects']> {
  return ({ id, columns, actor, target }, caller) => {
    if (columns.email === undefined) return undefined;
    const formerAccount = sql`SELECT email, name FROM users WHERE ${target} AND email IS NOT ${columns.email}`;
    const isChanged = sql`EXISTS (${formerAccount})`;
    const event = { kind: 'email_change', user_id: id, session_id: caller.sessionId, actor_id: actor.id, when: isChanged } as const;
    return {
      statements: [formerAccount, recordSignIn(caller.clock, caller.client, event), ...revokeLinks(id, isChanged)],
      async afterAnswer([former]) {
        const account = former?.rows[0];
        if (account) await sendSecurityMail(deps, caller.client, { email: account.email, name: account.name }, 'email_change');
      },
    };
  };
}
