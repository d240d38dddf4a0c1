import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ListChecks, ListX } from 'lucide-react';
import { errorLines } from '../../api/error-lines.ts';
import { rows } from '../../api/queries.ts';
import type { Row } from '../../crud/list/cell.tsx';
import { useListContext } from '../../crud/list/list-context.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';

/** Calls under way at once: a hundred rows take a few seconds, and other people's calls go on. */
const MAX_CALLS = 4;
/** Reasons that a notice tells; the refused rows stay chosen. */
const MAX_REASONS = 5;

/** Checks the chosen rows of the list around it, or takes their checks away, a call for each; refused rows stay chosen, and a notice says why. */
export function CheckChosen() {
  const { contract, chosen, rights } = useListContext();
  const { ids, nameOf } = chosen;
  const entity = contract.name;
  const { t } = useText();
  const narrow = useNarrow();
  const client = useQueryClient();
  const check = useMutation({
    mutationFn: (is_checked: 0 | 1) => checkEach(entity, [...ids.get()], is_checked),
    onSuccess: ({ done, refused }, is_checked) => {
      const key = is_checked ? 'list.checked' : 'list.unchecked';
      if (done > 0) notify.success({ title: t(key, { n: formatNumber(done) }) });
      const reasons = [...refused].slice(0, MAX_REASONS).map(([id, error]) => `${nameOf(id)}: ${errorLines(error).join(' ')}`);
      if (refused.size > 0) notify.failure({ title: t('list.check_refused', { n: formatNumber(refused.size) }), text: reasons.join('\n') });
      ids.set(new Set(refused.keys()));
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
      </>
    )
  );
}

async function checkEach(entity: string, ids: number[], is_checked: 0 | 1): Promise<{ done: number; refused: Map<number, unknown> }> {
  const refused = new Map<number, unknown>();
  const waiting = ids.values();
  const work = async () => {
    for (const id of waiting) await rows.check<Row>(entity, { id, is_checked }).catch((error: unknown) => refused.set(id, error));
  };
  await Promise.all(Array.from({ length: MAX_CALLS }, work));
  return { done: ids.length - refused.size, refused };
}
