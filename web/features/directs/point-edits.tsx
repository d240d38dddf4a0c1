import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { createContext, memo, startTransition, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { directsTechousei } from '#contracts/entities/directs_techousei.ts';
import { useLocksLoaded } from '../../api/month-locks.ts';
import type { Page } from '../../api/queries.ts';
import { type CellOptions, type Row, roundedNumber } from '../../crud/list/cell.tsx';
import { useRecordLocks } from '../../crud/list/record-locks.tsx';
import { useText } from '../../i18n/index.ts';
import { notify } from '../../ui/feedback/toast.tsx';
import { createStore, useStore } from '../../ui/hooks/store.ts';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { NumberInput } from '../../ui/inputs/number-input.tsx';
import { isUnreadNumber, type NumberValue } from '../../ui/inputs/unread-number.ts';
import { GRID_CELL } from '../../ui/table/cell-grid.ts';
import { focusRow } from '../../ui/table/roving-tab-index.ts';
import { holdKeys } from './hold-keys.ts';
import {
  createPointEditStore,
  type Edits,
  findRefusedPoints,
  type PointEditStore,
  type PointKey,
  type RejectedEdit,
} from './point-edit-store.ts';

const LIST = ['directs_techousei', 'list'];

interface Editing {
  store: PointEditStore;
  /** Why a row was refused at the last saving. */
  reasons: ReadonlyMap<number, string>;
  /** Why a row cannot be edited now. */
  disabledReason: (row: Row) => string | undefined;
  /** An input of the row has the focus. */
  enter: (row: Row) => void;
  /** An input was drawn: the first one gets the focus where none has had it. */
  onDrawn: () => void;
}

/** The edits of the page's points; null while they are not edited. */
export const PointEdits = createContext<Editing | null>(null);

/**
 * The cells of the result points in edit mode: inputs for what the `PointEdits` around them lets be edited. Given to the list with that mode only, they
 * come to the rows below the window in the background.
 */
export const POINT_INPUTS: NonNullable<CellOptions['cells']> = {
  result_design_point: (row) => <PointCell row={row} point="result_design_point" />,
  result_check_point: (row) => <PointCell row={row} point="result_check_point" />,
};

/** The edit mode of the result points; `PointEditBar` saves and ends it. Afterwards the row that was edited last has the focus. */
export function usePointEdits() {
  const { t } = useText();
  const client = useQueryClient();
  const { disabledReason } = useRecordLocks(directsTechousei.dated);
  const [editing, setEditing] = useState(false);
  const [store] = useState(createPointEditStore);
  const [refusals, setRefusals] = useState<readonly RejectedEdit[]>([]);
  const narrow = useNarrow();
  const lastRow = useRef<number>(undefined);
  const hasBegun = useRef(false);
  const releaseKeys = useRef<ReturnType<typeof holdKeys>>(undefined);
  const release = useCallback((isReady: boolean) => {
    releaseKeys.current?.(isReady);
    releaseKeys.current = undefined;
  }, []);
  useEffect(() => () => release(false), [release]);
  const hasLocks = useLocksLoaded(true);
  const isReading = useIsFetching({ queryKey: LIST }) > 0;
  useEffect(() => {
    if (editing === hasBegun.current) return;
    if (!editing) {
      hasBegun.current = false;
      // Whatever was typed while the inputs were going.
      store.clear();
      if (lastRow.current !== undefined) focusRow(document.querySelector<HTMLElement>(`tr[data-row-id="${lastRow.current}"]`));
      return;
    }
    if (isReading || !hasLocks) return;
    // The inputs of the rows below the window are drawn later: the rows themselves say whether there will be any.
    const [page] = client.getQueryCache().findAll({ queryKey: LIST, type: 'active' });
    const rows = (page?.state.data as Page<Row> | undefined)?.data;
    const isNone = !rows?.some((row) => isEditable(row, disabledReason));
    // The cards of a phone have their inputs where they are unfolded.
    hasBegun.current = !isNone && narrow;
    if (isNone || narrow) release(false);
    if (isNone) setEditing(false);
    if (rows && isNone) notify.info({ title: t('direct.points_none') });
  }, [editing, isReading, hasLocks, narrow, client, disabledReason, store, release, t]);
  const enter = useCallback<Editing['enter']>((row) => {
    lastRow.current = row.id;
  }, []);
  const onDrawn = useCallback(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    lastRow.current = undefined;
    document.querySelector<HTMLInputElement>(`input[${GRID_CELL}]`)?.focus();
    // Not while React draws: it would take back what is typed.
    queueMicrotask(() => release(true));
  }, [release]);
  const shared = useMemo<Editing | null>(() => {
    const reasons = new Map(refusals.map(({ id, message }) => [id, message]));
    // Until the locks are known, no row is offered that may turn out to be locked.
    return editing && hasLocks ? { store, reasons, disabledReason, enter, onDrawn } : null;
  }, [editing, hasLocks, store, refusals, disabledReason, enter, onDrawn]);

  return {
    editing,
    shared,
    store,
    /** What is typed before the inputs are there goes into them. */
    begin: () => {
      release(false);
      releaseKeys.current = holdKeys();
      setEditing(true);
    },
    /** Ends the mode without the edits. */
    end: () => {
      release(false);
      store.clear();
      // The press is answered before a hundred rows lose their inputs.
      startTransition(() => {
        setRefusals([]);
        setEditing(false);
      });
    },
    refuse: setRefusals,
    notice:
      refusals.length > 0 ? (
        <p role="alert" className="rounded border border-line bg-danger-soft px-3 py-2 text-table">
          {t('direct.points_refused', { n: refusals.length })}
        </p>
      ) : (
        editing && narrow && <p className="text-table text-muted">{t('direct.points_unfold')}</p>
      ),
  };
}

const isEditable = (row: Row, disabledReason: Editing['disabledReason']) => row.is_checked !== 1 && disabledReason(row) === undefined;

const NO_EDITS = createStore<Edits>({});

function PointCell({ row, point }: { row: Row; point: PointKey }) {
  const editing = useContext(PointEdits);
  const edit = useStore(editing?.store.edits ?? NO_EDITS, (edits) => edits[row.id]);
  // What was typed before the month was locked stays, to be read and copied.
  if (!editing || row.is_checked === 1 || (!edit && !isEditable(row, editing.disabledReason))) return roundedNumber(row[point]);
  const isChanged = edit !== undefined && point in edit;
  const reason = editing.reasons.get(row.id);
  const refused = edit && reason !== undefined ? findRefusedPoints(edit) : [];
  const isUnreadable = isChanged && isUnreadNumber(edit[point]);
  return (
    <PointInput
      {...{ row, point, isChanged }}
      value={isChanged ? edit[point] : (row[point] as number | null)}
      isRefused={isUnreadable || refused.includes(point)}
      refusal={refused[0] === point ? reason : undefined}
      store={editing.store}
      enter={editing.enter}
      onDrawn={editing.onDrawn}
    />
  );
}

interface PointInputProps extends Pick<Editing, 'store' | 'enter' | 'onDrawn'> {
  row: Row;
  point: PointKey;
  value: NumberValue | undefined;
  isChanged: boolean;
  /** Its value is no number, or was refused. */
  isRefused: boolean;
  /** Why; said below the first refused one of the row. */
  refusal: string | undefined;
}

/** Memoized: a digit typed in one of two hundred inputs draws that one again. */
const PointInput = memo(function PointInput(props: PointInputProps) {
  const { row, point, value, isChanged, isRefused, refusal, store, enter, onDrawn } = props;
  const { lang } = useText();
  useEffect(onDrawn, [onDrawn]);
  return (
    <span className="flex flex-col items-end">
      <NumberInput
        className="block w-24 contain-strict text-right"
        data-changed={isChanged || undefined}
        {...{ [GRID_CELL]: point }}
        aria-label={`${directsTechousei.fields[point].label[lang]} ${row.name}`}
        aria-invalid={isRefused}
        onFocus={() => enter(row)}
        value={value}
        onChange={(next) => store.put(row, point, next)}
      />
      {refusal && <span className="max-w-60 text-legend whitespace-normal text-danger">{refusal}</span>}
    </span>
  );
});
