import * as z from 'zod';
import '../../field-schemas.ts';
import { CRAWL_STATUSES } from '../crawl.ts';
import { DIFFERENCE_KINDS } from '../crawl-reconciliations.ts';
import { keysOf } from './keys-of.ts';

/** A comparison of a month's jobs at the source with the directs here. Times are office time. */
export const crawlReconciliation = () =>
  z.object({
    id: z.number(),
    year: z.number(),
    month: z.number(),
    status: keysOf(CRAWL_STATUSES),
    requested_by: z.string().nullable(),
    created_at: z.string(),
    finished_at: z.string().nullable(),
    message: z.string().nullable(),
    /** Jobs that the source announced, and that were read so far, of all months. */
    total: z.number().nullable(),
    jobs: z.number(),
    /** Jobs that can't be read as such. */
    unreadable: z.number(),
    only_there: z.number(),
    only_here: z.number(),
    /** Jobs with values that differ. */
    differs: z.number(),
  });
export type CrawlReconciliation = z.infer<ReturnType<typeof crawlReconciliation>>;

export const crawlDifference = () =>
  z.object({
    id: z.number(),
    kind: keysOf(DIFFERENCE_KINDS),
    external_id: z.string(),
    /** The direct here; null where there is none. */
    direct_id: z.number().nullable(),
    name: z.string().nullable(),
    /** The column that differs; null for a job that is missing on one side. */
    column: z.string().nullable(),
    here: z.string().nullable(),
    there: z.string().nullable(),
  });
export type CrawlDifference = z.infer<ReturnType<typeof crawlDifference>>;

/** `GET /crawl_reconciliations?year=&month=`. */
export const crawlReconciliationList = () => z.object({ data: z.array(crawlReconciliation()) });
