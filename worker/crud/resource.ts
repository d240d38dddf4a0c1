import type { ResultSet } from '@libsql/client';
import { getTableColumns, getTableName, type SQL } from 'drizzle-orm';
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Clock } from '../clock.ts';
import type { Contract } from '../contracts/contract.ts';
import type { Fields } from '../contracts/fields.ts';
import type { RefRow } from '../contracts/ref-columns.ts';
import type { Lang } from '../contracts/text.ts';
import type { Actor, Caller } from './caller.ts';

export type Values = Record<string, unknown>;

export interface WriteContext {
  verb: 'create' | 'update' | 'delete';
  actor: Actor;
  lang: Lang;
  clock: Clock;
  source: 'screen' | 'import';
  /** The row as it was; undefined on create. */
  before: Values | undefined;
  /** The records that the body points to, by field. */
  refs: Readonly<Record<string, RefRow>>;
}

/** What an actor sees of an entity: rows that meet `where`, and only these fields. */
export interface Scope {
  where?: SQL;
  fields?: readonly string[];
}

/** What an update brings with it, beside its row and the row's history. */
export interface UpdateEffects {
  /** Run in the transaction of the update, before it: what they read is the row as it was. */
  statements: SQL[];
  /** Done after the answer, with the results of the statements; never for an update that was refused. */
  afterAnswer?(results: ResultSet[]): Promise<void>;
}

/** An update that is about to be written. */
export interface PendingUpdate {
  id: number;
  before: Values;
  /** The columns that it sets. */
  columns: Values;
  actor: Actor;
  /** True in SQL for the row of the table, unless the update is going to be refused as stale. Statements count on it. */
  target: SQL;
}

/** A query of the locked months (column `month`) that keep the former values of the changed fields; undefined where none can. */
export type LockedMonthsUsing = (id: number, changed: readonly string[]) => SQL | undefined;

interface Hooks {
  scope?(actor: Actor): Scope;
  /** Body values as column values, with what follows from them. */
  toInsert?(values: Values, context: WriteContext): Values | Promise<Values>;
  /** Throws when this write may not be. */
  guard?(values: Values, context: WriteContext): void | Promise<void>;
  afterRead?(row: Values): Values;
  lockedMonthsUsing?: LockedMonthsUsing;
  updateEffects?(update: PendingUpdate, caller: Caller): UpdateEffects | undefined;
}

interface Options extends Hooks {
  /** FTS5 table with the folded texts of the searched fields, row by row. */
  searchTable?: string;
}

/** A contract bound to its table. */
export interface Resource extends Options {
  readonly contract: Contract;
  readonly table: string;
  readonly columns: ReadonlySet<string>;
}

type TableFor<F extends Fields> = SQLiteTable & { [K in keyof F]: AnySQLiteColumn };

/** Binds a contract to its table; the compiler refuses a table without a column for each field. */
export function defineResource<F extends Fields>(contract: Contract<F>, table: TableFor<F>, options: Options = {}): Resource {
  return bindTable(contract, table, options);
}

/** The same for a table found by its name; that it has the columns is held by `tests/architecture.test.ts`. */
export function bindTable(contract: Contract, table: SQLiteTable, options: Options = {}): Resource {
  return { contract, table: getTableName(table), columns: new Set(Object.keys(getTableColumns(table))), ...options };
}

/** Table of an entity: its name with underscores. */
export function tableNameOf(entityName: string): string {
  return entityName.replaceAll('-', '_');
}
