import { sql } from 'drizzle-orm';
import type { SourceSettings } from '../../../contracts/calls/crawl-settings.ts';
import { type Query, query } from '../../../platform/db/query.ts';
import { crawlSettings } from '../../../platform/db/schema/crawl.ts';
import { readFirst } from '../../../platform/db/typed-rows.ts';

const { url, workflow_ids, field_map, numbers, token_kind } = crawlSettings;

/** The settings of the source that an Admin chose; null where there are none. */
export const selectSourceSettings: Query<SourceSettings | null> = query(
  query(
    sql`SELECT url, workflow_ids, field_map, numbers, token_kind FROM crawl_settings WHERE id = 1`,
    readFirst({ url, workflow_ids, field_map, numbers, token_kind }),
  ),
  (saved) => saved ?? null,
);
