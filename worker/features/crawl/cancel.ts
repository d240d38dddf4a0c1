import { sql } from 'drizzle-orm';
import type { CrawlRun } from '../../contracts/calls/crawl.ts';
import { requireVisible } from '../../crud/read.ts';
import { readFoundRow, selectRowById } from '../../crud/row.ts';
import type { GrantedRecord } from '../../platform/call-routes.ts';
import { AppError } from '../../platform/errors.ts';
import { runsFor, toCrawlRun } from './runs.ts';
import { ACTIVE } from './work.ts';

/** `POST crawls/{id}/cancel`: ends a crawl at once. What it wrote stays, its cursors do not move. Throws `run_finished`. */
export async function cancelCrawl({ caller, grant, id }: GrantedRecord): Promise<CrawlRun> {
  const runs = runsFor(caller);
  await caller.require(grant);
  const [cancelled, row] = await caller.write(
    [
      sql`UPDATE crawl_runs SET status = 'cancelled', message = NULL, claim = NULL, version = version + 1, finished_at = ${caller.clock.time()}
        WHERE id = ${id} AND status IN ${ACTIVE} RETURNING id`,
      selectRowById(runs, id),
    ],
    'crawl',
  );
  const found = requireVisible(runs, readFoundRow(runs, row), caller.lang);
  if (cancelled!.rows.length === 0) throw new AppError('run_finished', { what: runs.contract.label[caller.lang] });
  return toCrawlRun(found)!;
}
