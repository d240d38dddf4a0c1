import { type SQL, sql } from 'drizzle-orm';
import type { Values } from '../../../contracts/fields.ts';
import type { Database } from '../../../platform/db/client.ts';
import { query } from '../../../platform/db/query.ts';
import { asJson, readValue } from '../../../platform/db/typed-rows.ts';
import { exactNameKey } from '../../../platform/text/match-name.ts';
import type { Importable } from '../importable.ts';
import { shortHash } from './short-hash.ts';

/** Records read at once; an answer of the database ends at 10 MB, and a key may be a few thousand characters long. */
const PAGE_SIZE = 2000;

/**
 * The records of a table by what tells them apart. They are read a group at a time, those of one person and day, and kept: the time grows with
 * the records of the groups that a file names, not with its rows times those.
 */
export class KnownKeys {
  #db: Database;
  #importable: Pick<Importable, 'resource' | 'naturalKey'>;
  #groupFields: readonly string[];
  /** The groups that were read. */
  #groups = new Set<string>();
  /** The record with a key, or those with one: mostly it is one, and a list of one takes twice the room. */
  #ids = new Map<number, number | number[]>();

  constructor(db: Database, importable: Pick<Importable, 'resource' | 'naturalKey'>) {
    this.#db = db;
    this.#importable = importable;
    this.#groupFields = ['user_id', importable.resource.contract.dated ?? ''].filter((name) => importable.naturalKey.includes(name));
  }

  /** Reads the groups of these rows that were not read yet. */
  async load(rows: readonly Values[]): Promise<void> {
    const { naturalKey } = this.#importable;
    const groups = [...new Set(rows.map((values) => this.#groupOf(values)))].filter((group) => !this.#groups.has(group));
    for (const group of groups) this.#groups.add(group);
    const list = `[${groups.join()}]`;
    for (let after = 0; groups.length > 0; ) {
      const page = await this.#db.read(query(this.#selectPage(list, after), readValue(asJson<[number, ...unknown[]][]>())));
      for (const [id, ...cells] of page) {
        const values = Object.fromEntries(naturalKey.map((name, index) => [name, cells[index]]));
        const key = hashNaturalKey(naturalKey, values);
        const before = this.#ids.get(key);
        this.#ids.set(key, before === undefined ? id : [before, id].flat());
      }
      if (page.length < PAGE_SIZE) return;
      after = page.at(-1)![0];
    }
  }

  /** The records equal to the row, of a group that was loaded. */
  idsOf(values: Values): readonly number[] {
    const { naturalKey } = this.#importable;
    if (this.#ids.size === 0 || naturalKey.every((name) => (values[name] ?? null) === null)) return [];
    return [this.#ids.get(hashNaturalKey(naturalKey, values)) ?? []].flat();
  }

  /** The person and the day of a row, as a JSON list. */
  #groupOf(values: Values): string {
    return JSON.stringify(this.#groupFields.map((name) => values[name] ?? null));
  }

  /** One cell of [id, key fields…], in the order of the ids. The index of person and date finds the records of a group. */
  #selectPage(groups: string, after: number): SQL {
    const { resource, naturalKey } = this.#importable;
    const column = (name: string) => sql`t.${sql.identifier(name)}`;
    const table = sql.identifier(resource.table);
    const conditions = this.#groupFields.map((name, index) => sql`${column(name)} IS j.value ->> ${sql.raw(String(index))}`);
    const rows =
      conditions.length === 0 ? sql`${table} t` : sql`json_each(${groups}) j CROSS JOIN ${table} t ON ${sql.join(conditions, sql` AND `)}`;
    const cells = sql.join([sql`t.id`, ...naturalKey.map(column)], sql`, `);
    return sql`SELECT json_group_array(json(cells)) AS page FROM
      (SELECT json_array(${cells}) AS cells FROM ${rows} WHERE +t.id > ${after} ORDER BY t.id LIMIT ${PAGE_SIZE})`;
  }
}

/** One hash for rows that people would call the same: texts count as names do, without case, width and spaces. */
export function hashNaturalKey(naturalKey: readonly string[], values: Readonly<Values>): number {
  const parts = naturalKey.map((name) => {
    const value = values[name] ?? null;
    return typeof value === 'string' ? exactNameKey(value) || null : value;
  });
  return shortHash(JSON.stringify(parts));
}
