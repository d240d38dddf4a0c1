import { type SQL, sql } from 'drizzle-orm';
import { ACTIVE_IMPORTS } from '../../contracts/calls/import-status.ts';
import type { Text } from '../../contracts/text.ts';
import { type Author, NOW } from '../../platform/db/client.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { imports } from '../../platform/db/schema/imports.ts';
import { asNumber, hasRows, readColumn, readFirst } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { listFiles } from '../../platform/list-files.ts';
import { defineRun, failureOf } from '../../platform/queue/define-run.ts';
import { removeInPieces } from '../../platform/queue/piece-size.ts';
import { activeStatuses, holdsLease, type Lease } from '../../platform/queue/run.ts';
import { toOfficeTime } from '../../platform/text/office-time.ts';
import { importableOf, importMessage } from './importable.ts';
import { removeUnusedNames } from './unused-names.ts';

/** An import; the columns are explained in db/schema/imports.ts. */
export type ImportRow = typeof imports.$inferSelect;

/** What the columns of the file are, where who imports it said so. */
export function mappingOf({ mapping }: Pick<ImportRow, 'mapping'>): Readonly<Record<string, string>> | undefined {
  return mapping === null ? undefined : (JSON.parse(mapping) as Record<string, string>);
}

const FAILURES = { stalled: importMessage('stalled'), broken: importMessage('broken'), files_missing: importMessage('file_missing') };

/** The import as queued work. */
export const importWork = defineRun({
  table: imports,
  label: { vi: 'lần nhập tệp', en: 'import' },
  activeStatuses: ACTIVE_IMPORTS,
  source: 'import',
  listing: { kind: 'import', what: sql`r.file_name`, path: sql`'/imports'` },
  messageFor: (id) => ({ type: 'import', import_id: id }),
  grant: ({ entity }) => importableOf(entity).resource.contract.access.import ?? [],
  takesTurns: true,
  fail: (deps, id, reason) =>
    reason === 'no_right'
      ? stopImport(deps, id, 'failed', [importMessage('no_right'), importMessage('no_right_partly')])
      : failImport(deps, id, failureOf({ failures: FAILURES }, reason)),
});

/**
 * How a reading stages rows and names what it has seen, raised whenever that changes: what another version of the program began to read is read
 * from its start again.
 */
export const READING_FORM = 7;

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
export async function beginImport({ db }: Deps, lease: Lease): Promise<ImportRow | undefined> {
  const mine = sql`id = ${lease.id} AND ${holdsImport(lease)}`;
  const isUnread = sql`NOT EXISTS (SELECT 1 FROM import_chunks WHERE import_id = ${lease.id} AND state ->> 'form' = ${READING_FORM})`;
  const unread = sql`EXISTS (SELECT 1 FROM imports WHERE id = ${lease.id} AND claim = ${lease.claim} AND status = 'reading') AND ${isUnread}`;
  const reset = (value: SQL, column: SQL) => sql`iif(plan IS NULL AND ${isUnread}, ${value}, ${column})`;
  const { begun } = await db.write(
    {
      begun: query(
        sql`UPDATE imports AS i SET status = iif(plan IS NULL, 'reading', 'writing'), progress_at = ${NOW},
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

/** Fails an import, see `stopImport`. */
export function failImport(deps: Deps, id: number, text: Text, only?: SQL): Promise<void> {
  return stopImport(deps, id, 'failed', [text, importMessage('interrupted_partly')], only);
}

/**
 * Ends an import and throws its staged rows away. Says the first text where none of its rows was written, otherwise the second, which names their number: they
 * stay, as one operation that can be undone.
 */
export async function stopImport(
  deps: Deps,
  id: number,
  status: 'failed' | 'cancelled',
  [nothing, some]: readonly [Text, Text],
  only = sql`1`,
): Promise<void> {
  const isActive = sql`id = ${id} AND status IN ${ACTIVE_STATUSES} AND ${only}`;
  await deps.db.write(
    [
      // Of one that has ended before, a name may have lost its last record since: it stays.
      ...removeUnusedNames(id, sql`EXISTS (SELECT 1 FROM imports WHERE ${isActive})`),
      sql`UPDATE imports SET status = ${status}, message = iif(inserted + updated = 0, ${JSON.stringify(nothing)}, ${JSON.stringify(some)}),
        claim = NULL, progress_at = ${NOW}, finished_at = ${NOW} WHERE ${isActive}`,
    ],
    { user_id: null, source: 'import', request_id: importRequest(id) },
  );
  await deleteStagedRows(deps, id);
  await releaseImportFile(deps, id);
}

/** Removes the staged rows of an import that has ended, and where its reading stood. */
export async function deleteStagedRows(deps: Pick<Deps, 'db' | 'clock'>, id: number): Promise<void> {
  const author = { user_id: null, source: 'import' } as const;
  await deps.db.write(sql`DELETE FROM import_chunks WHERE import_id = ${id} AND ${hasEnded(id)}`, author);
  await removeInPieces(
    deps,
    CLEAR_BATCH_SIZE,
    author,
    (rows) =>
      sql`DELETE FROM import_rows WHERE rowid IN (SELECT rowid FROM import_rows WHERE import_id = ${id} LIMIT ${rows}) AND ${hasEnded(id)}`,
  );
}

/** The import is over, as SQL. */
export const hasEnded = (id: number): SQL => sql`NOT EXISTS (SELECT 1 FROM imports WHERE id = ${id} AND status IN ${ACTIVE_STATUSES})`;

/** Days that the file of an import with rejected rows stays, for their workbook; as long as their errors. */
const RETENTION_DAYS = 30;

/** An import that was read to its end and has rows that were not written: their workbook is made from its file. */
const HAS_REJECTED_ROWS = sql`(plan IS NOT NULL AND failed > 0 AND status IN ('done', 'failed'))`;

/** Removes the file of an import that has ended, unless it has rejected rows. */
export async function releaseImportFile(deps: Deps, id: number): Promise<void> {
  const needed = sql`SELECT 1 FROM imports WHERE id = ${id} AND (status IN ${ACTIVE_STATUSES} OR ${HAS_REJECTED_ROWS})`;
  if (await deps.db.read(query(needed, hasRows))) return;
  // One that stays behind does no harm.
  await deps.files.delete(fileKey(id)).catch((error) => console.error(JSON.stringify({ import: id, error: String(error) })));
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
