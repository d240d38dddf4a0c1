import * as z from 'zod';
import '../../field-schemas.ts';
import { EVERYONE, STAFF } from '../../roles.ts';
import { monthDrift, monthReplay, monthSeal, sealChange, sealDocument } from '../answers/month-seals.ts';
import { monthFilter, yearMonthFields } from '../month-lock.ts';
import { defineCall } from './define-call.ts';

/** What locks have published, what would differ from it today, and its recomputation. */
export const monthSealCalls = {
  list: defineCall('GET /month_seals', EVERYONE, 'The seals of a month, a year or all, the newest first.', {
    params: monthFilter,
    answer: () => z.object({ data: monthSeal().array() }),
  }),
  read: defineCall('GET /month_seals/:id', STAFF, 'The sealed document, byte for byte.', { answer: sealDocument }),
  listChanges: defineCall('GET /month_seals/:id/changes', STAFF, 'How a version of a month differs from the one before.', {
    answer: () => z.object({ data: sealChange().array() }),
  }),
  listDrift: defineCall('GET /month_drift', STAFF, 'What of a locked month would be another figure today.', {
    params: yearMonthFields,
    answer: () => z.object({ data: monthDrift().array() }),
  }),
  startReplay: defineCall(
    'POST /month_replays',
    STAFF,
    'Computes a locked month again from its rules; while that is under way, answers it (200).',
    { body: yearMonthFields, status: 201, answer: monthReplay },
  ),
  listReplays: defineCall('GET /month_replays', STAFF, 'The recomputations of a month, the newest first.', {
    params: yearMonthFields,
    answer: () => z.object({ data: monthReplay().array() }),
  }),
  readReplay: defineCall('GET /month_replays/:id', STAFF, 'One recomputation with what differs.', { answer: monthReplay }),
  cancelReplay: defineCall('POST /month_replays/:id/cancel', STAFF, 'Ends a recomputation.', { answer: monthReplay }),
};
