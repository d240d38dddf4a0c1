import { sql } from 'drizzle-orm';
import type { Resource } from '../../crud/resource.ts';
import { revokeLinks } from '../../platform/auth/password-links.ts';
import { sendSecurityMail } from '../../platform/auth/security-mail.ts';
import { recordSignIn } from '../../platform/auth/sign-in-events.ts';
import type { Deps } from '../../platform/deps.ts';

/**
 * What goes with an e-mail address that an Admin changes: the log says who did it, links mailed to the former address stop working, and the
 * change is told there.
 */
export function emailChangeEffects(deps: Deps): NonNullable<Resource['updateEffects']> {
  return ({ rows, updated, actor }, caller) => {
    const changes = rows.filter(({ columns }) => columns.email !== undefined);
    if (changes.length === 0) return undefined;
    const isUpdated = (id: number | undefined) => sql`${id} IN (${updated})`;
    return {
      statements: changes.flatMap(({ id }) => {
        const event = { kind: 'email_change', user_id: id!, session_id: caller.sessionId, actor_id: actor.id } as const;
        return [recordSignIn(caller.clock, caller.client, { ...event, when: isUpdated(id) }), ...revokeLinks(id!, isUpdated(id))];
      }),
      async afterAnswer(written) {
        for (const { before } of changes.filter(({ id }) => written.has(id!))) {
          await sendSecurityMail(deps, caller.client, { email: before?.email, name: before?.name }, 'email_change');
        }
      },
    };
  };
}
