import * as z from 'zod';
import '../../field-schemas.ts';
import { HISTORY_SOURCES } from '../history.ts';
import { NOT_UNDOABLE } from '../operations.ts';
import { RUN_STATES } from '../runs.ts';
import { WARNINGS } from './envelope.ts';
import { keysOf } from './keys-of.ts';
import { named } from './row.ts';

/** A row that stays as it is, with the code of the reason and the reason in words. `title` is what the record was called, null where that is not known. */
export const keptRow = () =>
  z.object({
    entity: z.string(),
    id: z.number(),
    title: z.string().nullable(),
    reason: z.string(),
    message: z.string(),
  });
export type KeptRow = z.infer<ReturnType<typeof keptRow>>;

/** What the queue does or did of an operation. */
const operationRun = () =>
  z.object({
    status: keysOf(RUN_STATES),
    total: z.number(),
    done: z.number(),
    /** Records that say it all already, of a bulk edit. */
    unchanged: z.number(),
    /** Jobs without points that a check of many reaches, or leaves out where it was asked to. */
    without_points: z.number(),
    message: z.string().nullable(),
  });

/** What one request wrote: by whom (null for the system itself), when (office time), through what. */
export const operation = () =>
  z.object({
    id: z.number(),
    at: z.string(),
    user: named().nullable(),
    source: keysOf(HISTORY_SOURCES),
    /** The entity of its rows, or the table where no entity has it; null before the first row is written. */
    entity: z.string().nullable(),
    /** The first three records that it wrote, by what they were called then. */
    records: z.object({ id: z.number(), title: z.string().nullable() }).array(),
    /** The columns that it changed, and those of them that are 0 or empty since. */
    fields: z.string().array(),
    cleared: z.string().array(),
    counts: z.object({ created: z.number(), updated: z.number(), deleted: z.number() }),
    undone_by: z.number().nullable(),
    undone_at: z.string().nullable(),
    /** Records that its undo kept, or did not reach before it was stopped: undone again, they are. */
    left: z.number(),
    undo_of: z.number().nullable(),
    /** What an undo undoes. */
    undoes: z
      .object({
        at: z.string(),
        source: keysOf(HISTORY_SOURCES),
        entity: z.string().nullable(),
        counts: z.object({ created: z.number(), updated: z.number(), deleted: z.number() }),
      })
      .nullable(),
    undoable: z.boolean(),
    /** Why it can't be undone. */
    reason: keysOf(NOT_UNDOABLE).nullable(),
    /** Records that an undo, or a bulk edit of the queue, left as they are: `GET operations/{id}/kept` names them. */
    kept_count: z.number(),
    run: operationRun().nullable(),
  });
export type Operation = z.infer<ReturnType<typeof operation>>;

/** What an undo did; `status` is `queued` where the queue does it: `GET operations/{operation_id}` tells how far it is. */
export const undone = () =>
  z.object({
    /** Null where nothing was written. */
    operation_id: z.number().nullable(),
    /** Under this id `GET operations/{id}/kept` names what stays, also where nothing was written. */
    attempt_id: z.number(),
    status: z.enum(['done', 'queued']),
    reversed: z.number(),
    kept: keptRow().array(),
    ...WARNINGS(),
  });
export type Undone = z.infer<ReturnType<typeof undone>>;

/** What a bulk edit wrote, or would write on a dry run. Records that say it all already are unchanged. */
export const bulkEdit = () =>
  z.object({
    /** Null where nothing was written. */
    operation_id: z.number().nullable(),
    status: z.enum(['done', 'queued']),
    changed: z.number(),
    unchanged: z.number(),
    refused: z.object({ id: z.number(), code: z.string(), message: z.string() }).array(),
    /** Jobs without points that the check reaches, or leaves out where it was asked to: checked, no calculation gives them any. */
    without_points: z.number().array(),
    ...WARNINGS(),
  });
export type BulkEdit = z.infer<ReturnType<typeof bulkEdit>>;
