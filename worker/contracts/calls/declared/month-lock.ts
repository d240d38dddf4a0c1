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
  setLock: defineCall({
    method: 'POST',
    path: '/lock_and_unlock',
    grant: STAFF,
    body: lockFields,
    answer: () => monthLock().extend({ reason: z.string().nullable(), at: z.string(), open_until: z.string().nullable(), ...WARNINGS() }),
    summary: 'Locks and seals a month, or unlocks it, for good or for some minutes.',
  }),
  readStatus: defineCall({
    method: 'GET',
    path: '/get_lock_status',
    grant: EVERYONE,
    params: yearMonthFields,
    answer: monthLock,
    summary: 'Whether a month is locked.',
  }),
  listLocked: defineCall({
    method: 'GET',
    path: '/locked_months',
    grant: EVERYONE,
    answer: () => z.object({ data: lockedMonth().array() }),
    summary: 'Every month that is locked, or open for some minutes, the newest first.',
  }),
  listEvents: defineCall({
    method: 'GET',
    path: '/lock_history',
    grant: EVERYONE,
    params: yearMonthFields,
    answer: () => z.object({ data: monthLockEvent().array() }),
    summary: 'Every lock and unlock of a month, the newest first.',
  }),
  listChanges: defineCall({
    method: 'GET',
    path: '/lock_history/changes',
    grant: STAFF,
    params: changeFields,
    answer: () => envelope(monthChange()),
    summary: 'What was written to the records of a month while it was open again.',
  }),
  readChecklist: defineCall({
    method: 'GET',
    path: '/month-checklist',
    grant: STAFF,
    params: yearMonthFields,
    answer: monthChecklist,
    summary: 'What should be settled before a month is closed.',
  }),
  listFindings: defineCall({
    method: 'GET',
    path: '/month-checklist/findings',
    grant: STAFF,
    params: findingsParams,
    answer: () => envelope(reviewRow()),
    summary: 'A page of the findings of one kind.',
  }),
  markSeen: defineCall({
    method: 'POST',
    path: '/month-checklist/seen',
    grant: STAFF,
    body: seenFields,
    answer: () => z.object({ note: z.string(), by: z.string(), at: z.string() }),
    summary: 'Notes that a finding was looked at.',
  }),
  setThresholds: defineCall({
    method: 'PUT',
    path: '/month-checklist/thresholds',
    grant: ADMIN,
    body: thresholdFields,
    answer: reviewThresholds,
    summary: 'How far a total may be from what is usual.',
  }),
};
