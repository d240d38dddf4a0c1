import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Contract } from '#contracts/contract.ts';
import { notifyError } from '../../api/api-error.ts';
import { type Row, rows, showInLists, withRequestId } from '../../api/client.ts';
import { taggedListQuery } from '../../api/tagged-list.ts';
import { formatNumber, translate, useText } from '../../i18n/index.ts';
import { useUndo } from '../../layout/undo.ts';
import { notify, useConfirm } from '../../ui/feedback/feedback.tsx';
import { callOrder, type ListState, toListQuery } from './list-state.ts';

/** The page of a list for its state; old rows stay while new ones load, and none is read unless `enabled`. */
export function useRows<R extends Row = Row>({ name, summed }: Pick<Contract, 'name' | 'summed'>, state: ListState, enabled = true) {
  return useQuery({ ...taggedListQuery<R>(useQueryClient(), name, { ...toListQuery(state), ...(summed && { sum: 1 }) }), enabled });
}

interface DeleteNames {
  /** Of the only record. */
  name?: string;
  /** Of those not on the current page. */
  outOfSight?: readonly string[];
}

/** Deletes records after a confirm dialog that says which; the notice afterwards says where their values are kept. */
export function useDelete(entity: string, onDone?: () => void): (ids: readonly number[], names?: DeleteNames) => Promise<void> {
  const ask = useConfirm();
  const undoOf = useUndo();
  const { t } = useText();
  const { mutateAsync } = useMutation({
    mutationFn: (ids: readonly number[]) => withRequestId((options) => rows.delete(entity, ids, options)),
    meta: { refreshes: [[entity]] },
  });
  return useCallback(
    async (ids: readonly number[], { name, outOfSight = [] }: DeleteNames = {}) => {
      const what = name ? t('page.delete_one', { name }) : t('page.delete_many', { n: formatNumber(ids.length) });
      const hidden = outOfSight.length > 0 && t('page.delete_out_of_sight', { n: outOfSight.length, names: outOfSight.join(', ') });
      const question = {
        title: t('notice.confirm_delete'),
        text: [what, t('notice.confirm_delete_text'), hidden].filter(Boolean).join(' '),
        confirmLabel: t('notice.confirm_delete_yes'),
        danger: true,
      };
      if (!(await ask(question))) return;
      try {
        const { answer, request } = await mutateAsync(ids);
        const deleted = answer.ids;
        const [id] = deleted.length === 1 ? deleted : [];
        notify.success({
          title: id === undefined ? t('notice.deleted_many', { n: deleted.length }) : t('notice.deleted_id', { id }),
          text: [name && `${name}.`, t('notice.deleted_kept')].filter(Boolean).join(' '),
          ...undoOf(request),
        });
        onDone?.();
      } catch {
        // The query client has shown the failure; the rows are unchanged.
      }
    },
    [ask, mutateAsync, onDone, t, undoOf],
  );
}

/** Downloads the whole filtered list as a workbook. */
export function useExport(entity: string, state: ListState) {
  return useMutation({
    mutationFn: () => rows.export(entity, { order_by: callOrder(state), ...state.filters }),
    onSuccess: (file) => notify.success({ title: translate('notice.exported', { file }) }),
  });
}

/** The check switch of a row: shown at once, taken back with the reason when refused. */
export function useCheck(entity: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: { id: number; is_checked: 0 | 1 }) => rows.check<Row>(entity, change),
    meta: { silent: true, refreshes: [[entity, 'list']] },
    onMutate: (change) => showInLists(client, entity, [change]),
    onError: (error) => notifyError(error, translate('notice.error_change_check')),
  });
}
