import type { ReactNode } from 'react';
import type { ListedTotal, TotalRow, TotalSum } from '#contracts/calls/answers/totals.ts';
import { SUMMED, TOTAL_COLUMNS } from '#contracts/calls/totals.ts';
import type { Column } from '#contracts/contract.ts';
import { type DayRange, formatMonthKey } from '#contracts/months.ts';
import type { Row } from '../../api/client.ts';
import type { CellOptions } from '../../crud/list/cell.tsx';
import { formatNumber, translate } from '../../i18n/index.ts';
import { Factor, Figure } from '../../ui/table/figure.tsx';
import { daysWithin, RECORD_FIGURES, type RecordFigure, recordsPath } from '../month-close/record-paths.ts';

const FIRST = ['name', 'total_point_2', 'total_point_1', 'pro_index'];
/** The columns that people come for. */
const STRONG = 'total_point_2';
/** Columns that identify a person besides the name: hidden until they are chosen. */
const IDENTITY = ['username', 'employee_code', 'area', 'position_name'];

/** The columns on screen: whom and what one came for first, who they are besides last. Files keep the order of the contract. */
export const SCREEN_COLUMNS: readonly Column[] = [
  ...FIRST.flatMap((key) => TOTAL_COLUMNS.filter((column) => column.key === key)).map((column) =>
    column.key === STRONG ? { ...column, strong: true } : column,
  ),
  ...TOTAL_COLUMNS.filter(({ key }) => !FIRST.includes(key) && !IDENTITY.includes(key)),
  ...TOTAL_COLUMNS.filter(({ key }) => IDENTITY.includes(key)).map((column) => ({ ...column, folded: true })),
];

/** A row of the table, with its texts as people read them, on paper too; `month_key` is YYYY-MM. */
export type TotalTableRow = ListedTotal & { id: number; month_key: string };

/** A person has a row for each month. */
export function toTableRow(row: ListedTotal): TotalTableRow {
  return {
    ...row,
    id: row.user_id * 1_000_000 + Number(row.month.replace('-', '')),
    username: row.code ? `${row.username} (${row.code})` : row.username,
    month: formatMonthKey(row.month),
    month_key: row.month,
  };
}

interface CellContext {
  /** Days that narrow the months, where a range is asked for. */
  range: DayRange | undefined;
  me: number | undefined;
  /** Whether others' statements may be read. */
  readStatements: boolean;
  /** Whether the lists of records may be read. */
  readRecords: boolean;
}

/** Each figure leads to exactly the records that it is made of. */
export function totalCells(context: CellContext): NonNullable<CellOptions['cells']> {
  const figure = (key: keyof TotalRow, pathOf: (row: TotalTableRow) => string | undefined, note?: string) => (row: Row) => {
    const total = row as TotalTableRow;
    const to = pathOf(total);
    return <Figure value={total[key] as number | null} to={to} note={to ? undefined : note} />;
  };
  const statement = (row: TotalTableRow) => statementPath(row, context);
  const records = (key: RecordFigure) => (row: TotalTableRow) =>
    context.readRecords ? recordsPath(key, [row.user_id], daysWithin(row.month_key, context.range)) : undefined;
  const noStatement = translate(context.range ? 'total.no_statement_of_days' : 'total.no_statement_of_others');
  const noRating = translate('total.no_rating');
  return {
    total_point_1: figure('total_point_1', statement, noStatement),
    total_point_2: figure('total_point_2', statement, noStatement),
    pro_index: ({ pro_index, pro_id }) => (
      <Factor
        value={pro_index}
        to={pro_id && context.readRecords ? `/pro?id=${pro_id}` : undefined}
        note={pro_id === null ? noRating : undefined}
      />
    ),
    ...Object.fromEntries(RECORD_FIGURES.map((key) => [key, figure(key, records(key))])),
  };
}

/** The sums of all rows; those that a list of records can show exactly lead there, of the others the tooltip says what is added up. */
export function totalSums(
  { sum, total }: { sum: TotalSum; total: number },
  toRecords: ((figure: RecordFigure) => string) | undefined,
): Record<string, ReactNode> {
  const note = translate('total.sum_of_rows', { n: formatNumber(total) });
  return Object.fromEntries(
    SUMMED.map((key) => {
      const to = isRecordFigure(key) ? toRecords?.(key) : undefined;
      return [key, <Figure key={key} value={sum[key]} to={to} note={to ? undefined : note} />];
    }),
  );
}

const isRecordFigure = (key: string): key is RecordFigure => (RECORD_FIGURES as string[]).includes(key);

/** The month of a person line by line; none for a part of a month, which has no statement. */
export function statementPath({ user_id, month_key }: TotalTableRow, { range, me, readStatements }: CellContext): string | undefined {
  if (range || (user_id !== me && !readStatements)) return undefined;
  const [year, number] = month_key.split('-');
  return `${user_id === me ? '/my-points' : `/users/${user_id}/points`}?year=${year}&month=${Number(number)}`;
}
