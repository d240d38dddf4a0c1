import { sql } from 'drizzle-orm';
import type { CrawlField } from '../../contracts/calls/answers/crawl.ts';
import { crawlRuns } from '../../contracts/calls/crawl.ts';
import type { crawlCalls } from '../../contracts/calls/declared/crawl.ts';
import { recordNoun } from '../../contracts/contract.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import { query } from '../../platform/db/query.ts';
import { crawlFieldCounts } from '../../platform/db/schema/crawl.ts';
import { asFlag, asNumber, asOption, asText, orNull, readFirst, readRows } from '../../platform/db/typed-rows.ts';
import { AppError } from '../../platform/errors.ts';

const { field, had, empty, unreadable, low, high, sample } = crawlFieldCounts;
const FIELD_READERS = {
  ...{ field, had, empty, unreadable, low, high, sample },
  kind: asOption<CrawlField['kind']>(),
  column: orNull(asText),
  is_odd: asFlag,
};

/** `GET crawls/{id}/fields`: odd fields first, then those that nothing knows, then the others. `jobs` is how many jobs the crawl counted. */
export async function listCrawlFields({
  caller,
  grant,
  id,
}: CallInput<typeof crawlCalls.listFields>): Promise<{ jobs: number; data: CrawlField[] }> {
  const { results } = await caller.read(grant, () => ({
    run: query(
      sql`SELECT id, ifnull((SELECT had FROM crawl_fields WHERE run_id = r.id AND kind = 'jobs'), 0) AS jobs FROM crawl_runs r WHERE id = ${id}`,
      readFirst({ id: asNumber, jobs: asNumber }),
    ),
    fields: query(
      sql`SELECT kind, iif(kind = 'mapped', "key", NULL) AS "column", field, had, empty, unreadable, low, high, sample, is_odd FROM crawl_fields
        WHERE run_id = ${id} AND kind <> 'jobs' ORDER BY is_odd DESC, kind DESC, "key"`,
      readRows(FIELD_READERS),
    ),
  }));
  if (!results.run) throw new AppError('not_found', { what: recordNoun(crawlRuns, caller.lang) });
  return { jobs: results.run.jobs, data: results.fields };
}
