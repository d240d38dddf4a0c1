import { type SQL, sql } from 'drizzle-orm';
import type { Values } from '../../contracts/fields.ts';
import { planColumns } from '../../crud/column-values.ts';
import type { Resource } from '../../crud/resource.ts';
import { insertFromSource, listedRows, updateFromSource } from '../../platform/db/row-source.ts';
import { AppError } from '../../platform/errors.ts';
import type { RuleCells } from './changes.ts';
import { type ChangedRows, lineOf, readNumber, type TablePromotion } from './plan-promotion.ts';
import { FIRST_NEW_ID } from './store.ts';

/** What the statements of a promotion depend on, beside the plans of its tables. */
interface Promotion {
  resources: readonly Resource[];
  time: string;
  /** The newest id of each table. */
  sequences: Readonly<Record<string, number>>;
  rows: ReadonlyMap<string, ChangedRows>;
  /** What a rule is called where it is refused. */
  labelOf(table: string, row: RuleCells): string;
}

/**
 * The statements of all tables: what ends first, and standards last, which may name new scale rows. `naming` are live standards that name a scale row
 * of a changed table: one that the scenario does not change is added to the plan where its row goes.
 */
export function planPromotionStatements(
  tables: readonly TablePromotion[],
  naming: readonly RuleCells[],
  { resources, time, sequences, rows, labelOf }: Promotion,
): SQL[] {
  const placed = new Map(tables.map((plan) => [plan.rule.table, placeRows(plan, rows.get(plan.rule.table), sequences[plan.rule.table])]));
  /** The scale row that a standard names after the promotion: the same, or the one that follows from it. */
  const scaleRowOf = (row: RuleCells): number | null => {
    if (!row.tsubo_id) return null;
    const id = placed.get('tsubos')!.follow(readNumber(row, 'tsubo_id'));
    if (id === undefined) throw new AppError('scenario_names_old_row', { rule: labelOf('standards', row) });
    return id;
  };
  const standards = tables.find(({ rule }) => rule.table === 'standards')!;
  const planned = new Set([...standards.changed.map(({ id }) => id), ...standards.removed]);
  standards.changed.push(...naming.filter((row) => !planned.has(row.id!) && scaleRowOf(row) !== row.tsubo_id));

  const removals = tables.flatMap(({ rule, removed }) =>
    removed.length === 0
      ? []
      : [sql`DELETE FROM ${sql.identifier(rule.table)} WHERE id IN (SELECT value FROM json_each(${JSON.stringify(removed)}))`],
  );
  const isStandards = ({ rule }: TablePromotion) => Number(rule.table === 'standards');
  const writes = tables
    .toSorted((one, other) => isStandards(one) - isStandards(other))
    .flatMap(({ rule, made, changed }) => {
      const resource = resources.find(({ table }) => table === rule.table)!;
      const names = Object.keys(resource.contract.fields).filter((name) => !resource.contract.fields[name]!.readonly);
      const { idOf, originOf } = placed.get(rule.table)!;
      const toColumns = (row: RuleCells, before: Values | undefined, more: Values) => {
        const values = { ...Object.fromEntries(names.map((name) => [name, row[name] ?? null])), ...more };
        const scale = resource.columns.has('tsubo_id') && { tsubo_id: scaleRowOf(row) };
        const context = { verb: before ? ('update' as const) : ('create' as const), source: 'screen' as const, before, refs: {}, time };
        // A row that follows another one may say again what is there.
        return planColumns(resource, { ...values, ...scale }, context) ?? { updated_at: time };
      };
      const creates = made.map((row, index) => {
        const columns = toColumns(row, undefined, rule.whole ? { copied_from: originOf(row) } : {});
        return { index, columns: { ...columns, id: idOf(readNumber(row, 'id')) } };
      });
      const live = new Map([...naming, ...(rows.get(rule.table)?.live ?? [])].map((row) => [row.id, row]));
      const updates = changed.map((row, index) => ({ index, id: readNumber(row, 'id'), columns: toColumns(row, live.get(row.id!)!, {}) }));
      const columnsOf = (list: readonly { columns: Values }[]) => [...new Set(list.flatMap(({ columns }) => Object.keys(columns)))];
      return [
        ...(creates.length > 0 ? [insertFromSource(rule.table, columnsOf(creates), listedRows(creates))] : []),
        ...(updates.length > 0 ? [updateFromSource(rule.table, columnsOf(updates), listedRows(updates))] : []),
      ];
    });
  return [...removals, ...writes];
}

/** Which ids the rows of a table get that a promotion makes, `newest` being the last one given, and which of them follow from which. */
function placeRows({ made, removed }: TablePromotion, { live, scenario }: ChangedRows = { live: [], scenario: [] }, newest = 0) {
  const ids = new Map(made.map((row, at) => [readNumber(row, 'id'), newest + at + 1]));
  const gone = new Set(removed);
  const rows = new Map([...scenario, ...live].map((row) => [readNumber(row, 'id'), row]));
  const idOf = (id: number) => (id < FIRST_NEW_ID && !gone.has(id) ? id : ids.get(id));
  // One row of each line: the first that is there before those that are made.
  const ofLine = new Map<number, number>();
  for (const row of [...live, ...made]) {
    const id = idOf(readNumber(row, 'id'));
    if (id !== undefined && !ofLine.has(lineOf(row))) ofLine.set(lineOf(row), id);
  }
  return {
    idOf: (id: number) => ids.get(id),
    /** The row of the first version that a made row follows from; null for one that is the first itself. */
    originOf(row: RuleCells): number | null {
      const line = lineOf(row);
      if (line < FIRST_NEW_ID) return line;
      const first = ofLine.get(line)!;
      return first === ids.get(readNumber(row, 'id')) ? null : first;
    },
    /** The id of a row after the promotion: its own, or where it goes that of one which follows from the same row. */
    follow(id: number): number | undefined {
      const row = rows.get(id);
      return idOf(id) ?? (row && ofLine.get(lineOf(row)));
    },
  };
}
