import type { ResultSet } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import type { Run } from '../work.ts';

/** The ids of a page that its crawl has already seen in the same workflow. */
export interface SeenIds {
  /** On an earlier page of this pass. */
  inPass: ReadonlySet<string>;
  /** In this pass or an earlier one: they were counted and reported then. */
  inRun: ReadonlySet<string>;
}

export function readSeen(run: Run, ids: readonly string[]): SQL {
  return sql`SELECT external_id, pass FROM json_each(${JSON.stringify(ids)}) j
    CROSS JOIN crawl_seen s ON s.run_id = ${run.id} AND s.workflow = ${run.workflow} AND s.external_id = j.value`;
}

export function parseSeenIds({ mark }: Run, result: ResultSet | undefined): SeenIds {
  const rows = (result?.rows ?? []).map(({ external_id, pass }) => ({ id: String(external_id), pass: Number(pass) }));
  return {
    inPass: new Set(rows.filter(({ pass }) => pass === (mark?.pass ?? 1)).map(({ id }) => id)),
    inRun: new Set(rows.map(({ id }) => id)),
  };
}

/** Remembers the ids of a page. Entries without an id cannot be distinguished and are left out. */
export function rememberSeen(run: Run, ids: readonly string[], where: SQL): SQL {
  return sql`INSERT INTO crawl_seen (run_id, workflow, external_id, pass)
    SELECT DISTINCT ${run.id}, ${run.workflow}, j.value, ${run.mark?.pass ?? 1} FROM json_each(${JSON.stringify(ids)}) j
    WHERE j.value <> '' AND ${where} ON CONFLICT DO UPDATE SET pass = excluded.pass`;
}
