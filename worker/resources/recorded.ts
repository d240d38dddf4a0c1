import type { RecordedTable } from '../db/triggers/recorded-table.ts';
import { RESOURCES } from './registry.ts';

/** Tables that are recorded though no entity has them. */
const OTHER_TABLES: RecordedTable[] = [{ name: 'totals_expressions' }, { name: 'user_locks' }, { name: 'office_settings' }];

/** Tables that the figures of every month follow from beside its records: people, factors, expressions and rules. */
export const FIGURE_TABLES = [
  ...['users', 'positions', 'departments', 'department_groups', 'pro_point', 'totals_expressions'],
  ...['standards', 'tsubos', 'formula_base_points', 'formula_results'],
];
/** A rating counts for every month after its own. */
const HELD_TABLES = new Set([...FIGURE_TABLES, 'pro']);

/** Every table whose writes leave a history row: those of the entities, each once, and the few others. */
export const RECORDED_TABLES: readonly RecordedTable[] = [
  ...new Map(
    RESOURCES.map(({ table, contract }): [string, RecordedTable] => [
      table,
      { name: table, ...(contract.dated && { dated: contract.dated }), checkable: Object.hasOwn(contract.fields, 'is_checked') },
    ]),
  ).values(),
  ...OTHER_TABLES,
].map((table) => ({ ...table, heldWhileLocking: HELD_TABLES.has(table.name) }));

/** The recorded tables that a month lock guards, with the column of their date. */
export const DATED_TABLES = RECORDED_TABLES.filter((table): table is RecordedTable & { dated: string } => table.dated !== undefined);
