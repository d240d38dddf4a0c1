import type { DirectPoints } from '../../../contracts/calls/answers/explanation.ts';
import { selectPieces } from '../../../platform/db/pieces.ts';
import { POINT_COLUMNS, selectMonthDirects } from '../../calculation/directs.ts';
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

const COLUMNS = ['user_id', 'chekkusha_id', 'calculation_id', 'is_updated', 'is_checked', ...POINT_COLUMNS];
const DIRECTS_PER_PIECE = 10_000;

/** All directs of a month, a piece at a time, in order of date and id. */
export async function* streamMonthDirects(read: Read, month: string, rules: readonly CompiledRules[]): AsyncGenerator<MonthDirect[]> {
  const options = { columns: COLUMNS, limit: DIRECTS_PER_PIECE };
  const readPieces = await read(selectPieces<MonthDirect>((last) => selectMonthDirects(month, last, rules, options), DIRECTS_PER_PIECE));
  yield* readPieces({ readMore: read });
}
