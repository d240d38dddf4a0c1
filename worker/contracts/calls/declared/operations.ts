import { pageFields } from '../../paging.ts';
import { STAFF } from '../../roles.ts';
import { ACCEPT_BROKEN_FIELDS } from '../accept-broken.ts';
import { envelope } from '../answers/envelope.ts';
import { keptRow, operation, undone } from '../answers/operations.ts';
import { OPERATION_PARAMS } from '../operations.ts';
import { defineCall } from './define-call.ts';

/** What each request wrote, and its undoing: one's own, of everybody for an Admin. */
export const operationCalls = {
  list: defineCall(
    'GET /operations',
    STAFF,
    'What each request wrote, the newest first: one’s own operations, those of everybody for an Admin.',
    { params: OPERATION_PARAMS, answer: () => envelope(operation()) },
  ),
  read: defineCall('GET /operations/:id', STAFF, 'An operation, with its progress.', { answer: operation }),
  kept: defineCall(
    'GET /operations/:id/kept',
    STAFF,
    'The records that an undo, or a bulk edit of the queue, left as they are, each with the reason.',
    { params: pageFields(), answer: () => envelope(keptRow()) },
  ),
  undo: defineCall(
    'POST /operations/:id/undo',
    STAFF,
    'Writes the former values of an operation back where nobody changed them since; after an undo that was stopped, of the rest.',
    { body: ACCEPT_BROKEN_FIELDS, optionalBody: true, acceptsBroken: true, answer: undone },
  ),
  cancel: defineCall(
    'POST /operations/:id/cancel',
    STAFF,
    'Ends an operation that the queue works on; what it wrote until then stays. The rest of an undo can be undone later.',
    { answer: operation },
  ),
};
