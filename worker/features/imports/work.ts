import { type SQL, sql } from 'drizzle-orm';
import { ACTIVE_IMPORTS } from '../../contracts/calls/import-status.ts';
import type { Text } from '../../contracts/text.ts';
import { type Author, NOW } from '../../platform/db/client.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { imports } from '../../platform/db/schema/imports.ts';
import { asNumber, hasRows, readColumn, readFirst } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { listFiles } from '../../platform/list-files.ts';
import { defineRun } from '../../platform/queue/define-run.ts';
import { removeInPieces } from '../../platform/queue/piece-size.ts';
import { activeStatuses, holdsLease, type Lease, releasedLease } from '../../platform/queue/run.ts';
import type { FailReason } from '../../platform/queue/run-kind.ts';
import { toOfficeTime } from '../../platform/text/office-time.ts';
import { importableOf, importMessage } from './importable.ts';

/** An import; the columns are explained in db/schema/imports.ts. */
export type ImportRow = typeof imports.$inferSelect;

/** What the columns of the file are, where who imports it said so. */
export function mappingOf({ mapping }: Pick<ImportRow, 'mapping'>): Readonly<Record<string, string>> | undefined {
  return mapping === null ? undefined : (JSON.parse(mapping) as Record<string, string>);
}

/** An import that this message works on. */
export type Job = ImportRow;

/** The import as queued work. */
export const importWork = defineRun({
  table: imports,
  label: { vi: 'lần nhập tệp', en: 'import' },
  activeStatuses: ACTIVE_IMPORTS,
  source: 'import',
  listing: { kind: 'import', what: sql`r.file_name`, path: sql`'/imports'` },
  messageFor: (id) => ({ type: 'import', import_id: id }),
  // What is taken back is nobody's to refuse.
  grant: ({ ending, entity }) => (ending === null ? (importableOf(entity).resource.contract.access.import ?? []) : undefined),
  takesTurns: true,
  fail: async (deps, id, reason) =>
    reason === 'no_right'
      ? void (await stopImport(deps, id, 'failed', [importMessage('no_right'), importMessage('no_right_partly')], { stays: true }))
      : void (await failImport(deps, id, FAIL_TEXTS[reason])),
});

const FAIL_TEXTS: Record<Exclude<FailReason, 'no_right'>, Text> = {
  stalled: importMessage('stalled'),
  broken: importMessage('broken'),
  not_queued: importMessage('broken'),
  files_missing: importMessage('file_missing'),
};

/**
 * How a reading stages rows and names what it has seen, raised whenever that changes: what another version of the program began to read is read
 * from its start again.
 */
export const READING_FORM = 6;

/** Staged rows removed in a transaction, so that nobody waits long. */
const CLEAR_BATCH_SIZE = 5000;

export const ACTIVE_STATUSES = activeStatuses(importWork);

export const fileKey = (id: number): string => `imports/${id}/workbook`;

export function selectImportById(id: number): Query<ImportRow | undefined> {
  return query(sql`SELECT * FROM imports WHERE id = ${id}`, readFirst(imports));
}

/** All that an import writes is written under one request: it is one operation. */
export const importRequest = (id: number): string => `import-${id}`;

export function importAuthor({ id, requested_by }: Pick<ImportRow, 'id' | 'requested_by'>) {
  return { user_id: requested_by, source: 'import', request_id: importRequest(id) } satisfies Author;
}

/** The import is still this message's: nobody cancelled it or took it over. */
export function holdsImport({ id, claim }: Lease): SQL {
  return holdsLease(importWork, { id, claim });
}

/** An earlier import of the same person is not over, as SQL over the row `i` of imports: one at a time is under way per person. */
export function earlierImport(columns: SQL): SQL {
  return sql`SELECT ${columns} FROM imports o WHERE o.requested_by = i.requested_by AND o.id < i.id AND o.status IN ${ACTIVE_STATUSES} ORDER BY o.id LIMIT 1`;
}

/** Goes on where the reading or the writing stands, and begins the file again where nothing of that was kept; undefined when the import is no longer this message's. */
export async function beginImport({ db }: Deps, lease: Lease): Promise<Job | undefined> {
  const mine = sql`id = ${lease.id} AND ${holdsImport(lease)}`;
  const isUnread = sql`NOT EXISTS (SELECT 1 FROM import_chunks WHERE import_id = ${lease.id} AND state ->> 'form' = ${READING_FORM})`;
  const unread = sql`EXISTS (SELECT 1 FROM imports WHERE id = ${lease.id} AND claim = ${lease.claim} AND status = 'reading') AND ${isUnread}`;
  const reset = (value: SQL, column: SQL) => sql`iif(plan IS NULL AND ${isUnread}, ${value}, ${column})`;
  const { begun } = await db.write(
    {
      begun: query(
        sql`UPDATE imports AS i SET status = iif(plan IS NULL AND ending IS NULL, 'reading', 'writing'), progress_at = ${NOW},
          total = ${reset(sql`NULL`, sql`total`)}, done = ${reset(sql`0`, sql`done`)}, failed = ${reset(sql`0`, sql`failed`)},
          history_id = ${reset(sql`(SELECT ifnull(MAX(id), 0) FROM history)`, sql`history_id`)}
          WHERE ${mine} RETURNING *`,
        readFirst(imports),
      ),
      rows: sql`DELETE FROM import_rows WHERE import_id = ${lease.id} AND ${unread}`,
      errors: sql`DELETE FROM import_errors WHERE import_id = ${lease.id} AND ${unread}`,
      chunks: sql`DELETE FROM import_chunks WHERE import_id = ${lease.id} AND ${unread}`,
    },
    { user_id: null, source: 'import' },
  );
  return begun;
}

/** How an import ends once what it wrote is taken back. */
export interface Ending {
  status: 'failed' | 'cancelled';
  message: Text;
  /** Only history rows below this one are left to be reversed. */
  below: number;
  /** History rows of the next piece, where full ones last too long. */
  rows?: number;
}

/** Writes all rows or nothing and has written something, as SQL over a row of imports: it must come to its end, or be taken back. */
const IS_HALF_WRITTEN = sql`(mode = 'all_or_nothing' AND EXISTS (SELECT 1 FROM history WHERE request_id = 'import-' || imports.id))`;

/** The file of an import that has written a part of what it writes whole or not at all: no month may be closed on that. */
export const HALF_WRITTEN_FILES = sql`SELECT file_name FROM imports WHERE status IN ${ACTIVE_STATUSES} AND ${IS_HALF_WRITTEN} LIMIT 1`;

/** Value of `create_missing` once the names that no record had are made. */
export const NAMES_MADE = 2;

/** Has made names for rows of which none was written. */
const HAS_ONLY_NAMES = sql`(create_missing = ${NAMES_MADE} AND inserted + updated = 0)`;

/** Fails an import, see `stopImport`. */
export function failImport(deps: Deps, id: number, text: Text, only?: SQL): Promise<'ended' | 'goes_back'> {
  return stopImport(deps, id, 'failed', [text, importMessage('interrupted_partly')], { only });
}

/**
 * Ends an import, saying why and what was written until then, and throws its staged rows away. Where all or nothing was asked for and something is
 * written, or nothing but names, it goes back first: the next message takes back what is written, whoever had it before. With `stays` what is
 * written is left for an undo.
 */
export async function stopImport(
  deps: Deps,
  id: number,
  status: Ending['status'],
  [nothing, some]: readonly [Text, Text],
  { only = sql`1`, stays = false }: { only?: SQL | undefined; stays?: boolean } = {},
): Promise<'ended' | 'goes_back'> {
  const ending: Ending = { status, message: nothing, below: Number.MAX_SAFE_INTEGER };
  const active = sql`id = ${id} AND status IN ${ACTIVE_STATUSES} AND ${only}`;
  const { goesBack } = await deps.db.write(
    {
      goesBack: query(
        sql`UPDATE imports SET ending = ${JSON.stringify(ending)}, ${releasedLease(deps.clock)}, progress_at = ${NOW}
          WHERE ${active} AND ${stays ? sql`0` : sql`1`} AND ending IS NULL AND (${IS_HALF_WRITTEN} OR ${HAS_ONLY_NAMES}) RETURNING id`,
        hasRows,
      ),
      ended: sql`UPDATE imports SET status = ${status}, message = ${endMessage(nothing, some)}, claim = NULL,
        progress_at = ${NOW}, finished_at = ${NOW} WHERE ${active} AND ending IS NULL`,
      // One that goes back already goes on with it, however long it takes.
      progress: sql`UPDATE imports SET progress_at = ${NOW} WHERE ${active} AND ending IS NOT NULL`,
      rows: deleteStagedBatch(id),
      reading: deleteReadingState(id),
    },
    { user_id: null, source: 'import' },
  );
  if (goesBack) {
    // One whose message gets lost is found by its lease.
    await deps.jobs.send(importWork.messageFor(id)).catch(() => undefined);
    return 'goes_back';
  }
  await deleteStagedRows(deps, id);
  await releaseImportFile(deps, id);
  return 'ended';
}

/** The message of an end, in SQL: `nothing` when no row was written, otherwise `some` with their number. */
function endMessage(nothing: Text, some: Text): SQL {
  return sql`iif(inserted + updated = 0, ${JSON.stringify(nothing)}, replace(${JSON.stringify(some)}, '{count}', inserted + updated))`;
}

/** Removes the staged rows of an import that has ended, and where its reading stood. */
export async function deleteStagedRows(deps: Pick<Deps, 'db' | 'clock'>, id: number): Promise<void> {
  const author = { user_id: null, source: 'import' } as const;
  await deps.db.write(deleteReadingState(id), author);
  await removeInPieces(deps, CLEAR_BATCH_SIZE, author, (rows) => deleteStagedBatch(id, rows));
}

function deleteStagedBatch(id: number, rows = CLEAR_BATCH_SIZE): SQL {
  return sql`DELETE FROM import_rows WHERE rowid IN (SELECT rowid FROM import_rows WHERE import_id = ${id} LIMIT ${rows})
    AND ${hasEnded(id)}`;
}

function deleteReadingState(id: number): SQL {
  return sql`DELETE FROM import_chunks WHERE import_id = ${id} AND ${hasEnded(id)}`;
}

const hasEnded = (id: number): SQL => sql`NOT EXISTS (SELECT 1 FROM imports WHERE id = ${id} AND status IN ${ACTIVE_STATUSES})`;

/** Days that the file of an import with rejected rows stays, for their workbook; as long as their errors. */
const RETENTION_DAYS = 30;

/** An import that was read to its end and has rows that were not written: their workbook is made from its file. */
const HAS_REJECTED_ROWS = sql`(plan IS NOT NULL AND failed > 0 AND status IN ('done', 'failed'))`;

/** Removes the file of an import that has ended, unless it has rejected rows. */
export async function releaseImportFile(deps: Deps, id: number): Promise<void> {
  const needed = sql`SELECT 1 FROM imports WHERE id = ${id} AND (status IN ${ACTIVE_STATUSES} OR ${HAS_REJECTED_ROWS})`;
  if (!(await deps.db.read(query(needed, hasRows)))) await deleteImportFile(deps, id);
}

/** One that stays behind does no harm. */
async function deleteImportFile({ files }: Deps, id: number): Promise<void> {
  await files.delete(fileKey(id)).catch((error) => console.error(JSON.stringify({ import: id, error: String(error) })));
}

/** Removes the files that stayed behind when their import died, of at least a day ago, and those of rejected rows after 30 days. */
export async function deleteOldImportFiles({ db, files, clock }: Deps): Promise<void> {
  const since = toOfficeTime(clock.now() - RETENTION_DAYS * 86_400_000);
  const needed = sql`SELECT id FROM imports WHERE ${HAS_REJECTED_ROWS} AND finished_at >= ${since}`;
  const keys = new Set((await db.read(query(needed, readColumn(asNumber)))).map(fileKey));
  for await (const objects of listFiles(files, 'imports/')) {
    const old = objects.filter(({ key, uploaded }) => uploaded.getTime() < clock.now() - 86_400_000 && !keys.has(key));
    if (old.length > 0) await files.delete(old.map(({ key }) => key));
  }
}
