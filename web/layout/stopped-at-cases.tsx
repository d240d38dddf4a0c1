import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Operation } from '#contracts/calls/answers/operations.ts';
import { api } from '../api/client.ts';
import { formatNumber } from '../i18n/format.ts';
import { useText } from '../i18n/index.ts';
import { Button } from '../ui/button.tsx';
import { BrokenCases } from './broken-cases.tsx';

/** What is to be said of an operation that stopped before its end: why, or at which examples. */
export function StoppedOperation({ operation, text }: { operation: Operation | undefined; text: string }) {
  return operation?.run?.awaits_acceptance ? <StoppedAtCases operation={operation} /> : <p className="text-danger">{text}</p>;
}

/** An operation of the queue that stopped at worked examples: which, how far it was, and the buttons that let it go on or give it up. */
export function StoppedAtCases({ operation: { id, run }, onDecided }: { operation: Operation; onDecided?: () => void }) {
  const { t } = useText();
  const client = useQueryClient();
  const decide = useMutation({
    mutationFn: (verb: 'accept' | 'cancel') => api.post<Operation>(`operations/${id}/${verb}`),
    onSuccess: (operation) => {
      client.setQueryData(['operations', id], operation);
      onDecided?.();
    },
    onSettled: () => Promise.all(['operations', 'notices'].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  });
  if (!run) return null;
  return (
    <div className="flex flex-col gap-3">
      <p>{t('notice.broken_run', { done: formatNumber(run.done), total: formatNumber(run.total) })}</p>
      <BrokenCases cases={run.broken_cases} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button disabled={decide.isPending} onClick={() => decide.mutate('cancel')}>
          {t('notice.broken_give_up')}
        </Button>
        <Button variant="danger" loading={decide.isPending} onClick={() => decide.mutate('accept')}>
          {t('notice.broken_go_on')}
        </Button>
      </div>
    </div>
  );
}
