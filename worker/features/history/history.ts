import { type SQL, sql } from 'drizzle-orm';
import type { HistoryRow } from '../../contracts/calls/answers/history.ts';
import type { historyCalls } from '../../contracts/calls/declared/history.ts';
import { HISTORY_PARAMS } from '../../contracts/calls/history.ts';
import { type Envelope, type Page, readPage, toEnvelope } from '../../contracts/paging.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import { query } from '../../platform/db/query.ts';
import { history } from '../../platform/db/schema/history.ts';
import { asJson, asNumber, asOption, asText, orNull, readRows, readValue } from '../../platform/db/typed-rows.ts';
import { invalidField } from '../../platform/parse-call.ts';
import { RECORDED_TABLES } from '../../resources/recorded.ts';
import { personName } from './person-name.ts';

/** What was written, newest first: all of it, or that of an entity, a record, a person, a source, a period. */
export async function listHistory(
  tables: ReadonlyMap<string, string>,
  { caller, grant, values }: CallInput<typeof historyCalls.list>,
): Promise<Envelope<HistoryRow>> {
  const table = values.entity && tableOf(tables, values.entity);
  if (values.entity && !table) throw invalidField(HISTORY_PARAMS, 'entity', 'exists', caller.lang);
  if (values.id && !table) throw invalidField(HISTORY_PARAMS, 'entity', 'required', caller.lang);
  const conditions = [
    ...(table ? [sql`h.entity = ${table}`] : []),
    ...(values.id ? [sql`h.record_id = ${values.id}`] : []),
    ...(values.user_id ? [sql`h.user_id = ${values.user_id}`] : []),
    ...(values.source ? [sql`h.source = ${values.source}`] : []),
    ...toPeriodConditions(sql`h.at`, values),
  ];
  const page = readPage(values);
  const order = table || values.user_id || values.source ? sql`h.id DESC` : sql`h.at DESC, h.id DESC`;
  const { results } = await caller.read(grant, () => selectHistoryPage(conditions, page, order));
  return toEnvelope(page, results.total, results.rows);
}

/**
 * Count and page of the history rows, on alias h, that meet the conditions, newest first. The rows are wide, so the page is picked from an
 * index: those of a person and of a record have the order of ids, the one of times its own.
 */
export function selectHistoryPage(conditions: SQL[], page: Page, order: SQL = sql`h.id DESC`) {
  // Without any WHERE a count of all rows is quick.
  const where = conditions.length > 0 ? sql`WHERE ${sql.join(conditions, sql` AND `)}` : sql``;
  return {
    total: query(sql`SELECT COUNT(*) AS total FROM history h ${where}`, readValue(asNumber)),
    rows: query(
      sql`SELECT h.id, h.entity, h.record_id, h.action, h.user_id, ${personName(sql`h.user_id`)} AS user_name, h.source, h.at, h.request_id, h.before, h.after, h.accepted_cases
      FROM (SELECT h.id FROM history h ${where} ORDER BY ${order} LIMIT ${page.limit} OFFSET ${(page.page - 1) * page.limit}) p
      CROSS JOIN history h ON h.id = p.id LEFT JOIN users u ON u.id = h.user_id ORDER BY ${order}`,
      readRows(HISTORY_READERS, (row) => ({
        ...row,
        changed: listChangedColumns(row.before, row.after),
      })),
    ),
  };
}

/** How a selected write of a record is read. */
export const WRITE_READERS = {
  id: history.id,
  entity: history.entity,
  record_id: history.record_id,
  action: history.action,
  user_name: orNull(asText),
  source: asOption<HistoryRow['source']>(),
  at: history.at,
  before: orNull(asJson<Record<string, unknown>>()),
  after: orNull(asJson<Record<string, unknown>>()),
};
const HISTORY_READERS = {
  ...WRITE_READERS,
  user_id: history.user_id,
  request_id: history.request_id,
  accepted_cases: orNull(asJson<string[]>()),
};

/** Conditions for an inclusive period of days on a wall time. */
export function toPeriodConditions(at: SQL, { from, to }: { from?: string | null; to?: string | null }): SQL[] {
  return [...(from ? [sql`${at} >= ${`${from} 00:00:00`}`] : []), ...(to ? [sql`${at} <= ${`${to} 23:59:59`}`] : [])];
}

function tableOf(tables: ReadonlyMap<string, string>, name: string): string | undefined {
  return tables.get(name) ?? RECORDED_TABLES.find((table) => table.name === name)?.name;
}

const UNTRACKED_FIELDS = ['version', 'updated_at'];

/** Columns that differ between before and after; those of the whole row on insert and delete are none. */
function listChangedColumns(before: HistoryRow['before'], after: HistoryRow['after']): string[] {
  if (!before || !after) return [];
  return Object.keys(after).filter(
    (name) => !UNTRACKED_FIELDS.includes(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
}

/** A copy of a row as the history keeps it; null on the empty side of an insert or a delete. */
