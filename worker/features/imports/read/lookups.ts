import { type SQL, sql } from 'drizzle-orm';
import { listRefColumns, type RefRow, readRefRow } from '../../../contracts/ref-columns.ts';
import { tableNameOf } from '../../../crud/resource.ts';
import { type Query, query } from '../../../platform/db/query.ts';
import { asJson, readColumn } from '../../../platform/db/typed-rows.ts';
import { exactNameKey, type NamedRow, nameMatcher, similarNameKey } from '../../../platform/text/match-name.ts';
import { listNumberReadings } from '../../../platform/text/read-number.ts';
import { rememberResults } from '../../../platform/text/remember-results.ts';
import type { KnownNames } from './name-list.ts';

/** What people write to name a row of an entity, the strongest first; the first `equal` ones are equally strong. Who may leave has a column `active`. */
const NAME_COLUMNS: Record<
  string,
  { keys: readonly string[]; equal?: number; exclusive?: true; leaves?: boolean; accentBlind?: boolean; numeric?: boolean }
> = {
  // A text that is one person's code and another's name is asked for, never guessed.
  users: { keys: ['code', 'username', 'employee_code', 'name'], equal: 3, exclusive: true, leaves: true },
  customers: { keys: ['code', 'name'] },
  'work-categories': { keys: ['work_name'] },
  departments: { keys: ['code', 'name'] },
  department_groups: { keys: ['group_name'] },
  positions: { keys: ['name'] },
  companies: { keys: ['name'] },
  roles: { keys: ['name'] },
  contractors: { keys: ['code', 'name'] },
  tsubos: { keys: ['scale_factor_code'] },
  pro_point: { keys: ['point'], numeric: true },
  // A note is no person and no customer: without its accents it is still the same.
  indirect_note: { keys: ['content'], accentBlind: true },
};

/** Whether the rows of an entity go by numbers, so that a sum could be taken for one. */
export const isNamedByNumber = (entity: string | undefined): boolean => NAME_COLUMNS[entity ?? '']?.numeric === true;

/** Of an entity whose names each belong to one record: the fields of those, and of the names that several may share. */
export function listExclusiveNames(entity: string): { own: readonly string[]; shared: readonly string[] } {
  const { keys, equal = 0, exclusive } = NAME_COLUMNS[entity] ?? { keys: [] };
  return exclusive ? { own: keys.slice(0, equal), shared: keys.slice(equal) } : { own: [], shared: [] };
}

/** The rows that cells can name, read once for a whole file. */
export interface Lookups {
  /** Ids of all that the text means, letter for letter; of several namesakes those who are active. */
  find(entity: string, text: string): readonly number[];
  /** The names of an entity, letter for letter, for lists of them. */
  knownNames(entity: string): KnownNames;
  /** Names that differ from the text by accents, or by ㈱ for 株式会社, only: suggestions, never to be written. */
  similarNames(entity: string, text: string): readonly string[];
  /** At most three names that begin with the text: suggestions for who left the end off, beside which the text may be a new name. */
  longerNames(entity: string, text: string): readonly string[];
  /** Whether the row is called so by one of its names, whoever else is. */
  goesBy(entity: string, id: number, text: string): boolean;
  row(entity: string, id: unknown): RefRow | undefined;
  /** Whether there is no row at all. */
  isEmpty(entity: string): boolean;
  /** What people call the row; its id where it is gone. */
  nameOf(entity: string, id: unknown): string;
}

/** One statement per entity; its rows come packed, 5000 a page. */
export function selectLookups(entities: readonly string[]): Query<Lookups> {
  const named = entities.map((entity) => {
    const { keys, leaves } = NAME_COLUMNS[entity]!;
    const cells = [...listRefColumns(entity), ...keys].map((name) => sql.identifier(name));
    const statement = sql`SELECT json_group_array(json_array(${leaves ? sql`active` : sql`1`}, ${sql.join(cells, sql`, `)})) AS packed
      FROM ${sql.identifier(tableNameOf(entity))} GROUP BY id / 5000`;
    return query(query(statement, readColumn(asJson<NamedCells[]>())), (pages) => [entity, namesOf(entity, pages.flat())] as const);
  });
  return query(named, (names) => toLookups(new Map(names)));
}

/** Names offered in a list to choose from. */
const MAX_CHOICES = 5000;

/** What a cell may say to name each row of an entity that the condition holds for: its name, or its first key where several share the name. */
export function selectChoices(entity: string, condition: SQL = sql`1`): Query<string[]> {
  const { keys, leaves } = NAME_COLUMNS[entity]!;
  const columns = keys.map((key) => sql`t.${sql.identifier(key)}`);
  const statement = sql`SELECT json_array(${sql.join(columns, sql`, `)}) AS names FROM ${sql.identifier(tableNameOf(entity))} t
    WHERE ${leaves ? sql`t.active = 1` : sql`1`} AND (${condition}) ORDER BY ${columns.at(-1)} LIMIT ${MAX_CHOICES}`;
  return query(query(statement, readColumn(asJson<(string | number | null)[]>())), (rows) => {
    const shared = new Map<string, number>();
    const nameOf = (names: (string | number | null)[]) => String(names.at(-1) ?? '');
    for (const names of rows) shared.set(exactNameKey(nameOf(names)), (shared.get(exactNameKey(nameOf(names))) ?? 0) + 1);
    const choices = rows.map((names) =>
      shared.get(exactNameKey(nameOf(names))) === 1 ? nameOf(names) : String(names.find((name) => name) ?? ''),
    );
    return [...new Set(choices)].filter(Boolean);
  });
}

/** Whether the row is active, the columns that a write needs of it, then its names. */
type NamedCells = [active: number, ...cells: (string | number | null)[]];

function toLookups(known: ReadonlyMap<string, ReturnType<typeof namesOf>>): Lookups {
  const find = (entity: string, text: string): readonly number[] => {
    for (const spelling of listSpellings(entity, text)) {
      const { matches, similar } = known.get(entity)!.match(spelling);
      const found = matches.length === 0 && NAME_COLUMNS[entity]!.accentBlind ? similar : matches;
      if (found.length > 0) return found.map(({ id }) => id);
    }
    return [];
  };
  // A file names the same few people and customers in every row.
  const found = new Map([...known.keys()].map((entity) => [entity, rememberResults((text: string) => find(entity, text))]));
  return {
    find: (entity, text) => found.get(entity)!(text),
    knownNames: (entity) => ({
      isName: (text) => found.get(entity)!(text).length > 0,
      isBeginning: known.get(entity)!.isBeginning,
    }),
    similarNames(entity, text) {
      const { match, spelledOut } = known.get(entity)!;
      const names = match(text).similar.map(({ name }) => name);
      return names.length > 0 ? [...new Set(names)] : spelledOut(text);
    },
    longerNames: (entity, text) => known.get(entity)!.startingWith(similarNameKey(text)),
    goesBy(entity, id, text) {
      const keys = known.get(entity)!.keysOf(id);
      return listSpellings(entity, text).some((spelling) => keys.includes(exactNameKey(spelling)));
    },
    row: (entity, id) => known.get(entity)?.byId.get(Number(id)),
    isEmpty: (entity) => known.get(entity)!.byId.size === 0,
    nameOf: (entity, id) => known.get(entity)?.nameOf(Number(id)) ?? String(id),
  };
}

function namesOf(entity: string, list: readonly NamedCells[]) {
  const columns = listRefColumns(entity).length;
  const { equal = 0, exclusive = false } = NAME_COLUMNS[entity]!;
  const byId = new Map<number, RefRow>();
  const namesById = new Map<number, (string | number | null)[]>();
  const named: NamedRow<{ id: number; name: string }>[] = [];
  for (const [active, ...cells] of list) {
    const row = readRefRow(entity, cells);
    byId.set(row.id, row);
    const names = cells.slice(columns);
    namesById.set(row.id, names);
    const byStrength = [names.slice(0, equal), ...names.slice(equal)];
    named.push({ row: { id: row.id, name: String(names.at(-1) ?? '') }, names: byStrength, active: active !== 0 });
  }
  const keysOf = (id: number) => (namesById.get(id) ?? []).flatMap((name) => (name === null ? [] : [exactNameKey(String(name))]));
  let keys: string[] | undefined;
  const isBeginning = rememberResults((text: string) => {
    keys ??= [...namesById.keys()].flatMap(keysOf).sort();
    const key = exactNameKey(text);
    const from = findFirst(keys.length, (at) => keys![at]! >= key);
    return keys[from]?.startsWith(key) ?? false;
  });
  let sorted: { key: string; name: string }[] | undefined;
  const startingWith = (start: string) => {
    if (start.length < 2) return [];
    sorted ??= named
      .map(({ row: { name } }) => ({ key: similarNameKey(name), name }))
      .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    const from = findFirst(sorted.length, (at) => sorted![at]!.key >= start);
    const found = sorted.slice(from, from + MAX_SUGGESTIONS).filter(({ key }) => key.startsWith(start));
    return [...new Set(found.map(({ name }) => name))];
  };
  let byForm: Map<string, string[]> | undefined;
  const spelledOut = (text: string): readonly string[] => {
    byForm ??= Map.groupBy(
      named.map(({ row: { name } }) => name),
      shortFormKey,
    );
    return [...new Set(byForm.get(shortFormKey(text)))];
  };
  return {
    match: nameMatcher(named, { exclusive }),
    isBeginning,
    startingWith,
    spelledOut,
    byId,
    keysOf,
    nameOf: (id: number) => namesById.get(id)?.at(-1)?.toString(),
  };
}

/** A name with the legal form of its company as Japan shortens it. */
function shortFormKey(name: string): string {
  return similarNameKey(name).replace(/(株式|有限|合同)会社/g, (_, form: string) => `(${form === '合同' ? '同' : form[0]})`);
}

const MAX_SUGGESTIONS = 3;

/** The first place for which the condition holds, as it does for all after it; the count where it holds for none. */
function findFirst(count: number, holds: (at: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Names and codes are letters: `0123` is not `123`. What an entity calls by a number can be written in several ways: `1,20` is the factor 1.2. */
function listSpellings(entity: string, text: string): string[] {
  return NAME_COLUMNS[entity]!.numeric ? [...new Set([text, ...listNumberReadings(text).map(String)])] : [text];
}
