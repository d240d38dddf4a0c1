import { useEffect, useMemo, useReducer, useRef } from 'react';
import { useForm } from 'react-hook-form';
import type { EntityContract } from '#contracts/contract.ts';
import type { Row } from '../../api/client.ts';
import { useText } from '../../i18n/index.ts';
import { notify } from '../../ui/feedback/feedback.tsx';
import { useReturnFromRecord } from '../list/list-return.ts';
import { createResolver, type FormMode, type FormValues, toFormValues } from './form-state.ts';
import { useSaveRecord } from './use-save-record.ts';

const RETURN_DELAY_MS = 500;

interface RecordState {
  /** The record that the edits start from; undefined while it is new. */
  base: Row | undefined;
  /** Saved; the list comes back in a moment. */
  isLeaving: boolean;
  /** The record as somebody else saved it meanwhile. */
  newer: Row | null;
  /** Counts the new records that were begun on this page after another one. */
  round: number;
}

type RecordEvent = { type: 'read' | 'refused'; row: Row } | { type: 'took_newer' | 'kept_editing' | 'left' | 'began_next' };

function reduceRecord(state: RecordState, event: RecordEvent): RecordState {
  switch (event.type) {
    case 'read':
      return { ...state, base: event.row };
    case 'refused':
      return { ...state, newer: event.row };
    case 'took_newer':
      return { ...state, base: state.newer ?? state.base, newer: null };
    case 'kept_editing':
      return { ...state, newer: null };
    case 'left':
      return { ...state, isLeaving: true };
    case 'began_next':
      return { ...state, isLeaving: false, round: state.round + 1 };
  }
}

/** What follows a save instead of the way back to the list. */
export type FollowUp = (() => void) | undefined;

interface RecordFormOptions {
  contract: EntityContract;
  /** The record as it is read; undefined for a new one. */
  row: Row | undefined;
  initial?: FormValues | undefined;
  afterUpdate?: 'list' | 'stay';
  extraRules?: ((values: FormValues, mode: FormMode, row: Row | undefined) => Record<string, string>) | undefined;
  beforeUpdate?: ((row: Row) => Promise<boolean>) | undefined;
}

/**
 * A record's form: its values, the record they start from, saving it, what somebody else saved meanwhile, and the way back to the list or on to another
 * record. `submit` answers whether all is saved; `beginNext` empties the form of a new record but for `kept`.
 */
export function useRecordForm({ contract, row, initial, afterUpdate = 'list', extraRules, beforeUpdate }: RecordFormOptions) {
  const { t, lang } = useText();
  const mode: FormMode = row ? 'edit' : 'add';
  const [{ base, isLeaving, newer, round }, dispatch] = useReducer(reduceRecord, { base: row, isLeaving: false, newer: null, round: 0 });
  const resolver = useMemo(
    () => createResolver(contract, mode, lang, extraRules && ((values) => extraRules(values, mode, base))),
    [contract, mode, lang, extraRules, base],
  );
  const form = useForm<FormValues>({
    resolver,
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: { ...toFormValues(contract, row), ...(row ? {} : initial) },
  });
  const { isDirty } = form.formState;
  const back = useReturnFromRecord(contract.path!, row?.id ?? null);
  const returning = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(returning.current), []);
  const followUp = useRef<FollowUp>(undefined);
  const leave = (id: number) => {
    dispatch({ type: 'left' });
    if (!followUp.current) returning.current = setTimeout(() => back(id), RETURN_DELAY_MS);
  };
  // Once the form has no unsaved input any more, so that nothing asks about it.
  useEffect(() => {
    if (isLeaving) followUp.current?.();
  }, [isLeaving]);
  const show = (record: Row) => form.reset(toFormValues(contract, record));
  const { save, savedBy } = useSaveRecord({
    contract,
    form,
    base,
    onSaved: (saved) => {
      if (!base || followUp.current || afterUpdate === 'list') return leave(saved.id);
      dispatch({ type: 'read', row: saved });
      show(saved);
    },
    onConflict: (current) => dispatch({ type: 'refused', row: current }),
  });
  // A record read again is shown while nothing was typed; else the edits stay on the one they began with.
  useEffect(() => {
    if (!row || row === base || form.formState.isDirty) return;
    dispatch({ type: 'read', row });
    if (row.version !== base?.version) form.reset(toFormValues(contract, row));
  }, [row, base, form, contract]);
  // Kept beside the state, which a second press may not see yet.
  const isSubmitting = useRef(false);
  const submit = async (next?: FollowUp) => {
    let isSaved = false;
    const send = form.handleSubmit(async () => {
      if (isSubmitting.current) return;
      isSubmitting.current = true;
      followUp.current = next;
      // A record as it was is not written: it would count as edited by hand.
      if (base && !isDirty) {
        if (!next) notify.info({ title: t('form.nothing_changed') });
        if (next || afterUpdate === 'list') leave(base.id);
        isSaved = true;
      } else if (!base || !beforeUpdate || (await beforeUpdate(base)))
        isSaved = (await save.mutateAsync(base?.version).catch(() => undefined)) !== undefined;
      isSubmitting.current = returning.current !== undefined;
    });
    await send();
    return isSaved;
  };
  const beginNext = (kept: FormValues) => {
    dispatch({ type: 'began_next' });
    form.reset({ ...toFormValues(contract, undefined), ...initial, ...kept });
  };
  const conflict = newer &&
    base && {
      base,
      theirs: newer,
      savedBy,
      onClose: () => dispatch({ type: 'kept_editing' }),
      onTheirs: () => {
        show(newer);
        dispatch({ type: 'took_newer' });
      },
      onMine: () => {
        dispatch({ type: 'took_newer' });
        save.mutate(newer.version);
      },
    };
  return { form, mode, base, round, isLeaving, isSaving: save.isPending, isFailed: save.isError, submit, beginNext, back, conflict };
}
