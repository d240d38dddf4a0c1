import { type SQL, sql } from 'drizzle-orm';
import type { KeptRow } from '../../contracts/calls/answers/operations.ts';
import type { Values } from '../../contracts/fields.ts';
import type { Lang } from '../../contracts/text.ts';
import { planStatements } from '../../crud/plan-write.ts';
import { queryRefs } from '../../crud/refs.ts';
import type { Resource, UpdateEffects } from '../../crud/resource.ts';
import { queryRowsByIds } from '../../crud/row.ts';
import type { Actor, Caller } from '../../platform/caller.ts';
import { isOutdated } from '../../platform/db/fence.ts';
import { type Plan, type Query, query } from '../../platform/db/query.ts';
import { auditJsonText } from '../../platform/db/triggers/history.ts';
import { asJson, asNumber, readRows } from '../../platform/db/typed-rows.ts';
import { AppError } from '../../platform/errors.ts';
import { recordedTable } from '../../resources/recorded.ts';
import { type OperationChange, queryLaterWrites } from './changes.ts';
import { insertKeptRows, titleOfRow } from './kept-rows.ts';
import { planRemoval } from './plan-removal.ts';
import { planUndo, readFields } from './plan-undo.ts';
import type { UndoTable, UndoTables } from './tables.ts';
import { isOfExpressions, refuseExpressions, restoreExpressions } from './undo-expressions.ts';
import { keepTablesWhole, queryTables, requireSameTables } from './whole-tables.ts';

/** Statements that run in the transaction of an undo, before and after its rows. After `before` the operation of the request is there. */
interface Around<Before extends Plan> {
  before: Before;
  after: Plan;
}

/** What is undone, and by whom. */
interface Undoing {
  caller: Caller;
  tables: UndoTables;
  actor: Actor;
  /** The request of the operation. */
  request: string;
}

/** Others write rules between the reading and the writing; so often it is read again. */
const MAX_ATTEMPTS = 5;

/**
 * Reverses changes in one transaction, newest table first, each record or not at all by itself, and keeps which stay. What others did since the
 * changes were read is found by the transaction itself; where rows of tables of rules are among them, which are judged together, it holds only
 * while no rule was written since they were read.
 */
export async function undoChanges<Before extends Plan>(undoing: Undoing, changes: readonly OperationChange[], around: Around<Before>) {
  let former: number | undefined;
  for (let attempt = 1; ; attempt++) {
    const read = await readParts(undoing, changes);
    const lastWrite = read.find(({ state }) => state.tables)?.state.tables?.last_write;
    try {
      return await writeUndo(undoing, changes, read, around);
    } catch (error) {
      // Without another rule since the last attempt it was not that which ended it.
      if (!isOutdated(error) || lastWrite === former) throw error;
      if (attempt === MAX_ATTEMPTS) throw new AppError('too_busy');
      former = lastWrite;
    }
  }
}

type ReadPart = Awaited<ReturnType<typeof readParts>>[number];

/** The changes by table, with what a plan needs to know of the records as they are now. */
async function readParts({ caller, tables, actor, request }: Undoing, changes: readonly OperationChange[]) {
  const parts = [...Map.groupBy(changes, ({ entity }) => entity)].flatMap(([name, ofTable]) =>
    tables.has(name) ? [{ table: tables.get(name)!, changes: ofTable }] : [],
  );
  const requests = [request, caller.requestId];
  const read = await caller.readMore(parts.map(({ table, changes }) => queryState(table, changes, actor, requests)));
  return parts.map((part, index) => ({ ...part, state: read[index]! }));
}

async function writeUndo<Before extends Plan>(
  { caller, tables, actor, request }: Undoing,
  changes: readonly OperationChange[],
  parts: readonly ReadPart[],
  { before, after }: Around<Before>,
) {
  const foreign = changes.filter(({ entity }) => !tables.has(entity) && !isOfExpressions(entity));
  const kept = foreign.map((change) => toKeptRow(change, undefined, new AppError('not_undoable', { why: change.entity }), caller.lang));
  const planned = parts.map(({ table, changes, state }) => {
    const { tables: present, later, ...rest } = state;
    const withLater = changes.map((change) => ({ ...change, later: later.get(change.record_id) ?? [] }));
    const wanted = planUndo(table.resources, withLater, { ...rest, actor, lang: caller.lang, clock: caller.clock });
    const plan = keepTablesWhole(table.resources[0]!, changes, wanted, present);
    for (const [place, error] of plan.kept) kept.push(toKeptRow(changes[place]!, table, error, caller.lang));
    return { table, changes, plan, ...planPart(table, plan, actor, caller) };
  });
  const expressions = changes.filter(({ entity }) => isOfExpressions(entity));
  const refusal = expressions.length > 0 ? await refuseExpressions(caller, expressions, [request, caller.requestId], actor) : undefined;
  if (refusal) kept.push(...expressions.map((change) => toKeptRow(change, undefined, refusal, caller.lang)));
  const restored = refusal || expressions.length === 0 ? undefined : restoreExpressions(expressions, caller.clock.time());
  const fence = requireSameTables(parts.map(({ state }) => state.tables));
  const stays = insertKeptRows(caller.requestId, kept);
  const early = kept.length;
  const written = await caller.write({ fence, before, parts: planned.map(({ write }) => write), restored, stays, after }, 'undo');
  let reversed = written.restored?.size ?? 0;
  for (const change of restored ? expressions : [])
    if (!written.restored!.has(change.record_id)) kept.push(toKeptRow(change, undefined, new AppError('stale'), caller.lang));
  for (const [index, { table, changes, plan, effects }] of planned.entries()) {
    const late = written.parts[index]!;
    for (const [place, error] of late) kept.push(toKeptRow(changes[place]!, table, error, caller.lang));
    const ids = [...plan.restored, ...plan.removed].filter(({ index }) => !late.has(index)).map(({ id }) => id!);
    reversed += ids.length;
    for (const effect of effects)
      if (effect.afterAnswer && ids.length > 0) await caller.afterAnswer(() => effect.afterAnswer!(new Set(ids)));
  }
  if (kept.length > early) await caller.write({ stays: insertKeptRows(caller.requestId, kept.slice(early)) }, 'undo');
  return { reversed, kept, before: written.before };
}

function queryState({ resources }: UndoTable, changes: readonly OperationChange[], actor: Actor, requests: readonly string[]) {
  const resource = resources[0]!;
  const ids = changes.map(({ record_id }) => record_id);
  return {
    found: queryRowsByIds(resource, ids, resource.scope?.(actor)),
    stored: queryStored(resource, ids),
    later: queryLaterWrites(resource.table, changes, requests),
    tables: queryTables(resource, changes),
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

interface PlannedPart {
  write: Query<ReadonlyMap<number, AppError>>;
  effects: UpdateEffects[];
}

function planPart(
  { resources, references }: UndoTable,
  { restored, removed, joining }: ReturnType<typeof keepTablesWhole>,
  actor: Actor,
  caller: Caller,
): PlannedPart {
  const resource = resources[0]!;
  const removal = planRemoval(resource, removed, references, caller.lang);
  const { problems, updated, written } = planStatements(
    resource,
    restored.filter(({ index }) => !joining.has(index)),
    caller.lang,
    true,
  );
  const joins = restored.filter(({ index }) => joining.has(index));
  const joined = planStatements(resource, joins, caller.lang);
  const changed = restored.flatMap(({ before, ...row }) => (before ? [{ ...row, before }] : []));
  // Two entities of one table may bring the same with them.
  const brought = new Set(resources.map(({ updateEffects }) => updateEffects));
  const effects = [...brought].flatMap((updateEffects) => updateEffects?.({ rows: changed, updated, actor }, caller) ?? []);
  const statements: SQL[] = effects.flatMap(({ statements }) => statements);
  const write = query(
    {
      gone: removed.length > 0 ? removal : undefined,
      effects: statements,
      problems,
      written,
      joined: joins.length > 0 ? { problems: joined.problems, written: joined.written } : undefined,
    },
    ({ gone, problems, joined }) => new Map([...(gone?.problems ?? []), ...problems, ...(joined?.problems ?? [])]),
  );
  return { write, effects };
}

/** A change that stays, by the name that its record had after it, or before where it is gone; of a table without an entity the name of the table. */
function toKeptRow(
  { entity, record_id, before, after }: OperationChange,
  table: UndoTable | undefined,
  error: AppError,
  lang: Lang,
): KeptRow {
  // A record that somebody wrote between the reading and the writing was changed since, too.
  const reason = error.code === 'stale' ? 'changed_since' : error.code;
  const message = Object.values(error.options.messages ?? {})[0] ?? error.body(lang, '').message;
  const resource = table?.resources[0];
  const title = resource ? titleOfRow(resource, after ?? before) : null;
  return { entity: resource?.contract.name ?? entity, id: record_id, title, reason, message };
}
