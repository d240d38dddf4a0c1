import { getTableColumns, getTableName, type SQL } from 'drizzle-orm';
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Contract } from '../contracts/contract.ts';
import type { Fields, Values } from '../contracts/fields.ts';
import type { RefRow } from '../contracts/ref-columns.ts';
import type { Lang } from '../contracts/text.ts';
import type { Actor, Caller } from '../platform/caller.ts';
import type { Clock } from '../platform/clock.ts';
import type { Query } from '../platform/db/query.ts';
import { type RowStore, tableStore } from '../platform/db/row-source.ts';

/** What the columns of a write follow from, beside its values. */
export interface DeriveContext {
  verb: 'create' | 'update' | 'delete';
  source: 'screen' | 'import' | 'crawl';
  /** The row as it was; undefined on create. */
  before: Values | undefined;
  /** The records that the values point to, by field. */
  refs: Readonly<Record<string, RefRow>>;
}

export interface WriteContext extends Omit<DeriveContext, 'source'> {
  /** An undo writes back what was there: nothing is derived from it. */
  source: DeriveContext['source'] | 'undo';
  actor: Actor;
  lang: Lang;
  clock: Clock;
  /** Images that the writer may name; none for a file. */
  images?: ReadonlySet<string>;
  /** What the answer warns of; not asked of files. */
  warnings?: string[];
}

/** What an actor sees of an entity: rows that meet `where`, and only these fields. */
export interface Scope {
  where?: SQL;
  fields?: readonly string[];
}

/** What updates bring with them, beside their rows and the rows' history. */
export interface UpdateEffects {
  /** Run in the transaction of the updates, before them: what they read is the rows as they were. */
  statements: SQL[];
  /** Done after the answer, with the ids of the records that were written; never when there are none. */
  afterAnswer?(written: ReadonlySet<number>): Promise<void>;
}

/** Updates that are about to be written. */
export interface PendingUpdates {
  /** The columns that change, with the row as it was read. */
  rows: readonly { id?: number; before: Values | undefined; columns: Values }[];
  /** Query of the ids of those that are going to be written. Statements count on it. */
  updated: SQL;
  actor: Actor;
}

/** A query of the locked months that keep the former values of records' changed fields, of records by a query of their ids; undefined where none can. */
export type LockedMonthsUsing = (ids: SQL, changed: readonly string[]) => SQL | undefined;

/** A row as it will be written: the columns that it sets, and what each of its columns holds before and after. */
export interface PendingRow {
  sets: ReadonlySet<string>;
  before(column: string): SQL;
  after(column: string): SQL;
}

interface Hooks {
  scope?(actor: Actor): Scope;
  /** The values of a new record, before anything else is made of them: a password becomes its hash. */
  prepareCreate?(values: Values, context: Omit<WriteContext, 'before'>): Promise<Values>;
  /** The values with the columns that follow from them. */
  deriveColumns?(values: Values, context: DeriveContext): Values;
  /** Throws when this write may not be. */
  guard?(values: Values, context: WriteContext): void;
  /** What else is against a row at the moment of its write: arms of a CASE that give a RowProblem; a record that is there is `t`. */
  problems?(row: PendingRow): SQL[];
  /** Of the images that these values name, those that a person may show. */
  selectImages?(rows: readonly Values[], userId: number): Query<ReadonlySet<string>>;
  afterRead?(row: Values): Values;
  lockedMonthsUsing?: LockedMonthsUsing;
  updateEffects?(updates: PendingUpdates, caller: Caller): UpdateEffects | undefined;
}

interface Options extends Hooks {
  /** FTS5 table with the folded texts of the searched fields, row by row. */
  searchTable?: string;
  /** Fields that an undo leaves as they are, such as a person's roles; `all` for records that none touches. */
  notUndone?: readonly string[] | 'all';
}

/** A contract bound to its table. */
export interface Resource extends Options {
  readonly contract: Contract;
  readonly table: string;
  readonly columns: ReadonlySet<string>;
  readonly store: RowStore;
}

type TableFor<F extends Fields> = SQLiteTable & { [K in keyof F]: AnySQLiteColumn };

/** Binds a contract to its table; the compiler refuses a table without a column for each field. */
export function defineResource<F extends Fields>(contract: Contract<F>, table: TableFor<F>, options: Options = {}): Resource {
  return bindTable(contract, table, options);
}

/** The same for a table found by its name; that it has the columns is held by `tests/architecture.test.ts`. */
export function bindTable(contract: Contract, table: SQLiteTable, options: Options = {}): Resource {
  const name = getTableName(table);
  return { contract, table: name, columns: new Set(Object.keys(getTableColumns(table))), store: tableStore(name), ...options };
}

/** The resource as a caller writes it: in a scenario elsewhere than in its table. */
export function resourceFor({ storeOf }: Pick<Caller, 'storeOf'>, resource: Resource): Resource {
  return storeOf ? { ...resource, store: storeOf(resource.table) } : resource;
}

/** Table of an entity: its name with underscores. */
export function tableNameOf(entityName: string): string {
  return entityName.replaceAll('-', '_');
}
