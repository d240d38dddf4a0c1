import * as z from 'zod';
import { keptRow } from './operations.ts';
import '../../field-schemas.ts';
import { CRAWL_STATUSES, type CrawlRun } from '../crawl.ts';
import { fieldsOf, keysOf } from './keys-of.ts';

/** Instead of a crawl where the source is not set up: nothing was started, `message` says what is missing. */
export const noCrawl = () => z.object({ id: z.null(), status: z.literal('not_configured'), message: z.string() });
export type NoCrawl = z.infer<ReturnType<typeof noCrawl>>;

/** `GET last_time_exec`: the last finished crawl on or before a day. */
export const lastCrawl = () =>
  z.object({
    /** YYYY-MM-DD HH:mm:ss. */
    crawl_time: z.string().nullable(),
    /** `owed`: a crawl of everything broke off and is tried again by itself; an incremental crawl does not hide it. */
    status: z.union([keysOf(CRAWL_STATUSES), z.literal('owed')]).nullable(),
    ...fieldsOf(z.number(), 'inserted', 'updated', 'skipped', 'failed'),
    message: z.string().nullable(),
  });
export type LastCrawl = z.infer<ReturnType<typeof lastCrawl>>;

/** Today starts a crawl of everything now; on a later day the scheduled crawl becomes one, and `run` is null until then. */
export interface SyncAnswer {
  date: string | null;
  run: CrawlRun | NoCrawl | null;
}

/** Jobs that are here again, and those that stay out. */
export const broughtBack = () => z.object({ brought_back: z.number(), kept: keptRow().array() });
export type BroughtBack = z.infer<ReturnType<typeof broughtBack>>;

/** `GET crawls/{id}/fields`: a field of the source's forms in the jobs of one crawl. */
export const crawlField = () =>
  z.object({
    /** `mapped`: it fills `column`. `unknown`: nothing knows it. */
    kind: z.enum(['mapped', 'unknown']),
    column: z.string().nullable(),
    /** Its name at the source. */
    field: z.string(),
    /** Jobs whose form has it; of these, how many leave it empty or with a value that can't be read. */
    had: z.number(),
    empty: z.number(),
    unreadable: z.number(),
    /** Range of its numbers. */
    low: z.number().nullable(),
    high: z.number().nullable(),
    sample: z.string().nullable(),
    /** 1: far more jobs than usual lack it. */
    is_odd: z.literal([0, 1]),
  });
export type CrawlField = z.infer<ReturnType<typeof crawlField>>;
