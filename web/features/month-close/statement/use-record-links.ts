import { useMemo } from 'react';
import type { Statement, StatementLine } from '#contracts/calls/answers/statements.ts';
import type { LineKind } from '#contracts/calls/statements.ts';
import { monthKey } from '#contracts/months.ts';
import { PLACES } from '../../../api/places.ts';
import { useSession } from '../../../api/session.tsx';
import { ACTIONS, grantFor } from '../../../layout/access.ts';
import { daysWithin, type RecordFigure, recordsPath } from '../record-paths.ts';

/** Lists that show exactly the records of a kind, by the person's parameter. */
const LISTS: Partial<Record<LineKind, string>> = {
  design: '/directs?user_id',
  check: '/directs?chekkusha_id',
  mistakes: '/mistake?mistakes__user_id',
  indirects: '/indirect?indirects__user_id',
};

/** Addresses of the records behind a statement: of a figure, of a kind of lines, of a line; undefined for who may not read them. */
export function useRecordLinks({ user, year, month, totals }: Pick<Statement, 'user' | 'year' | 'month' | 'totals'>) {
  const { may } = useSession();
  return useMemo(() => {
    const mayRead = may(ACTIONS.see_data);
    const days = daysWithin(monthKey(year, month), undefined);
    const ofFigure = (figure: RecordFigure | 'pro_index') => {
      if (!mayRead) return undefined;
      if (figure !== 'pro_index') return recordsPath(figure, [user.id], days);
      return totals.pro_id === null ? undefined : `/pro?id=${totals.pro_id}`;
    };
    const ofKind = (kind: LineKind) =>
      mayRead && LISTS[kind] ? `${LISTS[kind]}=${user.id}&exc_start_time=${days.from}&exc_end_time=${days.to}` : undefined;
    const ofRecord = (entity: string, id: number) => {
      const place = PLACES.find(({ name }) => name === entity);
      return place && may(grantFor(place, 'open_record')) ? `${place.path}/${id}/view` : undefined;
    };
    const ofLine = ({ entity, id }: StatementLine) => ofRecord(entity, id);
    return { ofFigure, ofKind, ofLine, ofRecord };
  }, [may, user.id, year, month, totals.pro_id]);
}
