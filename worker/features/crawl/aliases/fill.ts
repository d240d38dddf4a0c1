import { sql } from 'drizzle-orm';
import type { Values } from '../../../contracts/fields.ts';
import type { RefRow } from '../../../contracts/ref-columns.ts';
import { planColumns } from '../../../crud/column-values.ts';
import { isRowRefused } from '../../../platform/db/database-error.ts';
import { query } from '../../../platform/db/query.ts';
import { crawlUnmatched } from '../../../platform/db/schema/crawl.ts';
import { hasRows, readRows } from '../../../platform/db/typed-rows.ts';
import type { Deps } from '../../../platform/deps.ts';
import { exactNameKey } from '../../../platform/text/match-name.ts';
import { directsResource } from '../../../resources/directs.ts';
import { type MatchCandidates, type StoredDirect, selectCandidates } from '../match/candidates.ts';
import type { NormalizedJob } from '../normalize/normalize.ts';
import { emptyPlan, type PlannedUpdate } from '../plan/plan.ts';
import { CRAWL_AUTHOR } from '../work.ts';
import { isPlanValid, upsertStatements } from '../write/upsert.ts';
import { IS_FREE, UNMATCHED } from './unmatched.ts';

/** Names that are looked up at once; jobs that are filled in one transaction. */
const MAX_NAMES = 1000;
const BATCH_SIZE = 100;

type Waiting = Pick<typeof crawlUnmatched.$inferSelect, 'external_id' | 'column' | 'kind' | 'text' | 'text_key'>;

const { external_id, column, kind, text, text_key } = crawlUnmatched;
const READERS = { external_id, column, kind, text, text_key };

/**
 * Fills the jobs whose names somebody goes by now: because the name was assigned, or a record was made or renamed. Jobs of locked months and
 * checked ones wait on. Each job is filled once; an undo of that is not done again.
 */
export async function fillUnmatched(deps: Deps): Promise<void> {
  const names = await deps.db.read(
    query(
      sql`SELECT u.*, MIN(u.external_id) FROM ${UNMATCHED} AND ${IS_FREE} GROUP BY u.kind, u.text_key LIMIT ${MAX_NAMES}`,
      readRows(READERS),
    ),
  );
  if (names.length === 0) return;
  const candidates = await deps.db.read(selectCandidates(names.map(toJob)));
  const known = JSON.stringify(names.filter((name) => findTarget(name, candidates)).map((name) => [name.kind, name.text_key]));
  for (let after = ''; ; ) {
    const rows = await deps.db.read(
      query(
        sql`SELECT u.* FROM ${UNMATCHED} AND ${IS_FREE} AND u.external_id > ${after}
          AND (u.kind, u.text_key) IN (SELECT j.value ->> 0, j.value ->> 1 FROM json_each(${known}) j) ORDER BY u.external_id LIMIT ${BATCH_SIZE}`,
        readRows(READERS),
      ),
    );
    if (rows.length === 0) return;
    await fillBatch(deps, rows);
    after = rows.at(-1)!.external_id;
  }
}

/** People edit, check and lock meanwhile: then nothing of the batch is written, and its jobs wait for the next message. */
async function fillBatch({ db, clock }: Deps, rows: readonly Waiting[]): Promise<void> {
  const candidates = await db.read(selectCandidates(rows.map(toJob)));
  const updates = [...Map.groupBy(rows, ({ external_id }) => exactNameKey(external_id))].flatMap(([key, waiting]): PlannedUpdate[] => {
    const direct = candidates.directs.get(key);
    return direct ? (planFill(direct, waiting, candidates, clock.time()) ?? []) : [];
  });
  if (updates.length === 0) return;
  const plan = { ...emptyPlan(), updates };
  const filled = JSON.stringify(rows.map((row) => [row.external_id, row.column]));
  // The first statement decides for all: the later ones change the versions it checks.
  const mark = `fill-${crypto.randomUUID()}`;
  const isMine = sql`EXISTS (SELECT 1 FROM write_context WHERE request_id = ${mark})`;
  try {
    await db.write(
      {
        isFilled: query(sql`UPDATE write_context SET request_id = ${mark} WHERE ${isPlanValid(plan)} RETURNING id`, hasRows),
        directs: upsertStatements(plan, isMine, clock.time()),
        forgotten: sql`DELETE FROM crawl_unmatched WHERE (external_id, "column") IN (SELECT j.value ->> 0, j.value ->> 1 FROM json_each(${filled}) j)
          AND ${isMine}`,
      },
      CRAWL_AUTHOR,
    );
  } catch (error) {
    if (!isRowRefused(error)) throw error;
  }
}

function planFill(
  direct: StoredDirect,
  waiting: readonly Waiting[],
  candidates: MatchCandidates,
  time: string,
): PlannedUpdate[] | undefined {
  const values: Values = {};
  const refs: Record<string, RefRow> = {};
  for (const name of waiting) {
    const target = findTarget(name, candidates);
    if (!target) continue;
    values[name.column] = target.id;
    // The source's name of a customer stays: the next crawl would write it back.
    if (name.column === 'customer_id') values.tokuisakimei = direct.values.tokuisakimei ?? null;
    refs[name.column] = { ...target };
  }
  const columns = planColumns(directsResource, values, { verb: 'update', source: 'crawl', before: direct.values, refs, time });
  return columns && [{ id: direct.id, version: direct.version, columns, newCustomer: null }];
}

/** Who goes by the name; a customer that the crawl made for it is nobody. */
function findTarget({ kind, text }: Waiting, candidates: MatchCandidates): { id: number; name: string } | undefined {
  if (kind === 'person') {
    const { matches } = candidates.person(text);
    return matches.length === 1 ? matches[0] : undefined;
  }
  const [customer] = candidates.customer(text).matches;
  return customer && customer.is_updated !== 1 ? customer : undefined;
}

/** A job that has the name in its place, to look it up. */
function toJob({ external_id, column, text }: Waiting): NormalizedJob {
  return {
    ok: true,
    row: { external_id, name: '' },
    names: {
      designer: column === 'user_id' ? text : null,
      ...(column === 'chekkusha_id' && { checker: text }),
      ...(column === 'customer_id' && { customer: text }),
    },
  };
}
