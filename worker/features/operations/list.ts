import { type SQL, sql } from 'drizzle-orm';
import type { Operation } from '../../contracts/calls/answers/operations.ts';
import type { operationCalls } from '../../contracts/calls/declared/operations.ts';
import { OPERATION_PARAMS } from '../../contracts/calls/operations.ts';
import { isWorkActive } from '../../contracts/calls/run-status.ts';
import type { RUN_STATES } from '../../contracts/calls/runs.ts';
import { type Envelope, readPage, toEnvelope } from '../../contracts/paging.ts';
import { isAdmin } from '../../contracts/roles.ts';
import type { Lang } from '../../contracts/text.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import type { Actor } from '../../platform/caller.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { operations } from '../../platform/db/schema/operations.ts';
import { asBoolean, asJson, asNumber, asOption, asText, orNull, type RowOf, readRows, readValue } from '../../platform/db/typed-rows.ts';
import { invalidField } from '../../platform/parse-call.ts';
import { wordFailure } from '../../platform/queue/define-run.ts';
import { activeStatuses } from '../../platform/queue/run.ts';
import { requireRun } from '../../platform/queue/run-calls.ts';
import { RECORDED_TABLES } from '../../resources/recorded.ts';
import { toPeriodConditions } from '../history/history.ts';
import { personName } from '../history/person-name.ts';
import { ACTIVE_STATUSES } from '../imports/work.ts';
import type { UndoTables } from './tables.ts';
import { operationWork } from './work.ts';

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
        // What wrote nothing is none, but while the queue is at work on it, and where an undo has what it kept to tell.
        sql`(o.created + o.updated + o.deleted > 0 OR EXISTS (SELECT 1 FROM operation_runs r WHERE r.id = o.id
          AND (r.status IN ${activeStatuses(operationWork)} OR r.kind = 'undo' AND o.kept > 0)))`,
        ...(values.user_id ? [sql`o.user_id = ${values.user_id}`] : []),
        ...(written ? [sql`o.entity = ${written}`] : []),
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
  return requireRun(operationWork, results, caller.lang);
}

/** An operation that the person may see, as a list of at most one. */
export function selectOperation(tables: UndoTables, actor: Actor, id: number, lang: Lang): Query<Operation[]> {
  return selectOperations(tables, sql`SELECT o.id FROM operations o WHERE o.id = ${id} AND ${isVisible(actor)}`, lang);
}

export function isVisible({ id, roles }: Actor): SQL {
  return isAdmin(roles) ? sql`1` : sql`o.user_id = ${id}`;
}

/** The table of an entity or a recorded table, by its name; undefined for what no operation writes. */
function findWritten(tables: UndoTables, name: string): string | undefined {
  const ofEntity = [...tables].find(([, { resources }]) => resources.some(({ contract }) => contract.name === name));
  if (ofEntity) return ofEntity[0];
  return RECORDED_TABLES.some((table) => table.name === name) ? name : undefined;
}

/** Whether an operation wrote rows of a scenario that is no draft any more. */
const IS_CLOSED = sql`(o.entity = 'rule_scenario_rows' AND EXISTS (SELECT 1 FROM history h WHERE h.request_id = o.request_id AND h.entity = 'rule_scenario_rows'
  AND (SELECT status FROM rule_scenarios WHERE id = ifnull(h.after, h.before) ->> '$.scenario_id') IS NOT 'draft'))`;

function selectOperations(tables: UndoTables, ids: SQL, lang: Lang): Query<Operation[]> {
  // The undo that counts is the one that took all back, else the last that wrote anything.
  const undo = sql`(SELECT max(id) FROM operations WHERE undo_of = o.id AND (released = 0 OR created + updated + deleted > 0))`;
  const rows = sql`SELECT o.*, ${personName(sql`o.user_id`)} AS user_name, n.id AS undone_by, n.at AS undone_at, ifnull(n.left_rows, 0) AS left_of_undo,
      json_object('at', t.at, 'source', t.source, 'entity', t.entity, 'counts', json_object('created', t.created, 'updated', t.updated, 'deleted', t.deleted)) AS undoes,
      ifnull(i.status IN ${ACTIVE_STATUSES}, 0) AS importing, ${IS_CLOSED} AS closed, r.status, r.total, r.done, r.outcome, r.message
    FROM (${ids}) p CROSS JOIN operations o ON o.id = p.id LEFT JOIN users u ON u.id = o.user_id LEFT JOIN operations n ON n.id = ${undo}
      LEFT JOIN operations t ON t.id = o.undo_of LEFT JOIN operation_runs r ON r.id = o.id
      LEFT JOIN imports i ON o.source = 'import' AND i.id = CAST(substr(o.request_id, 8) AS INTEGER) ORDER BY o.id DESC`;
  return query(
    rows,
    readRows(READERS, (row) => toOperation(tables, row, lang)),
  );
}

const { id, at, user_id, entity, created, updated, deleted, undo_of, records, fields, kept } = operations;
const READERS = {
  ...{ id, at, user_id, entity, created, updated, deleted, undo_of, records, fields, kept },
  user_name: orNull(asText),
  source: asOption<Operation['source']>(),
  undone_by: orNull(asNumber),
  undone_at: orNull(asText),
  left_of_undo: asNumber,
  undoes: asJson<NonNullable<Operation['undoes']>>(),
  importing: asBoolean,
  closed: asBoolean,
  status: orNull(asOption<keyof typeof RUN_STATES>()),
  total: orNull(asNumber),
  done: orNull(asNumber),
  outcome: orNull(asJson<Outcome>()),
  message: orNull(asText),
};

/** What came of an operation in the queue, as it is stored. */
export interface Outcome {
  unchanged?: number;
  without_points?: number;
}

/** The entity that shows a table. */
const nameOfTable = (tables: UndoTables, table: string | null) =>
  (table === null ? undefined : tables.get(table)?.resources[0]?.contract.name) ?? table;

function toOperation(tables: UndoTables, row: RowOf<typeof READERS>, lang: Lang): Operation {
  const { created, updated, deleted, undone_by, undone_at, undo_of, undoes, status, outcome } = row;
  const changed = Object.entries(row.fields ?? {});
  const reason = reasonOf(row);
  return {
    id: row.id,
    at: row.at,
    user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
    source: row.source,
    entity: nameOfTable(tables, row.entity),
    records: row.records ?? [],
    fields: changed.map(([name]) => name),
    cleared: changed.flatMap(([name, isCleared]) => (isCleared === 1 ? [name] : [])),
    counts: { created, updated, deleted },
    ...{ undone_by, undone_at, undo_of },
    left: row.left_of_undo,
    undoes: undo_of === null ? null : { ...undoes, entity: nameOfTable(tables, undoes.entity) },
    kept_count: row.kept,
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
            message: wordFailure(operationWork, row.message, lang),
          },
  };
}

function reasonOf({ undone_by, left_of_undo, importing, closed, status, ...row }: RowOf<typeof READERS>): Operation['reason'] {
  if (undone_by !== null && left_of_undo === 0) return 'undone';
  if (importing || isWorkActive(status)) return 'running';
  if (closed) return 'closed';
  return row.created + row.updated + row.deleted === 0 ? 'nothing' : null;
}
