import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { MAX_IDS } from '#contracts/paging.ts';
import { listQuery } from '../../api/queries.ts';
import type { Row } from '../../crud/list/cell.tsx';
import { useText } from '../../i18n/index.ts';
import { useStore } from '../../ui/hooks/store.ts';
import { savedValue } from './edit-store.ts';
import type { GridMode } from './grid-state.ts';
import type { GridContent } from './plan-changes.ts';

const NONE: readonly Row[] = [];

/** Refused rows, as they are now, that are not among those in view: of another page, or left out by the filters since somebody saved them. */
export function useRefusedAway({ contract, refusals }: GridMode, rows: readonly Row[]): readonly Row[] {
  const refused = useStore(refusals);
  const ids = useMemo(() => {
    const inView = new Set(rows.map(({ id }) => id));
    return refused.flatMap(({ id }) => (inView.has(id) ? [] : [id])).slice(0, MAX_IDS);
  }, [refused, rows]);
  const { data } = useQuery({
    ...listQuery<Row>(contract.name, { ids: ids.join(), limit: ids.length }),
    enabled: ids.length > 0,
    meta: { silent: true },
  });
  return (ids.length > 0 && data?.data) || NONE;
}

/** Says of refused rows that somebody saved meanwhile what they hold now, which the next save writes over, or why they take nothing any more. */
export function useOvertakenRows(
  { store, refusals }: GridMode,
  { rows, away, columns, disabledReason }: Omit<GridContent, 'edits'> & { away: readonly Row[] },
): void {
  const refused = useStore(refusals);
  const { t, lang } = useText();
  useEffect(() => {
    const isRefused = (row: Row) => refused.some(({ id }) => id === row.id);
    const overtaken = [...rows, ...away].filter((row) => isRefused(row) && store.rebase(row));
    if (overtaken.length === 0) return;
    const describe = (row: Row) => {
      const edited = columns.filter(({ field }) => field && field.name in (store.edits.get()[row.id]?.values ?? {}));
      return edited.map(({ column, field }) => `${column.label[lang]} ${field!.write(savedValue(row, field!.name)) || '–'}`).join(', ');
    };
    const tell = (row: Row) => {
      const reason = disabledReason(row);
      return reason ? t('grid.closed', { reason }) : t('grid.overtaken', { values: describe(row) });
    };
    const messages = new Map(overtaken.map((row) => [row.id, tell(row)]));
    refusals.set(refused.map(({ id, message }) => ({ id, message: messages.get(id) ?? message })));
  }, [rows, away, columns, disabledReason, refused, store, refusals, lang, t]);
}
