import { type SQL, sql } from 'drizzle-orm';
import type { KeptRow } from '../../contracts/calls/answers/operations.ts';
import type { Lang } from '../../contracts/text.ts';
import { planStatements, queryProblems, type RowStatements } from '../../crud/plan-write.ts';
import { type Reference, selectUses } from '../../crud/references.ts';
import type { Resource, UpdateEffects } from '../../crud/resource.ts';
import type { Actor, Caller } from '../../platform/caller.ts';
import { isOutdated } from '../../platform/db/fence.ts';
import { isMonthLocked } from '../../platform/db/month-lock.ts';
import { type Plan, type Query, query } from '../../platform/db/query.ts';
import { listedRows, type RowInput, type RowSource } from '../../platform/db/row-source.ts';
import { AppError } from '../../platform/errors.ts';
import type { OperationChange } from './changes.ts';
import { insertKeptRows, titleOfRow } from './kept-rows.ts';
import { type PlannedPart, planParts, type Undoing } from './plan-parts.ts';
import type { UndoTable } from './tables.ts';
import { requireSameTables, type WholePlan } from './whole-tables.ts';
import { releaseUndone } from './work.ts';

/** Statements that run in the transaction of an undo, before and after its rows. After `before` the operation of the request is there. */
interface Around<Before extends Plan> {
  before: Before;
  after: Plan;
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
    const parts = await planParts(undoing, changes);
    const lastWrite = parts.find(({ state }) => state)?.state?.last_write;
    try {
      return await writeUndo(undoing, parts, around);
    } catch (error) {
      // Without another rule since the last attempt it was not that which ended it.
      if (!isOutdated(error) || lastWrite === former) throw error;
      if (attempt === MAX_ATTEMPTS) throw new AppError('too_busy');
      former = lastWrite;
    }
  }
}

async function writeUndo<Before extends Plan>(
  { caller, actor }: Undoing,
  parts: readonly PlannedPart[],
  { before, after }: Around<Before>,
) {
  const kept: KeptRow[] = [];
  const planned = parts.map(({ table, changes, plan }) => {
    for (const [place, error] of plan.kept) kept.push(toKeptRow(changes[place]!, table, error, caller.lang));
    return { table, changes, plan, ...planStatementsOf(table, plan, actor, caller) };
  });
  const fence = requireSameTables(parts.map(({ state }) => state));
  const stays = insertKeptRows(caller.requestId, kept);
  const early = kept.length;
  const written = await caller.write({ fence, before, parts: planned.map(({ write }) => write), stays, after }, 'undo');
  let reversed = 0;
  for (const [index, { table, changes, plan, effects }] of planned.entries()) {
    const late = written.parts[index]!;
    for (const [place, error] of late) kept.push(toKeptRow(changes[place]!, table, error, caller.lang));
    const ids = [...plan.restored, ...plan.removed].filter(({ index }) => !late.has(index)).map(({ id }) => id!);
    reversed += ids.length;
    for (const effect of effects)
      if (effect.afterAnswer && ids.length > 0) await caller.afterAnswer(() => effect.afterAnswer!(new Set(ids)));
  }
  if (kept.length > early)
    await caller.write(
      [...insertKeptRows(caller.requestId, kept.slice(early)), releaseUndone(sql`request_id = ${caller.requestId}`)],
      'undo',
    );
  return { reversed, kept, before: written.before };
}

interface PartStatements {
  write: Query<ReadonlyMap<number, AppError>>;
  effects: UpdateEffects[];
}

function planStatementsOf(
  { resources, references }: UndoTable,
  { restored, removed, joining }: WholePlan,
  actor: Actor,
  caller: Caller,
): PartStatements {
  const resource = resources[0]!;
  const removal = planRemoval(resource, removed, references, caller.lang);
  const { problems, updated, written } = planStatements(
    resource,
    restored.filter(({ index }) => !joining.has(index)),
    caller.lang,
    'new',
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

/** A change that stays, by the name that its record had after it, or before where it is gone. */
function toKeptRow({ record_id, before, after }: OperationChange, { resources }: UndoTable, error: AppError, lang: Lang): KeptRow {
  // A record that somebody wrote between the reading and the writing was changed since, too.
  const reason = error.code === 'stale' ? 'changed_since' : error.code;
  const message = Object.values(error.options.messages ?? {})[0] ?? error.body(lang, '').message;
  const { contract } = resources[0]!;
  return { entity: contract.name, id: record_id, title: titleOfRow({ contract }, after ?? before), reason, message };
}

/** The statements that remove records at the version that was read, unless something still refers to them. */
function planRemoval(
  resource: Resource,
  rows: readonly RowInput[],
  references: readonly Reference[],
  lang: Lang,
): Omit<RowStatements, 'updated'> {
  const table = sql.identifier(resource.table);
  const source = listedRows(rows);
  const records = sql`${source.from} LEFT JOIN ${table} t ON t.id = ${source.id}`;
  const problem = source.withGroup(findRemovalProblem(resource, references, source, lang), records);
  return {
    problems: queryProblems(
      resource,
      sql`SELECT * FROM (SELECT ${source.index} AS "index", ${problem} AS problem FROM ${records}) WHERE problem IS NOT NULL`,
      lang,
    ),
    written: [sql`DELETE FROM ${table} WHERE id IN (SELECT t.id FROM ${records} WHERE ${problem} IS NULL)`],
  };
}

/** What the database has against removing records: checked, in a locked month, written since, or used by others. */
function findRemovalProblem(resource: Resource, references: readonly Reference[], source: RowSource, lang: Lang): SQL {
  const { dated } = resource.contract;
  const date = dated && sql`t.${sql.identifier(dated)}`;
  const used = references.map(
    (reference) =>
      sql`WHEN EXISTS (SELECT 1 FROM ${selectUses(reference, sql`t.id`)}) THEN json_array('referenced', ${reference.label[lang]})`,
  );
  return sql`CASE WHEN t.id IS NULL THEN json_array('gone')
    ${resource.columns.has('is_checked') ? sql`WHEN t.is_checked = 1 THEN json_array('record_checked')` : sql``}
    ${date ? sql`WHEN ${isMonthLocked(date)} THEN json_array('month_locked', substr(${date}, 1, 7))` : sql``}
    WHEN t.version <> ${source.version} THEN json_array('stale') ${sql.join(used, sql` `)} END`;
}
