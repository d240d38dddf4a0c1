import type { ResultSet } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import { tableNameOf, type Values } from '../../crud/resource.ts';
import { fold } from '../../text/fold.ts';
import { numberReadings } from '../../text/read-number.ts';

/** What people write to name a row of an entity, the strongest first, and what of the row is needed later. */
const NAME_COLUMNS: Record<string, { keys: readonly string[]; carries: readonly string[] }> = {
  users: { keys: ['code', 'username', 'employee_code', 'name'], carries: ['name', 'department_id', 'dept_grp_id', 'active'] },
  customers: { keys: ['code', 'name'], carries: ['name'] },
  'work-categories': { keys: ['work_name'], carries: ['work_name'] },
  departments: { keys: ['code', 'name'], carries: [] },
  department_groups: { keys: ['group_name'], carries: ['dept_id'] },
  pro_point: { keys: ['point'], carries: [] },
  indirect_note: { keys: ['content'], carries: [] },
};

/** The rows that cells can name, read once for a whole file. */
export interface Lookups {
  /** Ids of all that the text can mean; of several namesakes those who are active. */
  find(entity: string, text: string): readonly number[];
  row(entity: string, id: unknown): Values | undefined;
}

/** One statement per entity; its rows come packed, 5000 a page. */
export function lookupStatements(entities: readonly string[]): SQL[] {
  return entities.map((entity) => {
    const { keys, carries } = NAME_COLUMNS[entity]!;
    const cells = ['id', ...keys, ...carries].map((name) => sql.identifier(name));
    return sql`SELECT json_group_array(json_array(${sql.join(cells, sql`, `)})) AS packed
      FROM ${sql.identifier(tableNameOf(entity))} GROUP BY id / 5000`;
  });
}

export function lookupsOf(entities: readonly string[], results: readonly ResultSet[]): Lookups {
  const known = new Map(entities.map((entity, index) => [entity, namesOf(entity, results[index]!)]));
  return {
    find(entity, text) {
      const { tiers, rows } = known.get(entity)!;
      for (const key of spellings(text)) {
        for (const tier of tiers) {
          const found = tier.get(key);
          if (!found) continue;
          const active = found.filter((id) => rows.get(id)!.active !== 0);
          return active.length > 0 ? active : found;
        }
      }
      return [];
    },
    row: (entity, id) => known.get(entity)?.rows.get(Number(id)),
  };
}

function namesOf(entity: string, { rows: pages }: ResultSet) {
  const { keys, carries } = NAME_COLUMNS[entity]!;
  const tiers = keys.map(() => new Map<string, number[]>());
  const rows = new Map<number, Values>();
  for (const page of pages) {
    for (const [id, ...cells] of JSON.parse(String(page.packed)) as [number, ...(string | number | null)[]][]) {
      rows.set(id, { id, ...Object.fromEntries(carries.map((name, index) => [name, cells[keys.length + index]])) });
      tiers.forEach((tier, index) => {
        const cell = cells[index];
        if (cell === null || cell === '') return;
        const key = nameKey(String(cell));
        const ids = tier.get(key);
        if (!ids) tier.set(key, [id]);
        else if (!ids.includes(id)) ids.push(id);
      });
    }
  }
  return { tiers, rows };
}

const nameKey = (text: string): string => fold(text).trim();

/** A number can be written in several ways: `1,20` means the factor 1.2. */
function spellings(text: string): string[] {
  return [...new Set([nameKey(text), ...numberReadings(text).map(String)])];
}
