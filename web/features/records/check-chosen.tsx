import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ListChecks, ListX } from 'lucide-react';
import { useListContext } from '../../crud/list/list-context.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { useEditMany } from './use-edit-many.ts';
import { useAskWithoutPoints } from './without-points.tsx';

/** Reasons that a notice tells; the refused rows stay chosen. */
const MAX_REASONS = 5;

/**
 * Checks the chosen rows of the list around it, or takes their checks away; refused rows stay chosen, and a notice says why. Jobs without points
 * are asked about first; those that are left stay chosen too.
 */
export function CheckChosen() {
  const { contract, chosen, rights } = useListContext();
  const { ids, nameOf } = chosen;
  const entity = contract.name;
  const { t } = useText();
  const narrow = useNarrow();
  const client = useQueryClient();
  const editMany = useEditMany(entity);
  const { filter, dialog } = useAskWithoutPoints(contract);
  const check = useMutation({
    mutationFn: async (is_checked: 0 | 1) => {
      const all = [...ids.get()];
      const wanted = new Set(is_checked ? await filter(all) : all);
      const left = all.filter((id) => !wanted.has(id));
      return wanted.size === 0 ? null : { ...(await editMany({ ids: [...wanted], values: { is_checked } })), left };
    },
    onSuccess: (edited, is_checked) => {
      if (!edited) return;
      const { answer, undo, left } = edited;
      const { status, changed, unchanged, refused } = answer;
      const key = is_checked ? 'list.checked' : 'list.unchecked';
      if (status === 'queued') notify.info({ title: t('list.edit_queued'), text: t('list.edit_queued_text') });
      else if (changed + unchanged > 0) notify.success({ title: t(key, { n: formatNumber(changed + unchanged) }), ...undo });
      const reasons = refused.slice(0, MAX_REASONS).map(({ id, message }) => `${nameOf(id)}: ${message}`);
      if (refused.length > 0)
        notify.failure({ title: t('list.check_refused', { n: formatNumber(refused.length) }), text: reasons.join('\n') });
      ids.set(new Set([...left, ...refused.map(({ id }) => id)]));
    },
    onSettled: () => client.invalidateQueries({ queryKey: [entity, 'list'] }),
  });
  const button = (is_checked: 0 | 1) => (
    <Button
      size="sm"
      icon={is_checked ? ListChecks : ListX}
      iconOnly={narrow}
      disabled={check.isPending && check.variables !== is_checked}
      loading={check.isPending && check.variables === is_checked}
      onClick={() => check.mutate(is_checked)}
    >
      {t(is_checked ? 'list.check_chosen' : 'list.uncheck_chosen')}
    </Button>
  );
  return (
    rights.check && (
      <>
        {button(1)}
        {button(0)}
        {dialog}
      </>
    )
  );
}
