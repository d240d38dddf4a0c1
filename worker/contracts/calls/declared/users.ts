import * as z from 'zod';
import { users } from '../../entities/users.ts';
import { idSchema } from '../../field-schemas.ts';
import { ADMIN } from '../../roles.ts';
import { deletedAnswer } from '../answers/envelope.ts';
import { endedSessions, messageAnswer } from '../answers/message.ts';
import { rowAnswer } from '../answers/row.ts';
import { newAccount, passwordLinkAnswer, passwordSheet, userLock } from '../answers/users.ts';
import { ACTIVE_FIELDS, MAX_PASSWORD_LINKS, USER_LOCK_FIELDS } from '../users.ts';
import { defineCall } from './define-call.ts';

/** What Admins do to the accounts of others. */
export const userCalls = {
  setActive: defineCall('POST /user/active', ADMIN, 'Activates or deactivates an account; one without a password gets a link to set it.', {
    body: ACTIVE_FIELDS,
    answer: () => z.object({ data: rowAnswer(users.fields), password_link: passwordLinkAnswer().optional() }),
  }),
  listNewAccounts: defineCall('GET /password_links', ADMIN, 'Accounts that have no password yet.', {
    answer: () => z.object({ data: newAccount().array() }),
  }),
  makeLinks: defineCall(
    'POST /password_links',
    ADMIN,
    'Activates accounts without a password; a link for each to set one, as a sheet or by mail too.',
    {
      body: () => z.object({ ids: z.array(idSchema).min(1).max(MAX_PASSWORD_LINKS), mail: z.boolean().optional() }),
      labels: { ids: users.label },
      status: 201,
      answer: passwordSheet,
    },
  ),
  readLock: defineCall('GET /user-locked/:id', ADMIN, 'The lock of an account, or null.', {
    answer: () => z.object({ data: userLock().nullable() }),
  }),
  lock: defineCall('POST /user-locked/:id', ADMIN, 'Locks an account from one time to another.', {
    body: USER_LOCK_FIELDS,
    status: 201,
    answer: () => z.object({ data: userLock() }),
  }),
  unlock: defineCall('DELETE /user-locked/:id', ADMIN, 'Takes the lock away.', { answer: deletedAnswer }),
  endSessions: defineCall('DELETE /users/:id/sessions', ADMIN, 'Signs a person out everywhere.', { answer: endedSessions }),
  removeSecondFactor: defineCall('DELETE /users/:id/second-factor', ADMIN, 'Turns a person’s second factor off.', {
    answer: messageAnswer,
  }),
};
