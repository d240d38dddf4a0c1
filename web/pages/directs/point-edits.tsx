import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { createContext, memo, useCallback, useContext, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { directsTechousei } from '#contracts/entities/directs_techousei.ts';
import type { Page } from '../../api/queries.ts';
import { type CellOptions, type Row, roundedNumber } from '../../crud/list/cell.tsx';
import { useRecordLocks } from '../../crud/list/record-locks.tsx';
import { useText } from '../../i18n/index.ts';
import { notify } from '../../ui/feedback/toast.tsx';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { NumberInput, type NumberValue } from '../../ui/inputs/number-input.tsx';
import { GRID_CELL } from '../../ui/table/cell-grid.ts';
import { focusRow } from '../../ui/table/roving-tab-index.ts';

type PointKey = 'result_design_point' | 'result_check_point';
const LIST = ['directs_techousei', 'list'];
const POINT_KEYS: readonly PointKey[] = ['result_design_point', 'result_check_point'];
type Edit = Partial<Record<PointKey, NumberValue>> & { version: unknown };
export type Edits = Readonly<Record<number, Edit>>;

/** The figures that differ from what is saved, by record, of every page. Each cell watches its own: a digit draws one input again. */
export interface PointEditStore {
  all: () => Edits;
  /** How many figures differ. */
  count: () => number;
  set: (next: Edits) => void;
  watch: (onChange: () => void) => () => void;
}

function createStore(): PointEditStore {
  let edits: Edits = {};
  const watchers = new Set<() => void>();
  return {
    all: () => edits,
    count: () => Object.values(edits).reduce((count, edit) => count + POINT_KEYS.filter((key) => key in edit).length, 0),
    set: (next) => {
      edits = next;
      for (const onChange of watchers) onChange();
    },
    watch: (onChange) => {
      watchers.add(onChange);
      return () => watchers.delete(onChange);
    },
  };
}

interface RejectedEdit {
  id: number;
  message: string;
}

/** What saving answers. */
export interface SavedEdits {
  /** The rows that were written, as they are now. */
  data: Row[];
  refused: RejectedEdit[];
}

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
  const [store] = useState(createStore);
  const [refusals, setRefusals] = useState<readonly RejectedEdit[]>([]);
  const narrow = useNarrow();
  const lastRow = useRef<number>(undefined);
  const hasBegun = useRef(false);
  const isReading = useIsFetching({ queryKey: LIST }) > 0;
  useEffect(() => {
    if (editing === hasBegun.current) return;
    if (!editing) {
      hasBegun.current = false;
      if (lastRow.current !== undefined) focusRow(document.querySelector<HTMLElement>(`tr[data-row-id="${lastRow.current}"]`));
      return;
    }
    if (isReading) return;
    // The inputs of the rows below the window are drawn later: the rows themselves say whether there will be any.
    const [page] = client.getQueryCache().findAll({ queryKey: LIST, type: 'active' });
    const rows = (page?.state.data as Page<Row> | undefined)?.data;
    const isNone = !rows?.some((row) => isEditable(row, disabledReason));
    // The cards of a phone have their inputs where they are unfolded.
    hasBegun.current = !isNone && narrow;
    if (isNone) setEditing(false);
    if (rows && (isNone || narrow)) notify.info({ title: t(isNone ? 'direct.points_none' : 'direct.points_unfold') });
  }, [editing, isReading, narrow, client, disabledReason, t]);
  const enter = useCallback<Editing['enter']>((row) => {
    lastRow.current = row.id;
  }, []);
  const onDrawn = useCallback(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    lastRow.current = undefined;
    document.querySelector<HTMLInputElement>(`input[${GRID_CELL}]`)?.focus();
  }, []);
  const shared = useMemo<Editing | null>(() => {
    const reasons = new Map(refusals.map(({ id, message }) => [id, message]));
    return editing ? { store, reasons, disabledReason, enter, onDrawn } : null;
  }, [editing, store, refusals, disabledReason, enter, onDrawn]);

  return {
    editing,
    shared,
    store,
    begin: () => setEditing(true),
    /** Ends the mode without the edits. */
    end: () => {
      store.set({});
      setRefusals([]);
      setEditing(false);
    },
    refuse: setRefusals,
    notice: refusals.length > 0 && (
      <p role="alert" className="rounded border border-line bg-danger-soft px-3 py-2 text-table">
        {t('direct.points_refused', { n: refusals.length })}
      </p>
    ),
  };
}

/** The edits with one more; a figure that is back at its saved value is no edit. */
function withEdit(all: Edits, row: Row, key: PointKey, value: NumberValue): Edits {
  const { [row.id]: before, ...others } = all;
  const { [key]: _, ...rest } = before ?? { version: row.version };
  const edit: Edit = value === row[key] ? rest : { ...rest, [key]: value };
  return POINT_KEYS.some((each) => each in edit) ? { ...others, [row.id]: edit } : others;
}

/**
 * The edits once those that were `sent` were answered: a refused row keeps its edit; of another stays what was typed meanwhile, on top of the version
 * that was saved. A row that was written as it is already is in neither list of the answer.
 */
export function keepTypedSince(sent: Edits, now: Edits, { data, refused }: SavedEdits): Edits {
  const refusedIds = new Set(refused.map(({ id }) => id));
  const versions = new Map(data.map(({ id, version }) => [id, version]));
  const left = Object.entries(now).flatMap(([key, edit]) => {
    const id = Number(key);
    const before = sent[id];
    if (!before || refusedIds.has(id)) return [[id, edit]];
    const typed = POINT_KEYS.filter((point) => point in edit && edit[point] !== before[point]);
    const kept = Object.fromEntries(typed.map((point) => [point, edit[point]]));
    return typed.length > 0 ? [[id, { version: versions.get(id) ?? edit.version, ...kept }]] : [];
  });
  return Object.fromEntries(left) as Edits;
}

const isEditable = (row: Row, disabledReason: Editing['disabledReason']) => row.is_checked !== 1 && disabledReason(row) === undefined;

const watchNothing = () => () => undefined;

function PointCell({ row, point }: { row: Row; point: PointKey }) {
  const editing = useContext(PointEdits);
  const edit = useSyncExternalStore(editing?.store.watch ?? watchNothing, () => editing?.store.all()[row.id]);
  // What was typed before the month was locked stays, to be read and copied.
  if (!editing || row.is_checked === 1 || (!edit && !isEditable(row, editing.disabledReason))) return roundedNumber(row[point]);
  const isChanged = edit !== undefined && point in edit;
  return (
    <PointInput
      {...{ row, point, isChanged }}
      value={isChanged ? edit[point] : (row[point] as number | null)}
      refusal={editing.reasons.get(row.id)}
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
  refusal: string | undefined;
}

/** Memoized: a digit typed in one of two hundred inputs draws that one again. */
const PointInput = memo(function PointInput({ row, point, value, isChanged, refusal, store, enter, onDrawn }: PointInputProps) {
  const { lang } = useText();
  useEffect(onDrawn, [onDrawn]);
  return (
    <span className="flex flex-col items-end">
      <NumberInput
        className="w-24 text-right"
        data-changed={isChanged || undefined}
        {...{ [GRID_CELL]: point }}
        aria-label={`${directsTechousei.fields[point].label[lang]} ${row.name}`}
        aria-invalid={refusal !== undefined}
        onFocus={() => enter(row)}
        value={value}
        onChange={(next) => store.set(withEdit(store.all(), row, point, next))}
      />
      {point === 'result_check_point' && refusal && <span className="max-w-60 text-legend whitespace-normal text-danger">{refusal}</span>}
    </span>
  );
});
