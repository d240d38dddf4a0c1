import { type SQL, sql } from 'drizzle-orm';
import type { KeptRow } from '../../contracts/calls/answers/operations.ts';
import type { operationCalls } from '../../contracts/calls/declared/operations.ts';
import type { Values } from '../../contracts/fields.ts';
import { type Envelope, readPage, toEnvelope } from '../../contracts/paging.ts';
import type { Resource } from '../../crud/resource.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import { query } from '../../platform/db/query.ts';
import { operationKeptRows } from '../../platform/db/schema/operations.ts';
import { asNumber, readRows, readValue } from '../../platform/db/typed-rows.ts';
import { requireRun } from '../../platform/queue/run-calls.ts';
import { selectOperation } from './list.ts';
import type { UndoTables } from './tables.ts';
import { operationWork } from './work.ts';

/** What a record is called, by its columns as the history keeps them or by its row; null where they are not known. */
export function titleOfRow({ contract }: Pick<Resource, 'contract'>, row: Values | null | undefined): string | null {
  const name = row?.[contract.title?.field ?? 'name'];
  return name === null || name === undefined ? null : String(name);
}

/** Keeps which records the operation of a request left as they are. The operation must be there. */
export function insertKeptRows(requestId: string, kept: readonly KeptRow[]): SQL[] {
  if (kept.length === 0) return [];
  return [
    sql`UPDATE operations SET kept = kept + ${kept.length} WHERE request_id = ${requestId}`,
    sql`INSERT INTO operation_kept_rows (operation_id, entity, record_id, title, reason, message)
    SELECT o.id, k.value ->> '$.entity', k.value ->> '$.id', k.value ->> '$.title', k.value ->> '$.reason', k.value ->> '$.message'
    FROM operations o CROSS JOIN json_each(${JSON.stringify(kept)}) k WHERE o.request_id = ${requestId} ORDER BY k.key`,
  ];
}

const { entity, record_id, title, reason, message } = operationKeptRows;

/** `GET operations/{id}/kept`, in the order in which they were met. */
export async function listKeptRows(
  tables: UndoTables,
  { caller, grant, id, values }: CallInput<typeof operationCalls.kept>,
): Promise<Envelope<KeptRow>> {
  const page = readPage(values);
  const ofOperation = sql`FROM operation_kept_rows WHERE operation_id = ${id}`;
  const { results } = await caller.read(grant, (actor) => ({
    operation: selectOperation(tables, actor, id, caller.lang),
    total: query(sql`SELECT COUNT(*) ${ofOperation}`, readValue(asNumber)),
    rows: query(
      sql`SELECT entity, record_id, title, reason, message ${ofOperation} ORDER BY id LIMIT ${page.limit} OFFSET ${(page.page - 1) * page.limit}`,
      readRows({ entity, record_id, title, reason, message }, ({ record_id, ...row }): KeptRow => ({ ...row, id: record_id })),
    ),
  }));
  requireRun(operationWork, results.operation, caller.lang);
  return toEnvelope(page, results.total, results.rows);
}
