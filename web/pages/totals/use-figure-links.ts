import { useMemo } from 'react';
import type { MonthSealMark, SealMark } from '#contracts/calls/month-seals.ts';
import type { ListedTotal, TotalSum } from '#contracts/calls/totals.ts';
import { completeRange } from '#contracts/months.ts';
import type { Page } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import type { Row } from '../../crud/list/cell.tsx';
import { officeToday } from '../../i18n/office-today.ts';
import { ACTIONS } from '../../layout/access.ts';
import { statementPath, type TotalTableRow, totalCells, totalSums } from './columns.tsx';
import { daysOf, type People } from './record-paths.ts';

export type TotalsAnswer = Page<ListedTotal> & { sealed?: SealMark | null | MonthSealMark[]; sum: TotalSum };

/** Cells, rows and sums of the totals as links to what they are made of, as far as the person may read it. */
export function useFigureLinks(filters: Readonly<Record<string, string>>, data: TotalsAnswer | undefined) {
  const { may, user } = useSession();
  const me = user?.id;
  const readStatements = may(ACTIONS.read_statements);
  const readRecords = may(ACTIONS.see_data);
  const { exc_start_time: start, exc_end_time: end, year, month } = filters;
  const links = useMemo(() => {
    const range = start || end ? completeRange(start, end, officeToday()) : undefined;
    const context = { range, me, readStatements, readRecords };
    return { range, cells: totalCells(context), link: { column: 'name', to: (row: Row) => statementPath(row as TotalTableRow, context) } };
  }, [start, end, me, readStatements, readRecords]);
  const days = links.range ?? daysOf(Number(year), month ? Number(month) : undefined);
  const own = may(ACTIONS.see_all_departments) ? undefined : String(user?.department_id ?? 0);
  const people = readRecords && data ? peopleOf(own ? { ...filters, dept_id: own } : filters, data) : undefined;
  return { cells: links.cells, link: links.link, totals: data && totalSums(data.sum, days, people) };
}

/** Whose records the sums are made of; undefined where that is another set than the lists find: a sealed month keeps the departments of its people. */
function peopleOf({ user_id, dept_id, dept_grp_id }: People, { sealed }: TotalsAnswer): People | undefined {
  if (user_id) return { user_id };
  const isSealed = Array.isArray(sealed) ? sealed.length > 0 : Boolean(sealed);
  return isSealed && (dept_id || dept_grp_id) ? undefined : { dept_id, dept_grp_id };
}
