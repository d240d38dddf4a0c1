import type { ResultSet } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import { tableNameOf, type Values } from '../../crud/resource.ts';
import { type NamedRow, nameMatcher } from '../../text/match-name.ts';
import { listNumberReadings } from '../../text/read-number.ts';

/** What people write to name a row of an entity, the strongest first, and what of the row is needed later. */
const NAME_COLUMNS: Record<string, { keys: readonly string[]; carries: readonly string[]; accentBlind?: boolean }> = {
  users: { keys: ['code', 'username', 'employee_code', 'name'], carries: ['name', 'department_id', 'dept_grp_id', 'active'] },
  customers: { keys: ['code', 'name'], carries: ['name'] },
  'work-categories': { keys: ['work_name'], carries: ['work_name'] },
  departments: { keys: ['code', 'name'], carries: [] },
  department_groups: { keys: ['group_name'], carries: ['dept_id'] },
  pro_point: { keys: ['point'], carries: [] },
  // A note is no person and no customer: without its accents it is still the same.
  indirect_note: { keys: ['content'], carries: [], accentBlind: true },
};

/** The rows that cells can name, read once for a whole file. */
export interface Lookups {
  /** Ids of all that the text means, letter for letter; of several namesakes those who are active. */
  find(entity: string, text: string): readonly number[];
  /** Names that differ from the text by accents only: suggestions, never to be written. */
  similarNames(entity: string, text: string): readonly string[];
  row(entity: string, id: unknown): Values | undefined;
}

/** One statement per entity; its rows come packed, 5000 a page. */
export function selectLookups(entities: readonly string[]): SQL[] {
  return entities.map((entity) => {
    const { keys, carries } = NAME_COLUMNS[entity]!;
    const cells = ['id', ...keys, ...carries].map((name) => sql.identifier(name));
    return sql`SELECT json_group_array(json_array(${sql.join(cells, sql`, `)})) AS packed
      FROM ${sql.identifier(tableNameOf(entity))} GROUP BY id / 5000`;
  });
}

export function readLookups(entities: readonly string[], results: readonly ResultSet[]): Lookups {
  const known = new Map(entities.map((entity, index) => [entity, namesOf(entity, results[index]!)]));
  return {
    find(entity, text) {
      for (const spelling of spellings(text)) {
        const { matches, similar } = known.get(entity)!.match(spelling);
        const found = matches.length === 0 && NAME_COLUMNS[entity]!.accentBlind ? similar : matches;
        if (found.length > 0) return found.map(({ id }) => id);
      }
      return [];
    },
    similarNames: (entity, text) => [
      ...new Set(
        known
          .get(entity)!
          .match(text)
          .similar.map(({ name }) => name),
      ),
    ],
    row: (entity, id) => known.get(entity)?.rows.get(Number(id)),
  };
}

function namesOf(entity: string, { rows: pages }: ResultSet) {
  const { keys, carries } = NAME_COLUMNS[entity]!;
  const rows = new Map<number, Values>();
  const named: NamedRow<{ id: number; name: string }>[] = [];
  for (const page of pages) {
    for (const [id, ...cells] of JSON.parse(String(page.packed)) as [number, ...(string | number | null)[]][]) {
      const row: Values = { id, ...Object.fromEntries(carries.map((name, index) => [name, cells[keys.length + index]])) };
      rows.set(id, row);
      const names = cells.slice(0, keys.length);
      named.push({ row: { id, name: String(names.at(-1) ?? '') }, names, active: row.active !== 0 });
    }
  }
  return { match: nameMatcher(named), rows };
}

/** A number can be written in several ways: `1,20` means the factor 1.2. */
function spellings(text: string): string[] {
  return [...new Set([text, ...listNumberReadings(text).map(String)])];
}
