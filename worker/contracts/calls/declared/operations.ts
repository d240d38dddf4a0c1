import { pageFields } from '../../paging.ts';
import { STAFF } from '../../roles.ts';
import { ACCEPT_BROKEN_FIELDS } from '../accept-broken.ts';
import { envelope } from '../answers/envelope.ts';
import { keptRow, operation, undone } from '../answers/operations.ts';
import { OPERATION_PARAMS } from '../operations.ts';
import { defineCall } from './define-call.ts';

/** What each request wrote, and its undoing: one's own, of everybody for an Admin. */
export const operationCalls = {
  list: defineCall({
    method: 'GET',
    path: '/operations',
    grant: STAFF,
    params: OPERATION_PARAMS,
    answer: () => envelope(operation()),
    summary: 'What each request wrote, the newest first: one’s own operations, those of everybody for an Admin.',
  }),
  read: defineCall({
    method: 'GET',
    path: '/operations/:id',
    grant: STAFF,
    answer: operation,
    summary: 'An operation, with its progress.',
  }),
  kept: defineCall({
    method: 'GET',
    path: '/operations/:id/kept',
    grant: STAFF,
    params: pageFields(),
    answer: () => envelope(keptRow()),
    summary: 'The records that an undo, or a bulk edit of the queue, left as they are, each with the reason.',
  }),
  undo: defineCall({
    method: 'POST',
    path: '/operations/:id/undo',
    grant: STAFF,
    body: ACCEPT_BROKEN_FIELDS,
    optionalBody: true,
    acceptsBroken: true,
    answer: undone,
    summary: 'Writes the former values of an operation back where nobody changed them since; after an undo that was stopped, of the rest.',
  }),
  cancel: defineCall({
    method: 'POST',
    path: '/operations/:id/cancel',
    grant: STAFF,
    answer: operation,
    summary: 'Ends an operation that the queue works on; what it wrote until then stays. The rest of an undo can be undone later.',
  }),
};
