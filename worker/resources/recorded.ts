import { DATED_RULES, TOTALS_EXPRESSIONS } from '../contracts/rule-tables.ts';
import type { RecordedTable } from '../platform/db/triggers/recorded-table.ts';
import { RESOURCES } from './registry.ts';

/** Tables that are recorded though no entity has them. */
const OTHER_TABLES: RecordedTable[] = [
  { name: TOTALS_EXPRESSIONS.table },
  { name: 'user_locks' },
  { name: 'office_settings' },
  { name: 'crawl_settings' },
  { name: 'crawl_aliases' },
  { name: 'views' },
  { name: 'rule_scenario_rows' },
];

/** Tables that the figures of every month follow from, beside its records and its rules: people and factors. */
export const UNDATED_FIGURE_TABLES = ['users', 'positions', 'departments', 'department_groups', 'pro_point'];
/** A rating counts for every month after its own. */
const HELD_TABLES = new Set([...UNDATED_FIGURE_TABLES, ...DATED_RULES.map(({ table }) => table), 'pro']);

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
