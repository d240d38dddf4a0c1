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
  setActive: defineCall({
    method: 'POST',
    path: '/user/active',
    grant: ADMIN,
    body: ACTIVE_FIELDS,
    answer: () => z.object({ data: rowAnswer(users.fields), password_link: passwordLinkAnswer().optional() }),
    summary: 'Activates or deactivates an account; one without a password gets a link to set it.',
  }),
  listNewAccounts: defineCall({
    method: 'GET',
    path: '/password_links',
    grant: ADMIN,
    answer: () => z.object({ data: newAccount().array() }),
    summary: 'Accounts that have no password yet.',
  }),
  makeLinks: defineCall({
    method: 'POST',
    path: '/password_links',
    grant: ADMIN,
    body: () => z.object({ ids: z.array(idSchema).min(1).max(MAX_PASSWORD_LINKS), mail: z.boolean().optional() }),
    labels: { ids: users.label },
    status: 201,
    answer: passwordSheet,
    summary: 'Activates accounts without a password; a link for each to set one, as a sheet or by mail too.',
  }),
  readLock: defineCall({
    method: 'GET',
    path: '/user-locked/:id',
    grant: ADMIN,
    answer: () => z.object({ data: userLock().nullable() }),
    summary: 'The lock of an account, or null.',
  }),
  lock: defineCall({
    method: 'POST',
    path: '/user-locked/:id',
    grant: ADMIN,
    body: USER_LOCK_FIELDS,
    status: 201,
    answer: () => z.object({ data: userLock() }),
    summary: 'Locks an account from one time to another.',
  }),
  unlock: defineCall({ method: 'DELETE', path: '/user-locked/:id', grant: ADMIN, answer: deletedAnswer, summary: 'Takes the lock away.' }),
  endSessions: defineCall({
    method: 'DELETE',
    path: '/users/:id/sessions',
    grant: ADMIN,
    answer: endedSessions,
    summary: 'Signs a person out everywhere.',
  }),
  removeSecondFactor: defineCall({
    method: 'DELETE',
    path: '/users/:id/second-factor',
    grant: ADMIN,
    answer: messageAnswer,
    summary: 'Turns a person’s second factor off.',
  }),
};
