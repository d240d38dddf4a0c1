import { DATED_RULES } from '../contracts/rule-tables.ts';
import type { RecordedTable } from '../platform/db/triggers/recorded-table.ts';
import { WRITTEN_RESOURCES } from './registry.ts';

/** Tables that are recorded though no entity has them. */
const OTHER_TABLES: RecordedTable[] = [
  { name: 'user_locks' },
  { name: 'office_settings' },
  { name: 'crawl_settings' },
  { name: 'crawl_aliases' },
  { name: 'payroll_map' },
  { name: 'payroll_exports' },
  { name: 'views' },
];

/** Tables that the figures of every month follow from, beside its records and its rules: people and factors. */
export const UNDATED_FIGURE_TABLES = ['users', 'positions', 'departments', 'department_groups', 'pro_point'];
/** A rating counts for every month after its own. */
const HELD_TABLES = new Set([...UNDATED_FIGURE_TABLES, ...DATED_RULES.map(({ table }) => table), 'pro']);

const HISTORY: Readonly<Record<string, Pick<RecordedTable, 'bulkSource' | 'unrecorded'>>> = {
  // The two columns repeat others under the names of the data.
  directs: { bulkSource: 'calculation', unrecorded: ['nani_keisuu', 'naniten'] },
  users: { unrecorded: ['password'] },
};

/** Tables of which rows are only ever added. */
export const APPEND_ONLY_TABLES = [
  'history',
  'month_lock_events',
  'month_seals',
  'month_seal_rows',
  'month_seal_copies',
  'month_seal_losses',
  'payroll_exports',
];

/** Every table whose writes leave a history row: those that the engine writes, each once, and the few others. */
export const RECORDED_TABLES: readonly RecordedTable[] = [
  ...new Map(
    WRITTEN_RESOURCES.map(({ table, contract, notUndone = [] }): [string, RecordedTable] => [
      table,
      {
        name: table,
        ...(contract.dated && { dated: contract.dated }),
        checkable: Object.hasOwn(contract.fields, 'is_checked'),
        ...(notUndone !== 'all' && { undo: { title: contract.title?.field ?? 'name', except: notUndone } }),
      },
    ]),
  ).values(),
  ...OTHER_TABLES,
].map((table) => ({ ...table, ...HISTORY[table.name], heldWhileLocking: HELD_TABLES.has(table.name) }));

/** Throws where the writes of a table are not recorded. */
export function recordedTable(name: string): RecordedTable {
  const found = RECORDED_TABLES.find((table) => table.name === name);
  if (!found) throw new Error(`the writes of ${name} are not recorded`);
  return found;
}

/** The recorded tables that a month lock guards, with the column of their date. */
export const DATED_TABLES = RECORDED_TABLES.filter((table): table is RecordedTable & { dated: string } => table.dated !== undefined);
