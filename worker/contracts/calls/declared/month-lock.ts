import * as z from 'zod';
import '../../field-schemas.ts';
import { ADMIN, EVERYONE, STAFF } from '../../roles.ts';
import { envelope, WARNINGS } from '../answers/envelope.ts';
import { monthChecklist, reviewRow, reviewThresholds } from '../answers/month-checklist.ts';
import { lockedMonth, monthChange, monthLock, monthLockEvent } from '../answers/month-lock.ts';
import { findingsParams, seenFields, thresholdFields } from '../month-checklist.ts';
import { changeFields, lockFields, yearMonthFields } from '../month-lock.ts';
import { defineCall } from './define-call.ts';

/** Closing a month: its lock, and what to look at before. */
export const monthLockCalls = {
  setLock: defineCall('POST /lock_and_unlock', STAFF, 'Locks and seals a month, or unlocks it, for good or for some minutes.', {
    body: lockFields,
    answer: () => monthLock().extend({ reason: z.string().nullable(), at: z.string(), open_until: z.string().nullable(), ...WARNINGS() }),
  }),
  readStatus: defineCall('GET /get_lock_status', EVERYONE, 'Whether a month is locked.', { params: yearMonthFields, answer: monthLock }),
  listLocked: defineCall('GET /locked_months', EVERYONE, 'Every month that is locked, or open for some minutes, the newest first.', {
    answer: () => z.object({ data: lockedMonth().array() }),
  }),
  listEvents: defineCall('GET /lock_history', EVERYONE, 'Every lock and unlock of a month, the newest first.', {
    params: yearMonthFields,
    answer: () => z.object({ data: monthLockEvent().array() }),
  }),
  listChanges: defineCall('GET /lock_history/changes', STAFF, 'What was written to the records of a month while it was open again.', {
    params: changeFields,
    answer: () => envelope(monthChange()),
  }),
  readChecklist: defineCall('GET /month-checklist', STAFF, 'What should be settled before a month is closed.', {
    params: yearMonthFields,
    answer: monthChecklist,
  }),
  listFindings: defineCall('GET /month-checklist/findings', STAFF, 'A page of the findings of one kind.', {
    params: findingsParams,
    answer: () => envelope(reviewRow()),
  }),
  markSeen: defineCall('POST /month-checklist/seen', STAFF, 'Notes that a finding was looked at.', {
    body: seenFields,
    answer: () => z.object({ note: z.string(), by: z.string(), at: z.string() }),
  }),
  setThresholds: defineCall('PUT /month-checklist/thresholds', ADMIN, 'How far a total may be from what is usual.', {
    body: thresholdFields,
    answer: reviewThresholds,
  }),
};
