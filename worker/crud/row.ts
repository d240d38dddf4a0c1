import type { Value } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import { type Contract, META_FIELDS, type Relation } from '../contracts/contract.ts';
import type { Values } from '../contracts/fields.ts';
import type { Caller } from '../platform/caller.ts';
import { isMonthLocked } from '../platform/db/month-lock.ts';
import { type Query, query } from '../platform/db/query.ts';
import { selectValidTo } from '../platform/db/rule-versions.ts';
import { asBoolean, asNumber, asText, readFirst, readRows } from '../platform/db/typed-rows.ts';
import { type Resource, type Scope, tableNameOf } from './resource.ts';

/** How a resource's rows travel: what never changes from call to call is worked out once. */
interface Shape {
  names: string[];
  /** A row without values, parsed from JSON: its copies share one hidden class, where so many keys set one by one make a slow dictionary. */
  blank: Values;
  packed: SQL;
}

const shapes = new WeakMap<Contract, Map<string, Shape>>();
const dialect = new SQLiteAsyncDialect();

function shapeOf(contract: Contract, scope: Scope): Shape {
  const known = shapes.get(contract) ?? new Map<string, Shape>();
  shapes.set(contract, known);
  const key = scope.fields?.join() ?? '*';
  const shape = known.get(key) ?? makeShape(contract, scope);
  known.set(key, shape);
  return shape;
}

/** Keys of a row on the wire: the fields a scope lets see, then their relations. */
function makeShape(contract: Contract, scope: Scope): Shape {
  const seen = (name: string) => !scope.fields || scope.fields.includes(name);
  const own = Object.keys(contract.fields).filter((name) => !contract.fields[name]!.secret && seen(name));
  const fields = [...META_FIELDS.filter((name) => name === 'id' || !scope.fields), ...own];
  const relations = Object.entries(contract.relations).filter(([, relation]) => seen(relation.field));
  const cells = fields.map((name) => sentCell(contract, name));
  const versions = scope.fields ? undefined : contract.versions;
  const all = [
    ...cells,
    ...(versions ? [selectValidTo(versions)] : []),
    ...relations.map(([, relation]) => packedRelation(relation, !scope.fields)),
  ];
  // Names only, nothing bound: the text itself can be kept.
  const packed = sql.raw(dialect.sqlToQuery(sql`json_array(${sql.join(all, sql`, `)})`).sql);
  const names = [...fields, ...(versions ? ['valid_to'] : []), ...relations.map(([name]) => name)];
  return { names, blank: JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null])))), packed };
}

/** A field of alias t as it is sent. */
export function sentCell({ fields }: Contract, name: string): SQL {
  const cell = sql`t.${sql.identifier(name)}`;
  switch (fields[name]?.kind) {
    case 'refs':
    case 'values':
      return sql`json(${cell})`;
    case 'month':
      return sql`nullif(${cell}, '')`;
    default:
      return cell;
  }
}

/** A row packed into one JSON cell: the server packs twice as fast as it sends cells one by one. */
export function packRow({ contract }: Resource, scope: Scope = {}): SQL {
  return shapeOf(contract, scope).packed;
}

/** The row that a packed cell holds. */
export function unpackRow({ contract, afterRead }: Resource, packed: string, scope: Scope = {}): Values {
  const { names, blank } = shapeOf(contract, scope);
  const cells = JSON.parse(packed) as unknown[];
  const row = { ...blank };
  names.forEach((name, index) => {
    row[name] = cells[index];
  });
  return afterRead ? afterRead(row) : row;
}

const imageFields = new WeakMap<Contract, string[]>();

/** A row as it is sent: its images have addresses that a browser may open. */
export function addImageAddresses({ contract }: Resource, { signImages }: Pick<Caller, 'signImages'>, row: Values): Values {
  let names = imageFields.get(contract);
  if (!names) {
    names = Object.keys(contract.fields).filter((name) => contract.fields[name]!.rich || contract.fields[name]!.image);
    imageFields.set(contract, names);
  }
  const texts = names.flatMap((name) => (typeof row[name] === 'string' ? [[name, signImages(row[name])] as const] : []));
  return texts.length > 0 ? { ...row, ...Object.fromEntries(texts) } : row;
}

/** The row with this id, whether it lies in the scope, and whether its month is locked; undefined where there is none. */
export function queryRowById(resource: Resource, id: number | SQL, scope: Scope = {}): Query<FoundRow | undefined> {
  const statement = sql`SELECT ${selectRowWithState(resource, scope)} FROM ${resource.store.records} t WHERE t.id = ${id}`;
  return query(query(statement, readFirst(rowReaders(resource, scope))), (row) => row && toFoundRow(row));
}

/** The same of several ids, by id; a row that does not exist is left out. One id is bound: by it a scenario's row is looked up. */
export function queryRowsByIds(resource: Resource, ids: readonly number[], scope: Scope = {}): Query<ReadonlyMap<number, FoundRow>> {
  const listed = sql`json_each(${JSON.stringify(ids)}) j CROSS JOIN ${resource.store.records} t ON t.id = j.value`;
  const from = ids.length === 1 ? sql`${resource.store.records} t WHERE t.id = ${ids[0]}` : listed;
  const statement = sql`SELECT t.id, ${selectRowWithState(resource, scope)} FROM ${from}`;
  const rows = query(statement, readRows({ id: asNumber, ...rowReaders(resource, scope) }));
  return query(rows, (found) => new Map(found.map((row) => [row.id, toFoundRow(row)])));
}

function selectRowWithState(resource: Resource, scope: Scope): SQL {
  const { dated } = resource.contract;
  const locked = dated ? isMonthLocked(sql`t.${sql.identifier(dated)}`) : sql`0`;
  return sql`${packRow(resource, scope)} AS packed, (${scope.where ?? sql`1`}) IS TRUE AS in_scope, ${locked} AS locked`;
}

export interface FoundRow {
  row: Values;
  inScope: boolean;
  locked: boolean;
}

const rowReaders = (resource: Resource, scope: Scope) => ({
  packed: (cell: Value, name: string) => unpackRow(resource, asText(cell, name), scope),
  in_scope: asBoolean,
  locked: asBoolean,
});

function toFoundRow({ packed, in_scope, locked }: { packed: Values; in_scope: boolean; locked: boolean }): FoundRow {
  return { row: packed, inScope: in_scope, locked };
}

/** A relation as JSON: an object or null, or a list in the order of the ids. */
function packedRelation(relation: Relation, withLists: boolean): SQL {
  const table = sql.identifier(tableNameOf(relation.entity));
  const lists = Object.entries((withLists && relation.lists) || {}).map(([name, { entity, field, pick }]) => {
    const rows = sql`FROM ${sql.identifier(tableNameOf(entity))} l WHERE l.${sql.identifier(field)} = r.id ORDER BY l.id`;
    // The server's parser knows no ORDER BY inside an aggregate.
    return [name, sql`(SELECT json_group_array(json(o)) FROM (SELECT ${packedObject(columnsOf('l', pick))} AS o ${rows}))`] as const;
  });
  const picked = packedObject([...columnsOf('r', relation.pick), ...lists]);
  const field = sql`t.${sql.identifier(relation.field)}`;
  if (relation.kind === 'one') return sql`json((SELECT ${picked} FROM ${table} r WHERE r.id = ${field}))`;
  return sql`json((SELECT json_group_array(${picked}) FROM json_each(${field}) j JOIN ${table} r ON r.id = j.value))`;
}

const columnsOf = (alias: 'r' | 'l', names: readonly string[]) =>
  names.map((name) => [name, sql`${sql.raw(alias)}.${sql.identifier(name)}`] as const);

function packedObject(members: readonly (readonly [name: string, value: SQL])[]): SQL {
  return sql`json_object(${sql.join(
    members.flatMap(([name, value]) => [sql.raw(`'${name}'`), value]),
    sql`, `,
  )})`;
}
