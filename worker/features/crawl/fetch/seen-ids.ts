import { type SQL, sql } from 'drizzle-orm';
import { type Query, query } from '../../../platform/db/query.ts';
import { crawlSeen } from '../../../platform/db/schema/crawl.ts';
import { readRows } from '../../../platform/db/typed-rows.ts';
import type { Run } from '../work.ts';

/** The ids of a page that its crawl has already seen in the same workflow. */
export interface SeenIds {
  /** On an earlier page of this pass. */
  inPass: ReadonlySet<string>;
  /** In this pass or an earlier one: they were counted and reported then. */
  inRun: ReadonlySet<string>;
}

export const NOTHING_SEEN: SeenIds = { inPass: new Set(), inRun: new Set() };

export function selectSeen({ id, workflow, mark }: Run, ids: readonly string[]): Query<SeenIds> {
  const seen = query(
    sql`SELECT external_id, pass FROM json_each(${JSON.stringify(ids)}) j
      CROSS JOIN crawl_seen s ON s.run_id = ${id} AND s.workflow = ${workflow} AND s.external_id = j.value`,
    readRows({ external_id: crawlSeen.external_id, pass: crawlSeen.pass }),
  );
  return query(seen, (rows) => ({
    inPass: new Set(rows.filter(({ pass }) => pass === (mark?.pass ?? 1)).map(({ external_id }) => external_id)),
    inRun: new Set(rows.map(({ external_id }) => external_id)),
  }));
}

/** Remembers the ids of a page. Entries without an id cannot be distinguished and are left out. */
export function rememberSeen(run: Run, ids: readonly string[], where: SQL): SQL {
  return sql`INSERT INTO crawl_seen (run_id, workflow, external_id, pass)
    SELECT DISTINCT ${run.id}, ${run.workflow}, j.value, ${run.mark?.pass ?? 1} FROM json_each(${JSON.stringify(ids)}) j
    WHERE j.value <> '' AND ${where} ON CONFLICT DO UPDATE SET pass = excluded.pass`;
}
