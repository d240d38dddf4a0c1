import * as z from 'zod';
import '../../field-schemas.ts';
import { RUN_KINDS, RUN_STATES } from '../runs.ts';
import { keysOf } from './keys-of.ts';

/** Work that the queue does, of any kind. Times are office time; `id` is that among its kind. */
export const listedRun = () =>
  z.object({
    id: z.number(),
    kind: keysOf(RUN_KINDS),
    /** What it is about: a month, an entity, a file. */
    what: z.string(),
    status: keysOf(RUN_STATES),
    /** Done so far, of so many; null where that is not known. */
    done: z.number().nullable(),
    total: z.number().nullable(),
    /** Null where the clock or the source asked for it. */
    user_id: z.number().nullable(),
    user_name: z.string().nullable(),
    created_at: z.string(),
    progress_at: z.string().nullable(),
    finished_at: z.string().nullable(),
    /** Page of the app that shows it. */
    path: z.string(),
  });
export type ListedRun = z.infer<ReturnType<typeof listedRun>>;
