import { useIsFetching, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, memo, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { directsTechousei } from '#contracts/entities/directs_techousei.ts';
import { ApiError } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { MONTH_LOCKS_KEY } from '../../api/month-locks.ts';
import type { Page } from '../../api/queries.ts';
import { type CellOptions, type Row, roundedNumber } from '../../crud/list/cell.tsx';
import { useRecordLocks } from '../../crud/list/record-locks.tsx';
import { useText } from '../../i18n/index.ts';
import { useUnsaved } from '../../layout/unsaved.ts';
import { notify } from '../../ui/feedback/toast.tsx';
import { useShortcuts } from '../../ui/hooks/shortcuts.ts';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { NumberInput, type NumberValue } from '../../ui/inputs/number-input.tsx';
import { useConfirm } from '../../ui/overlays/confirm.tsx';
import { GRID_CELL } from '../../ui/table/cell-grid.ts';
import { focusRow } from '../../ui/table/roving-tab-index.ts';
import { adjustSettingsQuery } from './adjust-settings.ts';

type PointKey = 'result_design_point' | 'result_check_point';
const POINT_KEYS: readonly PointKey[] = ['result_design_point', 'result_check_point'];
type Edit = Partial<Record<PointKey, NumberValue>> & { version: unknown };

interface RejectedEdit {
  id: number;
  message: string;
}

interface Editing {
  edits: Readonly<Record<number, Edit>>;
  /** Why a row was refused at the last saving. */
  reasons: ReadonlyMap<number, string>;
  /** Why a row cannot be edited now. */
  disabledReason: (row: Row) => string | undefined;
  change: (row: Row, key: PointKey, value: NumberValue) => void;
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

/**
 * The edit mode of the result points. Saving sends every changed row in one call; refused rows stay in the mode with their reason. Ctrl+S
 * saves, Esc asks before changes are dropped; afterwards the row that was edited last has the focus.
 */
export function usePointEdits() {
  const { t } = useText();
  const client = useQueryClient();
  const { disabledReason } = useRecordLocks(directsTechousei.dated);
  const [editing, setEditing] = useState(false);
  const [edits, setEdits] = useState<Editing['edits']>({});
  const [refusals, setRefusals] = useState<readonly RejectedEdit[]>([]);
  const [reason, setReason] = useState('');
  const reasonRequired = useReasonRequired(editing);
  const [reasonMissing, setReasonMissing] = useState(false);
  const ask = useConfirm();
  const narrow = useNarrow();
  const changed = Object.values(edits).reduce((count, edit) => count + POINT_KEYS.filter((key) => key in edit).length, 0);
  useUnsaved(changed > 0);
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
  const save = useMutation({
    meta: { silent: (error) => error instanceof ApiError && Object.keys(error.messages).length > 0 },
    mutationFn: () =>
      api.post<{ data: Row[]; refused: RejectedEdit[] }>('directs_techousei/add-multiple', {
        directs: Object.entries(edits).map(([id, edit]) => ({ id: Number(id), ...edit })),
        reason: reason.trim() || null,
      }),
    onSuccess: async ({ data, refused }) => {
      const kept = new Set(refused.map((refusal) => refusal.id));
      setEdits(Object.fromEntries(Object.entries(edits).filter(([id]) => kept.has(Number(id)))));
      setRefusals(refused);
      setEditing(refused.length > 0);
      if (refused.length === 0) setReason('');
      if (data.length > 0) notify.success({ title: t('notice.updated'), text: t('direct.points_saved', { n: data.length }) });
      // A refused row may be due to a lock set since the locks were read.
      const stale = ['directs_techousei', 'directs', 'totals', 'statements', ...(refused.length > 0 ? MONTH_LOCKS_KEY : [])];
      await Promise.all(stale.map((key) => client.invalidateQueries({ queryKey: [key] })));
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      setRefusals(Object.entries(error.messages).map(([id, message]) => ({ id: Number(id), message })));
    },
  });
  const change = useCallback<Editing['change']>((row, key, value) => setEdits((all) => withEdit(all, row, key, value)), []);
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
    return editing ? { edits, reasons, disabledReason, change, enter, onDrawn } : null;
  }, [editing, edits, refusals, disabledReason, change, enter, onDrawn]);

  const begin = () => setEditing(true);
  const submit = () => {
    const missing = changed > 0 && reasonRequired && reason.trim() === '';
    setReasonMissing(missing);
    if (missing) document.querySelector<HTMLElement>('input[name=adjust_reason]')?.focus();
    else if (changed > 0) save.mutate();
    else setEditing(false);
  };
  const cancel = async () => {
    const question = {
      title: t('direct.points_discard', { n: changed }),
      confirmLabel: t('direct.points_discard_yes'),
      cancelLabel: t('app.unsaved_stay'),
      danger: true,
    };
    if (changed > 0 && !(await ask(question))) return;
    setEdits({});
    setRefusals([]);
    setReason('');
    setReasonMissing(false);
    setEditing(false);
  };
  useShortcuts(editing && !save.isPending ? { 'mod+s': submit, Escape: cancel } : {});

  return {
    editing,
    shared,
    saving: save.isPending,
    /** How many figures differ from what is saved. */
    changed,
    /** Why the points are set by hand, one text for all that are saved together. */
    reason: {
      value: reason,
      required: reasonRequired,
      missing: reasonMissing && reason.trim() === '',
      change: setReason,
    },
    begin,
    submit,
    cancel,
    notice: refusals.length > 0 && (
      <p role="alert" className="rounded border border-line bg-danger-soft px-3 py-2 text-table">
        {t('direct.points_refused', { n: refusals.length })}
      </p>
    ),
  };
}

/** Whether the settings require a reason for every adjustment. */
function useReasonRequired(asked: boolean): boolean {
  return useQuery({ ...adjustSettingsQuery, enabled: asked }).data?.reason_required === 1;
}

/** The edits with one more; a figure that is back at its saved value is no edit. */
function withEdit(all: Editing['edits'], row: Row, key: PointKey, value: NumberValue): Editing['edits'] {
  const { [row.id]: before, ...others } = all;
  const { [key]: _, ...rest } = before ?? { version: row.version };
  const edit: Edit = value === row[key] ? rest : { ...rest, [key]: value };
  return POINT_KEYS.some((each) => each in edit) ? { ...others, [row.id]: edit } : others;
}

const LIST = ['directs_techousei', 'list'];

const isEditable = (row: Row, disabledReason: Editing['disabledReason']) => row.is_checked !== 1 && disabledReason(row) === undefined;

function PointCell({ row, point }: { row: Row; point: PointKey }) {
  const editing = useContext(PointEdits);
  const edit = editing?.edits[row.id];
  // What was typed before the month was locked stays, to be read and copied.
  if (!editing || row.is_checked === 1 || (!edit && !isEditable(row, editing.disabledReason))) return roundedNumber(row[point]);
  const isChanged = edit !== undefined && point in edit;
  return (
    <PointInput
      {...{ row, point, isChanged }}
      value={isChanged ? edit[point] : (row[point] as number | null)}
      refusal={editing.reasons.get(row.id)}
      change={editing.change}
      enter={editing.enter}
      onDrawn={editing.onDrawn}
    />
  );
}

interface PointInputProps extends Pick<Editing, 'change' | 'enter' | 'onDrawn'> {
  row: Row;
  point: PointKey;
  value: NumberValue | undefined;
  isChanged: boolean;
  refusal: string | undefined;
}

/** Memoized: a digit typed in one of two hundred inputs draws that one again. */
const PointInput = memo(function PointInput({ row, point, value, isChanged, refusal, change, enter, onDrawn }: PointInputProps) {
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
        onChange={(next) => change(row, point, next)}
      />
      {point === 'result_check_point' && refusal && <span className="max-w-60 text-legend whitespace-normal text-danger">{refusal}</span>}
    </span>
  );
});
