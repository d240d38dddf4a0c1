import { useMemo } from 'react';
import type { MonthSealMark, SealMark } from '#contracts/calls/answers/month-seals.ts';
import type { ListedTotal, TotalSum } from '#contracts/calls/answers/totals.ts';
import { completeRange } from '#contracts/months.ts';
import type { Page } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import type { Row } from '../../crud/list/cell.tsx';
import { useText } from '../../i18n/index.ts';
import { officeToday } from '../../i18n/office-today.ts';
import { ACTIONS } from '../../layout/access.ts';
import { daysOf, type RecordFigure, recordsPath } from '../month-close/record-paths.ts';
import { statementPath, type TotalTableRow, totalCells, totalSums } from './columns.tsx';

/** `people`: ids of those of the asked department or group that have rows; null where no list can name them. */
export type TotalsAnswer = Page<ListedTotal> & {
  sealed?: SealMark | null | MonthSealMark[];
  sum: TotalSum;
  people?: readonly number[] | null;
};

/** Cells, rows and sums of the totals as links to what they are made of, as far as the person may read it. */
export function useFigureLinks(filters: Readonly<Record<string, string>>, data: TotalsAnswer | undefined) {
  const { may, user } = useSession();
  const { lang } = useText();
  const me = user?.id;
  const readStatements = may(ACTIONS.read_statements);
  const readRecords = may(ACTIONS.see_data);
  const { exc_start_time: start, exc_end_time: end, year, month } = filters;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cells have words.
  const links = useMemo(() => {
    const range = start || end ? completeRange(start, end, officeToday()) : undefined;
    const context = { range, me, readStatements, readRecords };
    return { range, cells: totalCells(context), link: { column: 'name', to: (row: Row) => statementPath(row as TotalTableRow, context) } };
  }, [start, end, me, readStatements, readRecords, lang]);
  const days = links.range ?? daysOf(Number(year), month ? Number(month) : undefined);
  const isPart = !may(ACTIONS.see_all_departments) || Boolean(filters.dept_id || filters.dept_grp_id);
  const people = isPart ? (data?.people ?? null) : filters.user_id ? [filters.user_id] : undefined;
  // Null: no list can name these people.
  const toRecords = readRecords && people !== null ? (figure: RecordFigure) => recordsPath(figure, people, days) : undefined;
  return { cells: links.cells, link: links.link, totals: data && totalSums(data, toRecords) };
}
