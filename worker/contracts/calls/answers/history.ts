import * as z from 'zod';
import '../../field-schemas.ts';
import { SIGN_IN_KINDS } from '../auth.ts';
import { HISTORY_SOURCES } from '../history.ts';
import { keysOf } from './keys-of.ts';

/** One write of a record: by whom (null for the system itself), when (office time), through what, and the record before and after. */
export const recordWrite = () =>
  z.object({
    id: z.number(),
    action: z.enum(['insert', 'update', 'delete']),
    user_name: z.string().nullable(),
    source: keysOf(HISTORY_SOURCES),
    at: z.string(),
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
    /** Names of the worked examples that a write of rules changed, which its writer accepted; of other writes none. */
    accepted_cases: z.string().array().nullable().optional(),
  });
export type RecordWrite = z.infer<ReturnType<typeof recordWrite>>;

/** A write among those of all records. */
export const historyRow = () =>
  recordWrite().extend({
    /** The table. */
    entity: z.string(),
    record_id: z.number(),
    user_id: z.number().nullable(),
    request_id: z.string().nullable(),
    /** Names of the columns that differ. */
    changed: z.string().array(),
  });
export type HistoryRow = z.infer<ReturnType<typeof historyRow>>;

export const signInRow = () =>
  z.object({
    id: z.number(),
    at: z.string(),
    kind: keysOf(SIGN_IN_KINDS),
    user_id: z.number().nullable(),
    username: z.string().nullable(),
    user_name: z.string().nullable(),
    /** Who did it, where that was somebody else than the account's owner. */
    actor_id: z.number().nullable(),
    actor_name: z.string().nullable(),
    address: z.string().nullable(),
    user_agent: z.string().nullable(),
  });
export type SignInRow = z.infer<ReturnType<typeof signInRow>>;

/** How often a person was refused a call with one status. Times are office time. */
export const refusalRow = () =>
  z.object({
    id: z.number(),
    user_id: z.number(),
    username: z.string().nullable(),
    user_name: z.string().nullable(),
    /** Method and path as declared, such as `GET users/:id`. */
    route: z.string(),
    status: z.number(),
    count: z.number(),
    first_at: z.string(),
    last_at: z.string(),
  });
export type RefusalRow = z.infer<ReturnType<typeof refusalRow>>;

/** A record's history as rows of the record's own columns, each as it was after that write, beside who wrote it. */
export type RecordHistoryRow = Omit<HistoryRow, 'user_id'> & Record<string, unknown> & { author_id: number | null };
