import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { type EntityContract, recordNoun } from '#contracts/contract.ts';
import { ApiError, notifySaved } from '../../api/api-error.ts';
import { newIdempotencyKey, type Row, rows, type Updated } from '../../api/client.ts';
import { formatDate, translate, useText } from '../../i18n/index.ts';
import { notify } from '../../ui/feedback/feedback.tsx';
import { FIRST_DAY, LAST_DAY } from '../filters/join-period.ts';
import { isOpenedFromList, readListPosition } from '../list/list-return.ts';
import { applyServerErrors, type FormValues, isAlreadySaved, isShownByForm, pickChangedValues } from './form-state.ts';

interface SaveOptions {
  contract: EntityContract;
  form: UseFormReturn<FormValues>;
  /** The record that is edited, as it was read; undefined while it is new. */
  base: Row | undefined;
  onSaved: (saved: Row) => void;
  /** Somebody else saved the record meanwhile; `current` is what they saved. */
  onConflict: (current: Row) => void;
}

/**
 * Saves a form's record; `savedBy` is who saved it meanwhile, if somebody did. Saving again after a lost answer does no harm: a create
 * keeps its idempotency key until the server refuses it, an update that turns out to be saved already counts as saved. What the server warns of,
 * and that the list will not show the record, is told with the way back to it.
 */
export function useSaveRecord({ contract, form, base, onSaved, onConflict }: SaveOptions) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { t, lang } = useText();
  const key = useRef(newIdempotencyKey());
  const { dirtyFields } = form.formState;

  const update = async (record: Row, version: unknown): Promise<Updated<Row>> => {
    const changed = pickChangedValues(form.getValues(), dirtyFields, version);
    try {
      return await rows.update<Row>(contract.name, record.id, changed);
    } catch (error) {
      const current = error instanceof ApiError ? (error.current as Row | undefined) : undefined;
      if (current && isAlreadySaved(contract, changed, current)) return { data: current };
      throw error;
    }
  };
  const isGone = (error: unknown) => base !== undefined && error instanceof ApiError && error.status === 404;
  const save = useMutation({
    meta: { silent: (error) => isGone(error) || isShownByForm(contract.fields, error) },
    mutationFn: async (version: unknown): Promise<Updated<Row>> =>
      base ? update(base, version) : { data: await rows.create<Row>(contract.name, form.getValues(), key.current) },
    onSuccess: async ({ data: saved, warnings = [] }) => {
      key.current = newIdempotencyKey();
      const name = String(saved[contract.title.field] ?? saved.id);
      const remarks = [...warnings, ...remarkOnDay(contract, saved)];
      if (remarks.length === 0) notifySaved(base ? 'updated' : 'created', recordNoun(contract, lang), name);
      else
        notify.warning({
          title: t('form.saved_look_again', { name }),
          text: remarks.join('\n'),
          action: { label: t('form.open_again'), onClick: () => void navigate(`${contract.path}/${saved.id}/view`) },
        });
      await client.invalidateQueries({ queryKey: [contract.name] });
      onSaved(saved);
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      if (error.status >= 400 && error.status < 500) key.current = newIdempotencyKey();
      if (error.current && error.code === 'conflict') onConflict(error.current as Row);
      else if (isGone(error)) form.setError('root', { type: 'server', message: t('form.gone_kept') });
      else if (isShownByForm(contract.fields, error)) applyServerErrors(form, contract.fields, error);
    },
  });
  return { save, savedBy: save.error instanceof ApiError ? save.error.saved_by : undefined };
}

/** That the record lies outside the days of the list that it was opened from. */
function remarkOnDay({ path, dated = '' }: EntityContract, saved: Row): string[] {
  const list = path && isOpenedFromList(path) ? readListPosition(path) : undefined;
  const { [FIRST_DAY]: first, [LAST_DAY]: last } = list?.query ?? {};
  const day = saved[dated];
  if (typeof day !== 'string' || !((first && day < String(first)) || (last && day > String(last)))) return [];
  return [translate('form.outside_days', { day: formatDate(day) })];
}
