import * as z from 'zod';
import '../../field-schemas.ts';
import { historyRow } from './history.ts';

export const monthLock = () =>
  z.object({
    year: z.number(),
    month: z.number(),
    /** 1 locked, 0 open. */
    status: z.number(),
  });
export type MonthLock = z.infer<ReturnType<typeof monthLock>>;

/** The newest file of a month that payroll has: when it was made, who made it, its hash, and the version of the seal that it is of. */
const handedMonth = () => z.object({ at: z.string(), by: z.string().nullable(), sha256: z.string(), seal_version: z.number() });
export type HandedMonth = z.infer<ReturnType<typeof handedMonth>>;

/** A month that is locked now, or open for a short while: since when, and by whom. */
export const lockedMonth = () =>
  z.object({
    year: z.number(),
    month: z.number(),
    at: z.string(),
    by: z.string().nullable(),
    /** When the month is locked again, and whether the reader may write into it until then. */
    open_until: z.string().optional(),
    open_to_me: z.boolean().optional(),
    /** Of a month that was handed to payroll. */
    handed: handedMonth().optional(),
  });
export type LockedMonth = z.infer<ReturnType<typeof lockedMonth>>;

export const monthLockEvent = () =>
  monthLock().extend({
    id: z.number(),
    user_id: z.number().nullable(),
    user_name: z.string().nullable(),
    reason: z.string().nullable(),
    at: z.string(),
    /** Of an unlock that ends by itself, and of the lock that ended it. */
    open_until: z.string().nullable(),
    /** What the review left open at this lock; null for an unlock. */
    open_points: z.object({ key: z.string(), count: z.number(), subjects: z.string().array().optional() }).array().nullable(),
  });
export type MonthLockEvent = z.infer<ReturnType<typeof monthLockEvent>>;

/** A write to a record of the month while it was open again. */
export const monthChange = () => historyRow().omit({ user_id: true, request_id: true, changed: true });
export type MonthChange = z.infer<ReturnType<typeof monthChange>>;
