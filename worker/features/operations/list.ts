import { type SQL, sql } from 'drizzle-orm';
import type { Operation } from '../../contracts/calls/answers/operations.ts';
import type { operationCalls } from '../../contracts/calls/declared/operations.ts';
import { ACTS, type Act, OPERATION_FAILURES, OPERATION_PARAMS, type OPERATION_STATUSES } from '../../contracts/calls/operations.ts';
import { isWorkActive } from '../../contracts/calls/run-status.ts';
import { type Envelope, readPage, toEnvelope } from '../../contracts/paging.ts';
import { isAdmin } from '../../contracts/roles.ts';
import type { Lang, Text } from '../../contracts/text.ts';
import type { Resource } from '../../crud/resource.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import type { Actor } from '../../platform/caller.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { operations } from '../../platform/db/schema/operations.ts';
import { asBoolean, asJson, asNumber, asOption, asText, orNull, type RowOf, readRows, readValue } from '../../platform/db/typed-rows.ts';
import { AppError } from '../../platform/errors.ts';
import { invalidField } from '../../platform/parse-call.ts';
import { activeStatuses } from '../../platform/queue/run.ts';
import { RECORDED_TABLES } from '../../resources/recorded.ts';
import { toPeriodConditions } from '../history/history.ts';
import { personName } from '../history/person-name.ts';
import { ACTIVE_STATUSES } from '../imports/work.ts';
import type { UndoTables } from './tables.ts';
import { isOfExpressions } from './undo-expressions.ts';
import { operationWork, type StoppedUndo, selectStoppedUndo } from './work.ts';

/** `GET operations`: one's own, those of everybody for an Admin, newest first. */
export async function listOperations(
  tables: UndoTables,
  { caller, grant, values }: CallInput<typeof operationCalls.list>,
): Promise<Envelope<Operation>> {
  const page = readPage(values);
  const written = values.entity && findWritten(tables, values.entity);
  if (values.entity && !written) throw invalidField(OPERATION_PARAMS, 'entity', 'exists', caller.lang);
  const { results } = await caller.read(grant, (actor) => {
    const where = sql.join(
      [
        isVisible(actor),
        // What wrote nothing is none, but while the queue is at work on it, and where it has what an undo of the queue kept to tell.
        sql`(o.created + o.updated + o.deleted > 0 OR o.act IS NOT NULL OR EXISTS (SELECT 1 FROM operation_runs r WHERE r.id = o.id AND (r.status IN ${activeStatuses(operationWork)}
          OR r.kind = 'undo' AND EXISTS (SELECT 1 FROM operation_kept_rows k WHERE k.operation_id = o.id))))`,
        ...(values.user_id ? [sql`o.user_id = ${values.user_id}`] : []),
        ...(written ? [sql`ifnull(o.entity, o.act) = ${written}`] : []),
        ...(values.source ? [sql`o.source = ${values.source}`] : []),
        ...(values.request_id ? [sql`o.request_id = ${values.request_id}`] : []),
        ...toPeriodConditions(sql`o.at`, values),
      ],
      sql` AND `,
    );
    const ids = sql`SELECT o.id FROM operations o WHERE ${where} ORDER BY o.id DESC LIMIT ${page.limit} OFFSET ${(page.page - 1) * page.limit}`;
    return {
      total: query(sql`SELECT COUNT(*) AS total FROM operations o WHERE ${where}`, readValue(asNumber)),
      rows: selectOperations(tables, ids, caller.lang),
    };
  });
  return toEnvelope(page, results.total, results.rows);
}

/** `GET operations/{id}`. */
export async function readOperation(tables: UndoTables, { caller, grant, id }: CallInput<typeof operationCalls.read>): Promise<Operation> {
  const { results } = await caller.read(grant, (actor) => selectOperation(tables, actor, id, caller.lang));
  return requireOperation(results, caller.lang);
}

/** An operation that the person may see, as a list of at most one. */
export function selectOperation(tables: UndoTables, actor: Actor, id: number, lang: Lang): Query<Operation[]> {
  return selectOperations(tables, sql`SELECT o.id FROM operations o WHERE o.id = ${id} AND ${isVisible(actor)}`, lang);
}

export function requireOperation([found]: readonly Operation[], lang: Lang): Operation {
  if (!found) throw new AppError('not_found', { what: { vi: 'thao tác', en: 'operation' }[lang] });
  return found;
}

function isVisible({ id, roles }: Actor): SQL {
  return isAdmin(roles) ? sql`1` : sql`o.user_id = ${id}`;
}

/** The table of an entity, a recorded table or an act, by its name; undefined for what no operation writes. */
function findWritten(tables: UndoTables, name: string): string | undefined {
  const ofEntity = [...tables].find(([, { resources }]) => resources.some(({ contract }) => contract.name === name));
  if (ofEntity) return ofEntity[0];
  return Object.hasOwn(ACTS, name) || RECORDED_TABLES.some((table) => table.name === name) ? name : undefined;
}

function selectOperations(tables: UndoTables, ids: SQL, lang: Lang): Query<Operation[]> {
  const rows = sql`SELECT o.id, o.at, o.user_id, ${personName(sql`o.user_id`)} AS user_name, o.source, o.entity, o.act, o.created, o.updated, o.deleted, o.undo_of,
      n.id AS undone_by, ${selectStoppedUndo(sql`o.id`)} AS stopped, ${isImporting} AS importing, ${changesOnlyAccounts(tables)} AS only_account, r.status, r.total, r.done,
      (SELECT COUNT(*) FROM crawl_waiting w WHERE w.operation_id = o.id AND w.reason = 'undone') AS held,
      (SELECT COUNT(*) FROM operation_kept_rows k WHERE k.operation_id = o.id) AS kept_count, r.outcome, r.message,
      ${selectRecord(tables)} AS record
    FROM (${ids}) p CROSS JOIN operations o ON o.id = p.id LEFT JOIN users u ON u.id = o.user_id LEFT JOIN operations n ON n.undo_of = o.id AND n.released = 0
      LEFT JOIN operation_runs r ON r.id = o.id ORDER BY o.id DESC`;
  return query(
    rows,
    readRows(READERS, (row) => toOperation(tables, row, lang)),
  );
}

/** The only record that an operation wrote, by its last history row; null where there are more. */
function selectRecord(tables: UndoTables): SQL {
  const titles = [...tables].map(
    ([table, { resources }]) => sql`WHEN ${table} THEN ${`$.${resources[0]!.contract.title?.field ?? 'name'}`}`,
  );
  const title = sql`json_extract(ifnull(h.after, h.before), CASE h.entity ${sql.join(titles, sql` `)} ELSE '$.name' END)`;
  const fields = sql`SELECT json_group_array(a.key) FROM json_each(h.after) a
    WHERE h.action = 'update' AND a.key NOT IN ('version', 'updated_at') AND a.value IS NOT json_extract(h.before, '$.' || a.key)`;
  const cleared = sql`${fields} AND ifnull(a.value, '') IN ('', 0)`;
  return sql`(SELECT json_object('id', h.record_id, 'title', CAST(${title} AS TEXT), 'fields', json((${fields})), 'cleared', json((${cleared})))
    FROM history h WHERE h.id = o.last_history_id AND o.created + o.updated + o.deleted = 1)`;
}

const { id, at, user_id, entity, created, updated, deleted, undo_of } = operations;
const READERS = {
  ...{ id, at, user_id, entity, created, updated, deleted, undo_of },
  act: orNull(asOption<Act>()),
  record: orNull(asJson<NonNullable<Operation['record']>>()),
  user_name: orNull(asText),
  source: asOption<Operation['source']>(),
  undone_by: orNull(asNumber),
  stopped: orNull(asJson<StoppedUndo>()),
  importing: asBoolean,
  only_account: asBoolean,
  held: asNumber,
  kept_count: asNumber,
  status: orNull(asOption<keyof typeof OPERATION_STATUSES>()),
  total: orNull(asNumber),
  done: orNull(asNumber),
  outcome: orNull(asJson<Outcome>()),
  message: orNull(asText),
};

/** Whether an operation is an import that is not over: it may take back what it wrote by itself. */
const isImporting = sql`(o.source = 'import' AND EXISTS (SELECT 1 FROM imports i WHERE i.id = CAST(substr(o.request_id, 8) AS INTEGER) AND i.status IN ${ACTIVE_STATUSES}))`;

/** What came of an operation in the queue, as it is stored. */
export interface Outcome {
  unchanged?: number;
  without_points?: number;
}

/** Whether an undo would keep each row of an operation, since all of them changed what none touches: passwords, roles, the switch of an account. */
function changesOnlyAccounts(tables: UndoTables): SQL {
  const cases = [...tables].flatMap(([table, { resources }]) => {
    const left = resources.flatMap(({ notUndone }: Resource) => (Array.isArray(notUndone) ? notUndone : []));
    if (left.length === 0) return [];
    const same = left.map((name) => sql`h.before -> ${`$.${name}`} IS h.after -> ${`$.${name}`}`);
    const others = (row: SQL) => sql`json_remove(${row}, '$.version', '$.updated_at')`;
    return [
      sql`WHEN ${table} THEN NOT EXISTS (SELECT 1 FROM history h WHERE h.request_id = o.request_id
        AND (h.action <> 'update' OR (${sql.join(same, sql` AND `)} AND ${others(sql`h.before`)} IS NOT ${others(sql`h.after`)})))`,
    ];
  });
  return sql`(CASE o.entity ${sql.join(cases, sql` `)} ELSE 0 END)`;
}

function toOperation(tables: UndoTables, row: RowOf<typeof READERS>, lang: Lang): Operation {
  const { created, updated, deleted, undone_by, stopped, status, outcome } = row;
  const table = row.entity === null ? undefined : tables.get(row.entity);
  const reason = reasonOf(row, table !== undefined || isOfExpressions(row.entity));
  return {
    id: row.id,
    at: row.at,
    user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
    source: row.source,
    entity: table ? table.resources[0]!.contract.name : (row.entity ?? row.act),
    record: row.record,
    counts: { created, updated, deleted },
    undone_by: undone_by ?? stopped?.id ?? null,
    left: undone_by === null ? (stopped?.left ?? 0) : 0,
    undo_of: row.undo_of,
    held: row.held,
    kept_count: row.kept_count,
    undoable: reason === null,
    reason,
    run:
      status === null
        ? null
        : {
            status,
            total: row.total ?? 0,
            done: row.done ?? 0,
            unchanged: outcome?.unchanged ?? 0,
            without_points: outcome?.without_points ?? 0,
            message: (OPERATION_FAILURES as Readonly<Record<string, Text>>)[row.message ?? '']?.[lang] ?? row.message,
          },
  };
}

function reasonOf(row: RowOf<typeof READERS>, isUndone: boolean): Operation['reason'] {
  const { undone_by, source, status, importing, only_account } = row;
  if (undone_by !== null) return 'undone';
  if (importing || isWorkActive(status)) return 'running';
  if (row.created + row.updated + row.deleted === 0) return row.act === null ? 'nothing' : ACTS[row.act].reason;
  if (source === 'calculation') return 'calculation';
  if (only_account) return 'account';
  return isUndone ? null : 'settings';
}
