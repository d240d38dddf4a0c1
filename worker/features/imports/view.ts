import type { ResultSet } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import type { Import, ImportError } from '../../contracts/calls/answers/imports.ts';
import type { importCalls } from '../../contracts/calls/declared/imports.ts';
import { type Envelope, readPage, toEnvelope } from '../../contracts/paging.ts';
import { isAdmin } from '../../contracts/roles.ts';
import type { Lang, Text } from '../../contracts/text.ts';
import type { Actor } from '../../crud/caller.ts';
import type { CallInput, GrantedRecord } from '../../platform/call-routes.ts';
import { NOW } from '../../platform/db/client.ts';
import { orNull, readRows } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { isAbandoned, recoverRuns } from '../../platform/queue/run.ts';
import { importMessage } from './importable.ts';
import type { ImportPlan } from './plan/plan.ts';
import {
  ACTIVE_STATUSES,
  deleteImportFile,
  deleteStagedRows,
  earlierImport,
  endMessage,
  type ImportRow,
  importsOf,
  importWork,
} from './work.ts';

type ImportWithUser = ImportRow & { user_name: string | null; waits_for: string | null };

const SHOWN_ERRORS = 100;

/** `GET /imports?entity=`: one's own, an Admin's view all; newest first, without their errors. */
export async function listImports(
  deps: Deps,
  { caller, grant, values: given }: CallInput<typeof importCalls.list>,
): Promise<Envelope<Import>> {
  const query = readPage(given);
  const ofEntity = given.entity ? sql`i.entity = ${given.entity}` : sql`1`;
  const statements = (actor: Actor) => [
    sql`SELECT COUNT(*) AS total FROM imports i WHERE ${ofEntity} AND ${readable(actor)}`,
    sql`${selectImports(sql`${ofEntity} AND ${readable(actor)}`)} ORDER BY i.id DESC LIMIT ${query.limit} OFFSET ${(query.page - 1) * query.limit}`,
  ];
  let { actor, results } = await caller.read(grant, statements);
  if (rowsOf(results[1]).some((row) => isAbandoned(importWork, row, deps.clock))) {
    await recoverRuns(deps, [importWork]);
    results = await caller.readMore(statements(actor));
  }
  const rows = rowsOf(results[1]).map((row) => viewOf(row, [], caller.lang));
  return toEnvelope(query, Number(results[0]!.rows[0]!.total), rows);
}

/** The import of a call on it, for who asked for it, and Admins. */
export async function readImport({ caller, grant, id }: GrantedRecord): Promise<ImportRow> {
  const { actor, results } = await caller.read(grant, () => [selectImports(sql`i.id = ${id}`)]);
  return authorizeRow(results[0], actor, caller.lang);
}

/** `GET /imports/{id}`: how far it is, and the first 100 errors. For who asked for it, and Admins. */
export async function getImport(deps: Deps, { caller, grant, id }: GrantedRecord): Promise<Import> {
  const statements = [selectImports(sql`i.id = ${id}`), selectErrorPage(id, 0, SHOWN_ERRORS)];
  const { actor, results } = await caller.read(grant, () => statements);
  const row = authorizeRow(results[0], actor, caller.lang);
  if (!isAbandoned(importWork, row, deps.clock)) return viewOf(row, readErrors(results[1]!, caller.lang), caller.lang);
  await recoverRuns(deps, [importWork]);
  const [again] = await caller.readMore([selectImports(sql`i.id = ${id}`)]);
  return viewOf(rowsOf(again)[0]!, readErrors(results[1]!, caller.lang), caller.lang);
}

/** `POST /imports/{id}/cancel`: what is written already stays, and is counted. */
export async function cancelImport(deps: Deps, input: GrantedRecord): Promise<Import> {
  const { caller, id } = input;
  await readImport(input);
  const written = await caller.write(
    [
      sql`UPDATE imports SET status = 'cancelled', claim = NULL, message = ${endMessage(importMessage('cancelled'), importMessage('cancelled_partly'))},
        progress_at = ${NOW}, finished_at = ${NOW} WHERE id = ${id} AND status IN ${ACTIVE_STATUSES}`,
      selectImports(sql`i.id = ${id}`),
    ],
    'import',
  );
  const row = rowsOf(written.at(-1))[0]!;
  if (row.status !== 'cancelled') throw new AppError('run_finished', { what: IMPORT_LABEL[caller.lang] });
  await deleteStagedRows(deps, id);
  await deleteImportFile(deps, id);
  return viewOf(row, [], caller.lang);
}

function readable(actor: Actor): SQL {
  return isAdmin(actor.roles) ? sql`1` : sql`i.requested_by = ${actor.id}`;
}

function selectImports(where: SQL): SQL {
  return sql`SELECT i.*, u.name AS user_name, iif(i.status = 'queued', (${earlierImport(sql`o.file_name`)}), NULL) AS waits_for FROM imports i LEFT JOIN users u ON u.id = i.requested_by WHERE ${where}`;
}

export function selectErrorPage(id: number, start: number, limit: number): SQL {
  return sql`SELECT "row", "column", message FROM import_errors WHERE import_id = ${id} ORDER BY "row", id LIMIT ${limit} OFFSET ${start}`;
}

function rowsOf(result: ResultSet | undefined): ImportWithUser[] {
  const names = readRows({ user_name: orNull(String), waits_for: orNull(String) }, result);
  return importsOf(result).map((row, index) => ({ ...row, ...names[index]! }));
}

const IMPORT: Text = { vi: 'lần nhập file', en: 'The import' };

function authorizeRow(result: ResultSet | undefined, actor: Actor, lang: Lang): ImportWithUser {
  const [row] = rowsOf(result);
  if (!row) throw new AppError('not_found', { what: IMPORT[lang] });
  if (row.requested_by !== actor.id && !isAdmin(actor.roles)) throw new AppError('forbidden');
  return row;
}

export function readErrors(result: ResultSet, lang: Lang): ImportError[] {
  return result.rows.map(({ row, column, message }) => ({
    row: Number(row),
    column: column === null ? null : String(column),
    message: (JSON.parse(String(message)) as Text)[lang],
  }));
}

function viewOf(row: ImportWithUser, errors: ImportError[], lang: Lang): Import {
  const { id, entity, mode, status, file_name, total, done, inserted, updated, failed, created_at, finished_at } = row;
  const plan = row.plan === null ? undefined : (JSON.parse(row.plan) as Partial<ImportPlan>);
  return {
    id,
    entity,
    mode,
    status,
    message: messageOf(row)?.[lang] ?? null,
    file_name,
    total,
    done,
    inserted,
    updated,
    unchanged: plan?.unchanged ?? 0,
    failed,
    dry_run: row.dry_run ? 1 : 0,
    sheet: plan?.sheet ?? null,
    other_sheets: plan?.otherSheets ?? [],
    changes: [...(plan?.changes ?? [])],
    created_at,
    finished_at,
    user: { id: row.requested_by, name: row.user_name ?? '' },
    errors,
  };
}

function messageOf({ message, waits_for }: ImportWithUser): Text | undefined {
  if (waits_for !== null) return importMessage('waits_for_own', { file: waits_for });
  return message === null ? undefined : (JSON.parse(message) as Text);
}

const IMPORT_LABEL: Text = { vi: 'Lần nhập', en: 'Import' };
