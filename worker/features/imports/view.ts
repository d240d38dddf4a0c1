import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Import, ImportError } from '../../contracts/calls/answers/imports.ts';
import type { importCalls } from '../../contracts/calls/declared/imports.ts';
import { type Envelope, readPage, toEnvelope } from '../../contracts/paging.ts';
import { isAdmin } from '../../contracts/roles.ts';
import { fillText, type Lang, type Text } from '../../contracts/text.ts';
import type { CallInput, GrantedRecord } from '../../platform/call-routes.ts';
import type { Actor } from '../../platform/caller.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { importErrors, imports } from '../../platform/db/schema/imports.ts';
import { asJson, asNumber, asText, orNull, type RowOf, readRows, readValue } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { runFinishedError, runNotFoundError } from '../../platform/queue/run-calls.ts';
import { type KeptBrokenCase, localizeCase } from '../rules/cases/judge-cases.ts';
import { importableOf, importMessage } from './importable.ts';
import { type Conflict, describeConflict } from './plan/conflicts.ts';
import type { NewVersion } from './plan/new-versions.ts';
import type { ImportPlan } from './plan/plan.ts';
import { earlierImport, importWork, stopImport } from './work.ts';

const IMPORT_READERS = { ...getTableColumns(imports), user_name: orNull(asText), waits_for: orNull(asText) };
type ImportWithUser = RowOf<typeof IMPORT_READERS>;

const SHOWN_ERRORS = 100;

/** `GET /imports?entity=`: one's own, an Admin's view all; newest first, without their errors. */
export async function listImports({ caller, grant, values: given }: CallInput<typeof importCalls.list>): Promise<Envelope<Import>> {
  const page = readPage(given);
  const ofEntity = given.entity ? sql`i.entity = ${given.entity}` : sql`1`;
  const { results } = await caller.read(grant, (actor) => ({
    total: query(sql`SELECT COUNT(*) FROM imports i WHERE ${ofEntity} AND ${isVisibleTo(actor)}`, readValue(asNumber)),
    rows: selectImports(
      sql`${ofEntity} AND ${isVisibleTo(actor)} ORDER BY i.id DESC LIMIT ${page.limit} OFFSET ${(page.page - 1) * page.limit}`,
    ),
  }));
  return toEnvelope(
    page,
    results.total,
    results.rows.map((row) => viewOf(row, [], caller.lang)),
  );
}

/** The import of a call on it, for who asked for it, and Admins. */
export async function readImport({ caller, grant, id }: GrantedRecord): Promise<ImportWithUser> {
  const { actor, results: row } = await caller.read(grant, () => selectImport(id));
  return authorizeRow(row, actor, caller.lang);
}

/** `GET /imports/{id}`: how far it is, and the first 100 errors. For who asked for it, and Admins. */
export async function getImport({ caller, grant, id }: GrantedRecord): Promise<Import> {
  const plan = { row: selectImport(id), errors: selectErrorPage(id, 0, SHOWN_ERRORS, caller.lang) };
  const { actor, results } = await caller.read(grant, () => plan);
  return viewOf(authorizeRow(results.row, actor, caller.lang), results.errors, caller.lang);
}

/** `POST /imports/{id}/cancel`: what is written already stays, and is counted. */
export async function cancelImport(deps: Deps, input: GrantedRecord): Promise<Import> {
  const { caller, id } = input;
  await readImport(input);
  await stopImport(deps, id, 'cancelled', [importMessage('cancelled'), importMessage('cancelled_partly')]);
  const row = await caller.readMore(selectImport(id));
  if (row?.status !== 'cancelled') throw runFinishedError(importWork, caller.lang);
  return viewOf(row, [], caller.lang);
}

function isVisibleTo(actor: Actor): SQL {
  return isAdmin(actor.roles) ? sql`1` : sql`i.requested_by = ${actor.id}`;
}

function selectImports(where: SQL): Query<ImportWithUser[]> {
  return query(
    sql`SELECT i.*, u.name AS user_name, iif(i.status = 'queued', (${earlierImport(sql`o.file_name`)}), NULL) AS waits_for
      FROM imports i LEFT JOIN users u ON u.id = i.requested_by WHERE ${where}`,
    readRows(IMPORT_READERS),
  );
}

function selectImport(id: number): Query<ImportWithUser | undefined> {
  return query(selectImports(sql`i.id = ${id}`), ([row]) => row);
}

export function selectErrorPage(id: number, start: number, limit: number, lang: Lang): Query<ImportError[]> {
  const { row, column } = importErrors;
  const readers = { row, column, entity: imports.entity, message: asJson<Text | Conflict>() };
  return query(
    sql`SELECT e."row", e."column", i.entity, e.message FROM imports i CROSS JOIN import_errors e ON e.import_id = i.id
      WHERE i.id = ${id} ORDER BY e."row", e.id LIMIT ${limit} OFFSET ${start}`,
    readRows(readers, ({ entity, message, ...place }) => ({
      ...place,
      message: 'vi' in message ? message[lang] : describeConflict(importableOf(entity), message, lang),
    })),
  );
}

function authorizeRow(row: ImportWithUser | undefined, actor: Actor, lang: Lang): ImportWithUser {
  if (!row) throw runNotFoundError(importWork, lang);
  if (row.requested_by !== actor.id && !isAdmin(actor.roles)) throw new AppError('forbidden');
  return row;
}

function viewOf(row: ImportWithUser, errors: ImportError[], lang: Lang): Import {
  const { id, entity, mode, status, file_name, total, done, inserted, updated, failed, created_at, finished_at } = row;
  const plan = row.plan === null ? undefined : (JSON.parse(row.plan) as Partial<ImportPlan>);
  const versions = status === 'done' ? (plan?.versions ?? []) : [];
  const copies = status === 'done' ? (plan?.copies ?? 0) : 0;
  return {
    id,
    entity,
    mode,
    status,
    message:
      [
        messageOf(row)?.[lang],
        copies > 0 && importMessage('copies_planned', { count: copies })[lang],
        versions.length > 0 && describeVersions(row, versions)[lang],
      ]
        .filter(Boolean)
        .join('. ') || null,
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
    missing: [...(plan?.missing ?? [])],
    versions,
    broken_cases:
      row.broken_cases === null ? [] : (JSON.parse(row.broken_cases) as KeptBrokenCase[]).map((each) => localizeCase(each, lang)),
    created_at,
    finished_at,
    user: { id: row.requested_by, name: row.user_name ?? '' },
    errors,
  };
}

/** Which tables get a version, with how many rows against how many now. */
function describeVersions({ dry_run }: ImportWithUser, versions: readonly NewVersion[]): Text {
  const tables = versions.map(({ code, valid_from, rows, rows_now }) =>
    importMessage('version_of_table', { code, month: valid_from, rows, now: rows_now }),
  );
  const list = (lang: Lang) => tables.map((text) => text[lang]).join(', ');
  return importMessage(dry_run ? 'versions_planned' : 'versions_made', { tables: { vi: list('vi'), en: list('en') } });
}

function messageOf({ message, waits_for, status, inserted, updated }: ImportWithUser): Text | undefined {
  if (waits_for !== null) return importMessage('waits_for_own', { file: waits_for });
  if (message === null) return undefined;
  const text = JSON.parse(message) as Text;
  return status === 'done' ? text : fillText(text, { count: inserted + updated });
}
