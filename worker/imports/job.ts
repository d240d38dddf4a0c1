import type { ResultSet } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import { type Clock, officeTime } from '../clock.ts';
import { ACTIVE_IMPORTS, IMPORT_STALLED_MINUTES, type ImportMode, type ImportStatus } from '../contracts/calls/imports.ts';
import type { Text } from '../contracts/text.ts';
import type { Author } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { importMessage } from './importable.ts';

export interface ImportRow {
  id: number;
  entity: string;
  mode: ImportMode;
  status: ImportStatus;
  file_name: string;
  requested_by: number;
  claim: string | null;
  total: number | null;
  done: number;
  inserted: number;
  updated: number;
  failed: number;
  message: string | null;
  created_at: string;
  progress_at: string;
  finished_at: string | null;
  /** JSON of a Plan, once the file is read. */
  plan: string | null;
}

/** An import that this delivery works on. */
export type Job = ImportRow & { claim: string };

/** A delivery that was silent for so long has died; another takes its work over. */
const CLAIM_TIMEOUT_MS = 90_000;
/** Staged rows removed in a transaction, so that nobody waits long. */
const CLEAR_BATCH_SIZE = 5000;

export const NOW = sql`(SELECT at FROM write_context)`;
export const ACTIVE_STATUSES = sql`(${sql.raw(ACTIVE_IMPORTS.map((status) => `'${status}'`).join(', '))})`;

export const fileKey = (id: number): string => `imports/${id}/workbook`;
export const importById = (id: number): SQL => sql`SELECT * FROM imports WHERE id = ${id}`;
export const importOf = (result: ResultSet | undefined): ImportRow | undefined => result?.rows[0] as unknown as ImportRow | undefined;

export function authorOf({ id, requested_by }: Pick<ImportRow, 'id' | 'requested_by'>): Author {
  return { user_id: requested_by, source: 'import', request_id: `import-${id}` };
}

/** The import is still this delivery's: nobody cancelled it or took it over. */
export function isClaimedBy({ id, claim }: Job): SQL {
  return sql`EXISTS (SELECT 1 FROM imports WHERE id = ${id} AND claim = ${claim} AND status IN ('reading', 'writing'))`;
}

/**
 * Takes an import to work on: from the beginning of its file, or from where its writing stands. 'busy' while another delivery is at it,
 * undefined when it has ended.
 */
export async function claimImport(deps: Deps, id: number): Promise<Job | 'busy' | undefined> {
  const claim = crypto.randomUUID();
  const silent = officeTime(deps.clock.now() - CLAIM_TIMEOUT_MS);
  const mine = sql`EXISTS (SELECT 1 FROM imports WHERE id = ${id} AND claim = ${claim} AND plan IS NULL)`;
  const unread = (value: SQL, column: SQL) => sql`iif(plan IS NULL, ${value}, ${column})`;
  const results = await deps.db.write(
    [
      sql`UPDATE imports SET status = iif(plan IS NULL, 'reading', 'writing'), claim = ${claim}, progress_at = ${NOW},
        total = ${unread(sql`NULL`, sql`total`)}, done = ${unread(sql`0`, sql`done`)}, failed = ${unread(sql`0`, sql`failed`)}
        WHERE id = ${id} AND (status = 'queued' OR (status IN ('reading', 'writing') AND (claim IS NULL OR progress_at < ${silent})))`,
      sql`DELETE FROM import_rows WHERE import_id = ${id} AND ${mine}`,
      sql`DELETE FROM import_errors WHERE import_id = ${id} AND ${mine}`,
      importById(id),
    ],
    { user_id: null, source: 'import' },
  );
  const job = importOf(results.at(-1));
  if (!job || !isActive(job)) return undefined;
  return job.claim === claim ? ({ ...job, claim } satisfies Job) : 'busy';
}

/** Lets a later delivery go on; answers whether the import was still this one's. */
export async function releaseImport(deps: Deps, job: Job): Promise<boolean> {
  const [released] = await deps.db.write(
    [
      sql`UPDATE imports SET status = iif(plan IS NULL, 'queued', status), claim = NULL, progress_at = ${NOW}
        WHERE id = ${job.id} AND ${isClaimedBy(job)} RETURNING id`,
    ],
    authorOf(job),
  );
  return released!.rows.length > 0;
}

/** Ends an import, saying why and what was written until then, and throws its staged rows away. */
export async function failImport(deps: Deps, id: number, text: Text, only: SQL = sql`1`): Promise<void> {
  await deps.db.write(
    [
      sql`UPDATE imports SET status = 'failed', message = ${endMessage(text, importMessage('interrupted_partly'))}, progress_at = ${NOW}, finished_at = ${NOW}
        WHERE id = ${id} AND status IN ${ACTIVE_STATUSES} AND ${only}`,
      deleteStagedBatch(id),
    ],
    { user_id: null, source: 'import' },
  );
  await deleteStagedRows(deps, id);
  await deleteImportFile(deps, id);
}

/** The message of an end, in SQL: `nothing` when no row was written, otherwise `some` with their number. */
export function endMessage(nothing: Text, some: Text): SQL {
  return sql`iif(inserted + updated = 0, ${JSON.stringify(nothing)}, replace(${JSON.stringify(some)}, '{count}', inserted + updated))`;
}

/** Removes the staged rows of an import that has ended. */
export async function deleteStagedRows({ db }: Pick<Deps, 'db'>, id: number): Promise<void> {
  for (let removed = CLEAR_BATCH_SIZE; removed === CLEAR_BATCH_SIZE; ) {
    const [result] = await db.write([deleteStagedBatch(id)], { user_id: null, source: 'import' });
    removed = Number(result!.rowsAffected);
  }
}

function deleteStagedBatch(id: number): SQL {
  return sql`DELETE FROM import_rows WHERE rowid IN (SELECT rowid FROM import_rows WHERE import_id = ${id} LIMIT ${CLEAR_BATCH_SIZE})
    AND NOT EXISTS (SELECT 1 FROM imports WHERE id = ${id} AND status IN ${ACTIVE_STATUSES})`;
}

/** The file is needed only while it is read; one that stays behind does no harm. */
export async function deleteImportFile({ files }: Deps, id: number): Promise<void> {
  await files.delete(fileKey(id)).catch((error) => console.error(JSON.stringify({ import: id, error: String(error) })));
}

/** Ends the imports that gave no sign of life for ten minutes. */
export function failStalledImports(clock: Clock): SQL {
  return sql`UPDATE imports SET status = 'failed', message = ${endMessage(importMessage('stalled'), importMessage('interrupted_partly'))}, finished_at = ${clock.time()}
    WHERE status IN ${ACTIVE_STATUSES} AND progress_at < ${stalledBefore(clock)}`;
}

/** Ends stalled imports that nobody looks at. */
export async function failSilentImports(deps: Deps): Promise<void> {
  const [stalled] = await deps.db.read([
    sql`SELECT id FROM imports WHERE status IN ${ACTIVE_STATUSES} AND progress_at < ${stalledBefore(deps.clock)}`,
  ]);
  for (const { id } of stalled!.rows) await failImport(deps, Number(id), importMessage('stalled'));
}

/** Removes the files that stayed behind when their import died, of at least a day ago. */
export async function deleteOldImportFiles({ files, clock }: Deps): Promise<void> {
  const { objects } = await files.list({ prefix: 'imports/' });
  const old = objects.filter(({ uploaded }) => uploaded.getTime() < clock.now() - 86_400_000).map(({ key }) => key);
  if (old.length > 0) await files.delete(old);
}

export function isStalled(row: Pick<ImportRow, 'status' | 'progress_at'>, clock: Clock): boolean {
  return isActive(row) && row.progress_at < stalledBefore(clock);
}

function isActive({ status }: Pick<ImportRow, 'status'>): boolean {
  return ACTIVE_IMPORTS.includes(status);
}

function stalledBefore(clock: Clock): string {
  return officeTime(clock.now() - IMPORT_STALLED_MINUTES * 60_000);
}
