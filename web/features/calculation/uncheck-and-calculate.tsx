import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Calculator } from 'lucide-react';
import type { ReviewRow } from '#contracts/calls/answers/month-checklist.ts';
import { FINDINGS_PER_PAGE } from '#contracts/calls/month-checklist.ts';
import { MAX_ROWS_AT_ONCE } from '#contracts/calls/operations.ts';
import type { YearMonth } from '#contracts/months.ts';
import type { Envelope } from '#contracts/paging.ts';
import { api } from '../../api/client.ts';
import { useEditMany } from '../../crud/bulk/use-edit-many.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { useConfirm } from '../../ui/overlays/confirm.tsx';

/**
 * Takes the checks of the month's checked jobs without points away, which a calculation passes over, and calculates. Those that somebody marked
 * as seen stay checked. Nothing is calculated where a job kept its check: a notice says which and why.
 */
export function UncheckAndCalculate({ month, count, onCalculate }: { month: YearMonth; count: number; onCalculate: () => void }) {
  const { t } = useText();
  const client = useQueryClient();
  const ask = useConfirm();
  const editMany = useEditMany('directs');
  const uncheck = useMutation({
    mutationFn: async () => {
      const ids = await readOpenJobs(month);
      let unchecked = 0;
      const refused: string[] = [];
      for (let at = 0; at < ids.length; at += MAX_ROWS_AT_ONCE) {
        const { answer } = await editMany({ ids: ids.slice(at, at + MAX_ROWS_AT_ONCE), values: { is_checked: 0 } });
        unchecked += answer.changed + answer.unchanged;
        refused.push(...answer.refused.map(({ message }) => message));
      }
      return { unchecked, refused };
    },
    onSuccess: ({ unchecked, refused }) => {
      if (unchecked > 0) notify.success({ title: t('list.unchecked', { n: formatNumber(unchecked) }) });
      if (refused.length === 0) return onCalculate();
      notify.failure({ title: t('page.check_refused', { n: formatNumber(refused.length) }), text: [...new Set(refused)].join('\n') });
    },
    onSettled: () => Promise.all([['month-checklist'], ['directs', 'list']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
  const begin = async () => {
    const title = t('calculate.uncheck_title', { n: formatNumber(count) });
    if (await ask({ title, text: t('calculate.uncheck_text'), confirmLabel: t('calculate.uncheck') })) uncheck.mutate();
  };
  return (
    <div className="flex justify-end pb-2">
      <Button size="sm" icon={Calculator} loading={uncheck.isPending} onClick={() => void begin()}>
        {t('calculate.uncheck')}
      </Button>
    </div>
  );
}

async function readOpenJobs(month: YearMonth): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1, more = true; more; page++) {
    const query = { ...month, key: 'checked_empty', page, limit: FINDINGS_PER_PAGE };
    const { data, total } = await api.get<Envelope<ReviewRow>>('month-checklist/findings', { query });
    ids.push(...data.flatMap(({ seen, subject }) => (seen ? [] : [Number(subject.split(':')[1])])));
    more = page * FINDINGS_PER_PAGE < total;
  }
  return ids;
}
