import { type SQL, sql } from 'drizzle-orm';

/** A crawl of everything that failed is tried again after so many minutes, each time after twice as many, at most after six hours. */
const FIRST_REST = 10;
const MAX_DOUBLINGS = 6;
const MAX_REST = 360;

/** The crawls of everything that failed since the sync date `date`. */
export const failedSince = (date: SQL): SQL => sql`FROM crawl_runs WHERE "full" = 1 AND status = 'failed' AND created_at >= ${date}`;

/** When the crawl of everything is tried again, of an aggregate over `failedSince`; usual crawls go on meanwhile. */
export const NEXT_TRY = sql`datetime(MAX(finished_at), '+' || min(${MAX_REST}, ${FIRST_REST} << min(COUNT(*) - 1, ${MAX_DOUBLINGS})) || ' minutes')`;
