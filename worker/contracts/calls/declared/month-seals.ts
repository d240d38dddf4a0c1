import * as z from 'zod';
import '../../field-schemas.ts';
import { EVERYONE, STAFF } from '../../roles.ts';
import { monthDrift, monthReplay, monthSeal, sealChange, sealDocument } from '../answers/month-seals.ts';
import { monthFilter, yearMonthFields } from '../month-lock.ts';
import { defineCall } from './define-call.ts';

/** What locks have published, what would differ from it today, and its recomputation. */
export const monthSealCalls = {
  list: defineCall({
    method: 'GET',
    path: '/month_seals',
    grant: EVERYONE,
    params: monthFilter,
    answer: () => z.object({ data: monthSeal().array() }),
    summary: 'The seals of a month, a year or all, the newest first.',
  }),
  read: defineCall({
    method: 'GET',
    path: '/month_seals/:id',
    grant: STAFF,
    answer: sealDocument,
    summary: 'The sealed document, byte for byte.',
  }),
  listChanges: defineCall({
    method: 'GET',
    path: '/month_seals/:id/changes',
    grant: STAFF,
    answer: () => z.object({ data: sealChange().array() }),
    summary: 'How a version of a month differs from the one before.',
  }),
  listDrift: defineCall({
    method: 'GET',
    path: '/month_drift',
    grant: STAFF,
    params: yearMonthFields,
    answer: () => z.object({ data: monthDrift().array() }),
    summary: 'What of a locked month would be another figure today.',
  }),
  startReplay: defineCall({
    method: 'POST',
    path: '/month_replays',
    grant: STAFF,
    body: yearMonthFields,
    status: 201,
    answer: monthReplay,
    summary: 'Computes a locked month again from its rules; while that is under way, answers it (200).',
  }),
  listReplays: defineCall({
    method: 'GET',
    path: '/month_replays',
    grant: STAFF,
    params: yearMonthFields,
    answer: () => z.object({ data: monthReplay().array() }),
    summary: 'The recomputations of a month, the newest first.',
  }),
  readReplay: defineCall({
    method: 'GET',
    path: '/month_replays/:id',
    grant: STAFF,
    answer: monthReplay,
    summary: 'One recomputation with what differs.',
  }),
  cancelReplay: defineCall({
    method: 'POST',
    path: '/month_replays/:id/cancel',
    grant: STAFF,
    answer: monthReplay,
    summary: 'Ends a recomputation.',
  }),
};
