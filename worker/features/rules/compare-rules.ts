import type { EntityName } from '../../contracts/contracts.ts';
import { RULE_TABLES, type RuleTable } from '../../contracts/rule-tables.ts';
import { codeKey } from '../../platform/text/rule-identity.ts';
import type { RuleRows } from '../calculation/engine/rows.ts';

type Value = string | number | null;
type Row = Readonly<Record<string, unknown>> & { id: number };

/** The entity of each table of rules. */
export const RULE_ENTITIES = {
  standards: 'standards',
  tsubos: 'tsubos',
  base_points: 'formula-base-points',
  results: 'formula-results',
} as const satisfies Record<keyof typeof RULE_TABLES, EntityName>;

/** A field that differs; `record` is the row that says the new value, or said the old one, `place` its number among the rows of its table, `removed` where no row is left. */
export interface Difference {
  key: keyof typeof RULE_TABLES;
  identity: Record<string, Value>;
  record: number;
  removed: boolean;
  place?: number | undefined;
  field: string;
  old: Value;
  new: Value;
}

/**
 * The fields in which two sets of rules differ. Rows of tables are one row where they follow from the same one: `originOf` gives it, as it gives
 * the row that a standard names.
 */
export function compareRules(from: RuleRows, to: RuleRows, originOf: (key: 'tsubos' | 'base_points', id: number) => number): Difference[] {
  const keys = Object.keys(RULE_TABLES) as (keyof typeof RULE_TABLES)[];
  return keys.flatMap((key) => {
    const identify = (row: Row): Record<string, Value> => ({
      ...Object.fromEntries(RULE_TABLES[key].identity.map((column) => [column, row[column] as Value])),
      ...((key === 'tsubos' || key === 'base_points') && { row: originOf(key, row.id) }),
    });
    const index = (rows: readonly object[]) => new Map(rows.map((row) => [keyOf(identify(row as Row)), row as Row]));
    const [before, after] = [index(from[key]), index(to[key])];
    const places = new Map([...countPlaces(key, from[key]), ...countPlaces(key, to[key])]);
    return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
      const [one, other] = [before.get(name), after.get(name)];
      const row = (other ?? one)!;
      const identity = identify(row);
      const fields = Object.keys({ ...one, ...other }).filter((field) => field !== 'id' && !Object.hasOwn(identity, field));
      return fields.flatMap((field): Difference[] => {
        const [old, now] = [one, other].map((side) => meaning(side?.[field], field));
        return old === now
          ? []
          : [{ key, identity, record: row.id, removed: !other, place: places.get(row.id), field, old: old!, new: now! }];
      });
    });
  });

  function meaning(value: unknown, field: string): Value {
    if (value === null || value === undefined) return null;
    return field === 'tsubo_id' ? originOf('tsubos', Number(value)) : (value as Value);
  }
}

/** Of tables that have several rows of one code, the number of each row by its id, in the order in which they are tried. */
function* countPlaces(key: keyof typeof RULE_TABLES, rows: readonly object[]): Generator<[id: number, place: number]> {
  const { identity, whole }: RuleTable = RULE_TABLES[key];
  if (!whole) return;
  const counts = new Map<string, number>();
  for (const row of rows as readonly Row[]) {
    const code = codeKey(String(row[identity[0]!]));
    const place = (counts.get(code) ?? 0) + 1;
    counts.set(code, place);
    yield [row.id, place];
  }
}

const keyOf = (identity: Record<string, Value>): string =>
  JSON.stringify(Object.values(identity).map((value) => (typeof value === 'string' ? codeKey(value) : value)));
