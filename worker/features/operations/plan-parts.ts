import { sql } from 'drizzle-orm';
import type { Values } from '../../contracts/fields.ts';
import { queryRefs } from '../../crud/refs.ts';
import type { Resource } from '../../crud/resource.ts';
import { queryRowsByIds } from '../../crud/row.ts';
import type { Actor, Caller } from '../../platform/caller.ts';
import { splitRows } from '../../platform/db/pieces.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { auditJsonText } from '../../platform/db/triggers/history.ts';
import { asJson, asNumber, readRows } from '../../platform/db/typed-rows.ts';
import { recordedTable } from '../../resources/recorded.ts';
import { type OperationChange, queryWritesSince } from './changes.ts';
import { joinPlans, planUndo, readFields } from './plan-undo.ts';
import type { UndoTable, UndoTables } from './tables.ts';
import { keepTablesWhole, queryTables, type TableState, type WholePlan } from './whole-tables.ts';

/** What is undone, and by whom. */
export interface Undoing {
  caller: Caller;
  tables: UndoTables;
  actor: Actor;
  /** The request of the operation. */
  request: string;
}

/** The changes of one table, and how each of them is reversed or why it stays. */
export interface PlannedPart {
  table: UndoTable;
  changes: readonly OperationChange[];
  plan: WholePlan;
  /** What was read of tables of rules, before anything else of the part. */
  state: TableState | undefined;
}

const UNTOUCHED = { later: [], isUndone: false };

/** Records of which one answer of the database tells what a plan needs to know. */
const RECORDS_PER_ANSWER = 500;

/** Plans by table how changes are reversed, by the records as they are now: one round trip for as many as one answer takes, and one for each further piece. */
export async function planParts({ caller, tables, actor, request }: Undoing, changes: readonly OperationChange[]): Promise<PlannedPart[]> {
  const parts = [...Map.groupBy(changes, ({ entity }) => entity)].flatMap(([name, ofTable]) =>
    tables.has(name) ? [{ name, table: tables.get(name)!, pieces: splitRows(ofTable, RECORDS_PER_ANSWER), changes: ofTable }] : [],
  );
  const readByTable = await caller.readMore(
    Object.fromEntries(
      parts.map(({ name, table, pieces, changes }) => [
        name,
        { state: queryTables(table.resources[0]!, changes), first: queryRecords(table, pieces[0]!, actor, request) },
      ]),
    ),
  );
  const planned: PlannedPart[] = [];
  for (const { name, table, pieces, changes } of parts) {
    const { state, first } = readByTable[name]!;
    const plans = [];
    for (const [number, piece] of pieces.entries()) {
      const records = number === 0 ? first : await caller.readMore(queryRecords(table, piece, actor, request));
      const { since, ...context } = records;
      const recorded = piece.map((change) => ({ ...change, ...(since.get(change.record_id) ?? UNTOUCHED) }));
      plans.push(planUndo(table.resources, recorded, { ...context, actor, lang: caller.lang, clock: caller.clock }));
    }
    const plan = keepTablesWhole(table.resources[0]!, changes, joinPlans(plans, RECORDS_PER_ANSWER), state);
    planned.push({ table, changes, state, plan });
  }
  return planned;
}

function queryRecords({ resources }: UndoTable, changes: readonly OperationChange[], actor: Actor, request: string) {
  const resource = resources[0]!;
  const ids = changes.map(({ record_id }) => record_id);
  return {
    found: queryRowsByIds(resource, ids, resource.scope?.(actor)),
    stored: queryStored(resource, ids),
    since: queryWritesSince(resource.table, changes, request),
    refs: queryRefs(
      resource.contract,
      changes.flatMap(({ before }) => (before ? [readFields(resource, before)] : [])),
    ),
  };
}

/** Records as the history would keep them now. */
function queryStored({ table }: Resource, ids: readonly number[]): Query<ReadonlyMap<number, Values>> {
  const statement = sql`SELECT t.id, ${sql.raw(auditJsonText(recordedTable(table)))} AS stored
    FROM json_each(${JSON.stringify(ids)}) j CROSS JOIN ${sql.identifier(table)} t ON t.id = j.value`;
  return query(
    query(statement, readRows({ id: asNumber, stored: asJson<Values>() })),
    (rows) => new Map(rows.map(({ id, stored }) => [id, stored])),
  );
}
