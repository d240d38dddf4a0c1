import { type SQL, sql } from 'drizzle-orm';
import type { Values } from '../../contracts/fields.ts';
import { formatMonthKey } from '../../contracts/months.ts';
import type { RuleTable } from '../../contracts/rule-tables.ts';
import type { Resource } from '../../crud/resource.ts';
import { requireUnchanged } from '../../platform/db/fence.ts';
import { type Query, query } from '../../platform/db/query.ts';
import type { RowGroup, RowInput } from '../../platform/db/row-source.ts';
import { asNumber, asOption, asText, orNull, readRows, readValue } from '../../platform/db/typed-rows.ts';
import { AppError } from '../../platform/errors.ts';
import { identityOf } from '../../platform/text/rule-identity.ts';
import { LAST_RULE_WRITE } from '../calculation/rules-in-force.ts';
import type { OperationChange } from './changes.ts';
import type { UndoPlan } from './plan-undo.ts';

/** Rows of the tables of rules, a table being all rows of a code and a month, that an operation made or deleted rows of. */
export interface TableState {
  /** The last write of any rule, after which all this may be otherwise. */
  last_write: number;
  present: readonly TableRow[];
  /** Made by people and files, or deleted, since the operation began; each with its row of the history. */
  since: readonly (TableRow & { history_id: number; action: 'insert' | 'delete' })[];
}

interface TableRow {
  record_id: number;
  values: Values;
}

/** Reads them; nothing for records that are no rows of a table with a month. */
export function queryTables({ contract, table }: Resource, changes: readonly OperationChange[]): Query<TableState> | undefined {
  const rule = contract.versions;
  const rows = rule?.whole ? changes.filter((change) => rowOf(change)?.valid_from) : [];
  if (!rule || rows.length === 0) return undefined;
  const months = JSON.stringify([...new Set(rows.map((change) => rowOf(change)!.valid_from))]);
  const [code] = rule.identity as [string];
  const oldest = rows.reduce((least, { history_id }) => Math.min(least, history_id), Number.POSITIVE_INFINITY);
  const isOfMonth = sql`IN (SELECT value FROM json_each(${months}))`;
  const toRow = <Row extends { record_id: number; code: string | null; valid_from: string }>({ code: value, valid_from, ...row }: Row) => ({
    ...row,
    values: { [code]: value, valid_from },
  });
  return query(
    {
      last_write: query(sql`SELECT ${LAST_RULE_WRITE}`, readValue(asNumber)),
      present: query(
        sql`SELECT id AS record_id, ${sql.identifier(code)} AS code, valid_from FROM ${sql.identifier(table)} WHERE valid_from ${isOfMonth}`,
        readRows(CELLS, toRow),
      ),
      since: query(
        sql`SELECT id AS history_id, action, record_id, values_of ->> ${`$.${code}`} AS code, values_of ->> '$.valid_from' AS valid_from
        FROM (SELECT *, ifnull(before, after) AS values_of FROM history WHERE entity = ${table} AND id > ${oldest})
        WHERE (action = 'delete' OR (action = 'insert' AND source <> 'undo')) AND values_of ->> '$.valid_from' ${isOfMonth}`,
        readRows({ history_id: asNumber, action: asOption<'insert' | 'delete'>(), ...CELLS }, toRow),
      ),
    },
    (state) => state,
  );
}

/** Holds a write to what was read of tables: what is written since may have split them. */
export function requireSameTables(states: readonly (TableState | undefined)[]): SQL | undefined {
  const read = states.find((state) => state !== undefined);
  return read && requireUnchanged(sql`${LAST_RULE_WRITE} = ${read.last_write}`);
}

const CELLS = { record_id: asNumber, code: orNull(asText), valid_from: asText };

/** A plan by which no table is split. `joining` are the places of deleted rows that come back into a table that is there. */
export interface WholePlan extends UndoPlan {
  joining: ReadonlySet<number>;
}

/**
 * Keeps tables whole: the rows of a table that the operation made are taken away all or not at all, and so come back those of one that it
 * deleted; what the database has against one of them when it is written keeps the others. A row that was deleted from a table comes back
 * only while the table is there.
 */
export function keepTablesWhole(
  { contract }: Resource,
  changes: readonly OperationChange[],
  plan: UndoPlan,
  state: TableState | undefined,
): WholePlan {
  const joining = new Set<number>();
  const rule = contract.versions;
  if (!rule || !state) return { ...plan, joining };
  const ofTable = <Row extends TableRow>(rows: readonly Row[]) => Map.groupBy(rows, ({ values }) => tableKey(rule, values));
  const [present, changedSince] = [ofTable(state.present), ofTable(state.since)];
  const kept = new Map(plan.kept);
  const groups = new Map<number, RowGroup>();
  for (const places of groupByTable(rule, changes)) {
    const rows = places.map((place) => changes[place]!);
    const key = tableKey(rule, rowOf(rows[0]!)!);
    const ids = new Set(rows.map(({ record_id }) => record_id));
    const isOther = ({ record_id }: TableRow) => !ids.has(record_id);
    const others = (present.get(key) ?? []).filter(isOther).map(({ record_id }) => record_id);
    const stays = places.some((place) => kept.has(place));
    const { valid_from } = rowOf(rows[0]!)!;
    const month = formatMonthKey(String(valid_from));
    let problem: AppError | undefined;
    let isWhole = true;
    if (rows[0]!.after) {
      // Ids grow: an older row was there before the operation, which then made no table but added to one.
      const oldest = rows.reduce((least, { record_id }) => Math.min(least, record_id), Number.POSITIVE_INFINITY);
      isWhole = others.every((id) => id > oldest);
      if (isWhole && (stays || others.length > 0)) problem = new AppError('table_rows', { month });
    } else {
      const newest = rows.reduce((most, { history_id }) => Math.max(most, history_id), 0);
      const since = (changedSince.get(key) ?? []).filter((row) => row.history_id > newest && isOther(row));
      const isMade = (id: number) => since.some((row) => row.action === 'insert' && row.record_id === id);
      isWhole = others.every(isMade);
      if (!isWhole) for (const place of places) joining.add(place);
      else if (stays) problem = new AppError('table_rows', { month });
      else if (since.some(({ action }) => action === 'delete')) problem = new AppError('version_missing', { month });
    }
    if (problem) for (const place of places) if (!kept.has(place)) kept.set(place, problem);
    const group = { key: String(places[0]), problem: ['table_rows', String(valid_from)] };
    if (isWhole) for (const place of places) groups.set(place, group);
  }
  const toPlanned = <Row extends RowInput>(row: Row) => {
    const group = groups.get(row.index);
    return kept.has(row.index) ? [] : [group ? { ...row, group } : row];
  };
  return { restored: plan.restored.flatMap(toPlanned), removed: plan.removed.flatMap(toPlanned), kept, joining };
}

/** The row that an operation made, or the one that it deleted. */
const rowOf = ({ before, after }: OperationChange): Values | null => (before && after ? null : (before ?? after));

const tableKey = (rule: RuleTable, row: Values): string => JSON.stringify([identityOf(rule, row), row.valid_from]);

/** Places of made rows, and of deleted ones, of each table with a month. */
function groupByTable(rule: RuleTable, changes: readonly OperationChange[]): number[][] {
  const groups = Map.groupBy(changes.keys(), (place) => {
    const row = rowOf(changes[place]!);
    return row?.valid_from ? `${changes[place]!.after ? 'made' : 'deleted'} ${tableKey(rule, row)}` : undefined;
  });
  return [...groups].flatMap(([key, places]) => (key === undefined ? [] : [places]));
}
