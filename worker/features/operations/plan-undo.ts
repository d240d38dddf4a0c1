import { labelOf } from '../../contracts/contract.ts';
import { isKeptAsJson, type Values } from '../../contracts/fields.ts';
import { isGranted } from '../../contracts/roles.ts';
import { lowerFirstLetter } from '../../contracts/text.ts';
import type { PlanContext } from '../../crud/plan-write.ts';
import { requireVisible, requireWritable } from '../../crud/read.ts';
import { requireRefs } from '../../crud/refs.ts';
import type { Resource } from '../../crud/resource.ts';
import type { RowInput } from '../../platform/db/row-source.ts';
import { AppError } from '../../platform/errors.ts';
import { deriveTextKeys } from '../../platform/text/text-keys.ts';

/** What an operation did to a record: its columns before and after as the history keeps them, null where it was not there. */
export interface RecordedChange extends WritesSince {
  record_id: number;
  before: Values | null;
  after: Values | null;
}

/** What came of a change. */
export interface WritesSince {
  /** Writes of the record since, oldest first, but for those that were undone and their undos. */
  later: readonly LaterWrite[];
  /** It was taken back by an undo that stands. */
  isUndone: boolean;
}

export interface LaterWrite {
  /** Name of the person, or what wrote in nobody's name. */
  by: string;
  source: string;
  before: Values | null;
  after: Values | null;
}

export interface UndoContext extends Omit<PlanContext, 'source' | 'lockedMonths'> {
  /** The records as the history would keep them now, by id. */
  stored: ReadonlyMap<number, Values>;
}

/** What is written to reverse changes; each row has the place of its change as index. */
export interface UndoPlan {
  /** Former values of changed records; those of removed ones too, which are made again under their id. */
  restored: readonly (RowInput & { before?: Values })[];
  /** Records that the operation made. */
  removed: readonly RowInput[];
  /** Why changes stay, by their place. */
  kept: ReadonlyMap<number, AppError>;
}

const UNTRACKED = new Set(['version', 'updated_at', 'created_at']);

/**
 * Decides how changes of one table are reversed, and which stay: only the columns that the operation changed are written back, and only where
 * nobody wrote them since; what is undone is passed over. `resources` are those of the table; the person needs the right by one of them. Reads and writes nothing.
 */
export function planUndo(resources: readonly Resource[], changes: readonly RecordedChange[], context: UndoContext): UndoPlan {
  const restored: (RowInput & { before?: Values })[] = [];
  const removed: RowInput[] = [];
  const kept = new Map<number, AppError>();
  changes.forEach((change, index) => {
    if (change.isUndone) return;
    try {
      if (!change.before) removed.push({ index, ...planRemoval(resources, change, context) });
      else if (!change.after) restored.push({ index, ...planReturn(resources, change, context) });
      else {
        const planned = planReversal(resources, change, context);
        if (planned) restored.push({ index, ...planned });
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      kept.set(index, error);
    }
  });
  return { restored, removed, kept };
}

/** One plan of those of equal pieces of a list of changes. */
export function joinPlans(plans: readonly UndoPlan[], size: number): UndoPlan {
  const move = <Row extends RowInput>(rows: readonly Row[], by: number) => rows.map((row) => ({ ...row, index: row.index + by }));
  return {
    restored: plans.flatMap(({ restored }, at) => move(restored, at * size)),
    removed: plans.flatMap(({ removed }, at) => move(removed, at * size)),
    kept: new Map(plans.flatMap(({ kept }, at) => [...kept].map(([index, error]) => [index + at * size, error] as const))),
  };
}

type Planned = Omit<RowInput, 'index'> & { before?: Values };

/** The former values of the columns that an update changed; undefined where it changed none that count. */
function planReversal(
  resources: readonly Resource[],
  { record_id: id, before, after, later }: RecordedChange,
  context: UndoContext,
): Planned | undefined {
  const names = listDifferent(before!, after!).filter((name) => resources[0]!.columns.has(name));
  if (names.length === 0) return undefined;
  const found = context.found.get(id);
  const stored = context.stored.get(id);
  const overtaking = later.findLast(
    (write) => !write.after || !write.before || names.some((name) => write.before![name] !== write.after![name]),
  );
  if (overtaking) throw new AppError('changed_since', { by: overtaking.by });
  refuseLeft(resources[0]!, names, context);
  const onlyCheck = names.every((name) => name === 'is_checked');
  const resource = requireRight(resources, onlyCheck ? 'check' : 'update', context);
  const { row } = requireVisible(resource, found, context.lang);
  if (names.some((name) => stored![name] !== after![name])) throw new AppError('stale');
  const columns = pick(before!, names);
  requireWritable(resource, found!, columns);
  guardValues(resource, columns, 'update', row, context);
  return { id, version: row.version as number, columns: withKeys(resource, columns, context), before: row };
}

/** Throws where the change touches what no undo does, such as a person's roles. */
function refuseLeft({ contract, notUndone = [] }: Resource, names: readonly string[], { lang }: UndoContext): void {
  const left = names.filter((name) => notUndone === 'all' || notUndone.includes(name));
  if (left.length > 0)
    throw new AppError('not_undoable', { why: left.map((name) => lowerFirstLetter(labelOf(contract, name, lang))).join(', ') });
}

/** The record that a deletion removed. Of what no undo gives back, flags are off and the rest is as in a new record: a person returns without roles, locked out. */
function planReturn(resources: readonly Resource[], { record_id: id, before }: RecordedChange, context: UndoContext): Planned {
  const resource = requireRight(resources, 'create', context);
  if (context.stored.has(id)) throw new AppError('id_taken');
  const left = resource.notUndone ?? [];
  const names = Object.keys(before!).filter((name) => resource.columns.has(name) && !left.includes(name));
  const off = left === 'all' ? [] : left.filter((name) => typeof before![name] === 'number').map((name) => [name, 0]);
  const columns = { ...pick(before!, names), ...Object.fromEntries(off), id, version: (before!.version as number) + 1 };
  guardValues(resource, columns, 'create', undefined, context);
  return { id, columns: withKeys(resource, columns, context) };
}

/** The record that was made, unless somebody wrote it since; points that were calculated for it go with it. */
function planRemoval(resources: readonly Resource[], { record_id: id, later }: RecordedChange, context: UndoContext): Planned {
  const overtaking = later.findLast(({ source }) => source !== 'calculation');
  if (overtaking) throw new AppError('changed_since', { by: overtaking.by });
  const resource = requireRight(resources, 'delete', context);
  const found = requireVisible(resource, context.found.get(id), context.lang);
  requireWritable(resource, found);
  guardValues(resource, {}, 'delete', found.row, context);
  return { id, version: found.row.version as number, columns: {} };
}

/** The resource by which the person may do this. */
function requireRight(resources: readonly Resource[], verb: 'check' | 'update' | 'create' | 'delete', { actor }: UndoContext): Resource {
  const resource = resources.find(({ contract }) => isGranted(actor.roles, contract.access[verb]));
  if (!resource) throw new AppError('forbidden');
  return resource;
}

function guardValues(
  resource: Resource,
  columns: Values,
  verb: 'update' | 'create' | 'delete',
  before: Values | undefined,
  context: UndoContext,
): void {
  const { actor, lang, clock } = context;
  const values = readFields(resource, columns);
  const refs = requireRefs(resource.contract, values, context.refs, lang);
  resource.guard?.(values, { verb, actor, lang, clock, source: 'undo', before, refs });
}

/** Columns of the history as values of the fields that people write. */
export function readFields({ contract }: Resource, columns: Values): Values {
  const fields = Object.entries(contract.fields).filter(([name, field]) => Object.hasOwn(columns, name) && !field.readonly);
  return Object.fromEntries(
    fields.map(([name, { kind }]) => [
      name,
      isKeptAsJson(kind) && typeof columns[name] === 'string' ? JSON.parse(columns[name]) : columns[name],
    ]),
  );
}

function withKeys(resource: Resource, columns: Values, { clock }: UndoContext): Values {
  const keys = Object.entries(columns).map(([name, value]) => deriveTextKeys(resource, name, value));
  return Object.assign({ ...columns, updated_at: clock.time() }, ...keys);
}

const pick = (row: Values, names: readonly string[]): Values => Object.fromEntries(names.map((name) => [name, row[name] ?? null]));

function listDifferent(before: Values, after: Values): string[] {
  return Object.keys(after).filter((name) => !UNTRACKED.has(name) && before[name] !== after[name]);
}
