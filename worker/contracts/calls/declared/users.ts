import * as z from 'zod';
import '../../field-schemas.ts';
import { ADMIN } from '../../roles.ts';
import { userLock } from '../answers/users.ts';
import { ACTIVE_FIELDS, USER_LOCK_FIELDS } from '../users.ts';
import { defineCall } from './define-call.ts';

/** What Admins do to the accounts of others. */
export const userCalls = {
  setActive: defineCall({
    method: 'POST',
    path: '/user/active',
    grant: ADMIN,
    body: ACTIVE_FIELDS,
    summary: 'Activates or deactivates an account; one without a password gets a link to set it.',
  }),
  readLock: defineCall({
    method: 'GET',
    path: '/user-locked/:id',
    grant: ADMIN,
    answer: z.object({ data: userLock.nullable() }),
    summary: 'The lock of an account, or null.',
  }),
  lock: defineCall({
    method: 'POST',
    path: '/user-locked/:id',
    grant: ADMIN,
    body: USER_LOCK_FIELDS,
    status: 201,
    answer: z.object({ data: userLock }),
    summary: 'Locks an account from one time to another.',
  }),
  unlock: defineCall({ method: 'DELETE', path: '/user-locked/:id', grant: ADMIN, summary: 'Takes the lock away.' }),
  endSessions: defineCall({ method: 'DELETE', path: '/users/:id/sessions', grant: ADMIN, summary: 'Signs a person out everywhere.' }),
  removeSecondFactor: defineCall({
    method: 'DELETE',
    path: '/users/:id/second-factor',
    grant: ADMIN,
    summary: 'Turns a person’s second factor off.',
  }),
};
