import { TOTAL_COLUMNS, type TotalRow } from '#contracts/calls/totals.ts';
import type { Column } from '#contracts/contract.ts';
import { formatMonthKey, lastDay } from '#contracts/months.ts';
import type { CellOptions, Row } from '../../crud/list/cell.tsx';
import { formatFactor } from '../../i18n/format.ts';
import { TextLink } from '../../ui/link.tsx';
import { Figure } from '../../ui/table/figure.tsx';

const FIRST = ['name', 'total_point_2', 'total_point_1', 'pro_index'];
/** Columns that identify a person besides the name: hidden until they are chosen. */
const IDENTITY = ['username', 'employee_code', 'area', 'position_name'];

/** The columns on screen: whom and what one came for first, who they are besides last. Files keep the order of the contract. */
export const SCREEN_COLUMNS: readonly Column[] = [
  ...FIRST.flatMap((key) => TOTAL_COLUMNS.filter((column) => column.key === key)),
  ...TOTAL_COLUMNS.filter(({ key }) => !FIRST.includes(key) && !IDENTITY.includes(key)),
  ...TOTAL_COLUMNS.filter(({ key }) => IDENTITY.includes(key)).map((column) => ({ ...column, folded: true })),
];

/** A row of the table, with its texts as people read them, on paper too; `month_key` is YYYY-MM. */
export type TotalTableRow = TotalRow & { id: number; month_key: string };

/** A person has a row for each month. */
export function toTableRow(row: TotalRow): TotalTableRow {
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
  from: string | undefined;
  to: string | undefined;
  me: number | undefined;
  /** Whether others' statements may be read. */
  readStatements: boolean;
}

/** Each figure leads to exactly the records that it is made of. */
export function totalCells(context: CellContext): NonNullable<CellOptions['cells']> {
  const figure =
    (key: keyof TotalRow, pathOf: (row: TotalTableRow) => string | undefined, strong = false) =>
    (row: Row) => {
      const total = row as TotalTableRow;
      return <Figure value={total[key] as number | null} to={pathOf(total)} strong={strong} />;
    };
  const statement = (row: TotalTableRow) => statementPath(row, context);
  const records = (key: keyof ReturnType<typeof recordPaths>) => [key, figure(key, (row) => recordPaths(row, context)[key])] as const;
  return {
    name: (row) => {
      const path = statement(row as TotalTableRow);
      return path ? <TextLink to={path}>{String(row.name)}</TextLink> : String(row.name);
    },
    total_point_1: figure('total_point_1', statement),
    total_point_2: figure('total_point_2', statement, true),
    pro_index: (row) => (
      <TextLink to={recordPaths(row as TotalTableRow, context).pro_index}>
        <span className="text-text hover:text-accent">{formatFactor(row.pro_index)}</span>
      </TextLink>
    ),
    ...Object.fromEntries(
      (['direct_point', 'mistake_point_n', 'mistake_point_t', 'indirect_point_yes', 'indirect_point_no'] as const).map(records),
    ),
  };
}

/** The month of a person line by line; none for a part of a month, which has no statement. */
function statementPath({ user_id, month_key }: TotalTableRow, { from, to, me, readStatements }: CellContext): string | undefined {
  if (from || to || (user_id !== me && !readStatements)) return undefined;
  const [year, number] = month_key.split('-');
  return `${user_id === me ? '/my-points' : `/users/${user_id}/points`}?year=${year}&month=${Number(number)}`;
}

/** Addresses of the records behind a person's figures of a month, or of the days of it that were asked for. */
function recordPaths({ user_id, month_key }: TotalTableRow, { from, to }: Pick<CellContext, 'from' | 'to'>) {
  const [first, last] = [`${month_key}-01`, lastDay(month_key)];
  const [start, end] = [from && from > first ? from : first, to && to < last ? to : last];
  const days = `exc_start_time=${start}&exc_end_time=${end}`;
  return {
    direct_point: `/directs?person_id=${user_id}&${days}`,
    mistake_point_n: `/mistake?mistakes__user_id=${user_id}&detect_by=N&${days}`,
    mistake_point_t: `/mistake?mistakes__user_id=${user_id}&detect_by=T&${days}`,
    indirect_point_yes: `/indirect?indirects__user_id=${user_id}&indirect_point_type=C&${days}`,
    indirect_point_no: `/indirect?indirects__user_id=${user_id}&indirect_point_type=K&${days}`,
    // The latest rating counts until the month's end, however old it is.
    pro_index: `/pro?pro__user_id=${user_id}&exc_end_time=${last}&order_by=rate_at%20DESC`,
  };
}
