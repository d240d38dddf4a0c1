import { sql } from 'drizzle-orm';
import type { DirectPoints } from '../../../contracts/calls/answers/explanation.ts';
import { inMonth } from '../../../platform/db/date-ranges.ts';
import { type Query, query } from '../../../platform/db/query.ts';
import { asJson, readValue } from '../../../platform/db/typed-rows.ts';
import { POINT_COLUMNS } from '../../calculation/directs.ts';
import type { DirectRow } from '../../calculation/engine/rows.ts';
import type { CompiledRules } from '../../calculation/engine/rules.ts';
import type { Read } from './month-facts.ts';

/** A direct of a month with its points, who has them, and the columns that rules look at. */
export interface MonthDirect extends DirectRow, Partial<DirectPoints> {
  user_id: number | null;
  chekkusha_id: number | null;
  henkyaku_hi: string;
  calculation_id: number | null;
  is_updated: 0 | 1;
  is_checked: 0 | 1;
}

const OWN_COLUMNS = [
  'id',
  'henkyaku_hi',
  'user_id',
  'chekkusha_id',
  'customer_id',
  'work_category_id',
  'calculation_id',
  'is_updated',
  'is_checked',
];
const DIRECTS_PER_PIECE = 10_000;

/** All directs of a month, a piece at a time, in order of date and id. */
export async function* streamMonthDirects(read: Read, month: string, rules: readonly CompiledRules[]): AsyncGenerator<MonthDirect[]> {
  const looked = rules.flatMap(({ slots }) => slots.map(({ variable }) => variable.name));
  const columns = [...new Set<string>([...OWN_COLUMNS, ...POINT_COLUMNS, ...looked])];
  for (let after = { henkyaku_hi: '', id: 0 }; ; ) {
    const directs = await read(selectPieceAfter(month, columns, after));
    if (directs.length > 0) yield directs;
    if (directs.length < DIRECTS_PER_PIECE) return;
    const { henkyaku_hi, id } = directs.at(-1)!;
    after = { henkyaku_hi, id };
  }
}

function selectPieceAfter(month: string, columns: readonly string[], after: { henkyaku_hi: string; id: number }): Query<MonthDirect[]> {
  const names = sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );
  const packed = sql`SELECT json_group_array(json_array(${names})) AS packed FROM (SELECT ${names} FROM directs
    WHERE ${inMonth(sql`henkyaku_hi`, month)} AND (henkyaku_hi, id) > (${after.henkyaku_hi}, ${after.id})
    ORDER BY henkyaku_hi, id LIMIT ${DIRECTS_PER_PIECE})`;
  return query(query(packed, readValue(asJson<unknown[][]>())), (rows) => rows.map((cells) => toDirect(cells, columns)));
}

function toDirect(cells: readonly unknown[], columns: readonly string[]): MonthDirect {
  const direct: Record<string, unknown> = {};
  for (let at = 0; at < columns.length; at++) direct[columns[at]!] = cells[at];
  return direct as MonthDirect;
}
