import type { Caller } from '../../crud/caller.ts';
import type { Resource, Values } from '../../crud/resource.ts';
import { update } from '../../crud/write.ts';
import type { Deps } from '../../deps.ts';
import { toAuthor } from '../auth/client-info.ts';
import type { ChangedAccount } from '../auth/security-mail.ts';
import type { SessionCall } from '../auth/session-call.ts';
import { recordSignIn } from '../auth/sign-in-events.ts';

/** `PUT /users/{id}`: the saved row, and the account as it was where its e-mail address has changed. */
export async function updateUser(
  users: Resource,
  caller: Caller,
  idText: string,
  readBody: () => Promise<Values>,
): Promise<{ row: Values; formerAccount: ChangedAccount | undefined }> {
  let before: Values | undefined;
  const watched: Resource = {
    ...users,
    guard: async (values, context) => {
      await users.guard?.(values, context);
      before = context.before;
    },
  };
  const row = await update(watched, caller, idText, readBody);
  return { row, formerAccount: before && before.email !== row.email ? { email: before.email, name: before.name } : undefined };
}

/** Adds the change of an address to the log of sign-ins, where its owner's own changes are. The history holds it already, with the write. */
export async function recordEmailChange(
  { db, clock }: Deps,
  { client, sessionId }: SessionCall,
  userId: number,
  actorId: number,
): Promise<void> {
  const event = recordSignIn(clock, client, { kind: 'email_change', user_id: userId, session_id: sessionId, actor_id: actorId });
  await db.write([event], toAuthor(client, actorId));
}
