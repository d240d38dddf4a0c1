import { queryOptions } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import type { Statement, StatementLine } from '#contracts/calls/answers/statements.ts';
import type { LineKind } from '#contracts/calls/statements.ts';
import type { YearMonth } from '#contracts/months.ts';
import { listQuery, read } from '../../../api/client.ts';
import { currentMonth } from '../../filters/month-selects.tsx';

/** The owner of the statement: the user, or another user by id. */
export type Owner = number | 'me';

/** Key of all that is read about statements: old after a confirmation, a question or a correction. */
export const STATEMENTS = 'statements';

/** The month in the address, the present one by default, and how to change it. */
export function useMonthInAddress(now = currentMonth()): readonly [month: YearMonth, go: (month: YearMonth) => Promise<void>] {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const month = { year: Number(params.get('year')) || now.year, month: Number(params.get('month')) || now.month };
  return [month, async ({ year, month }) => navigate(`?year=${year}&month=${month}`)];
}

export function statementQuery(owner: Owner, { year, month }: YearMonth) {
  return queryOptions({
    queryKey: [STATEMENTS, owner, year, month],
    ...read<Statement>(`statements/${owner}`, { year, month }),
  });
}

export interface LinesRequest extends YearMonth {
  kind: LineKind;
  page: number;
  limit: number;
}

/** A page of the lines of one kind. */
export function linesQuery(owner: Owner, request: LinesRequest) {
  return listQuery<StatementLine>(`${STATEMENTS}/${owner}/lines`, { ...request });
}
