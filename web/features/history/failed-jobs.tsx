import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, RotateCcw } from 'lucide-react';
import type { FailedJob } from '#contracts/calls/answers/failed-jobs.ts';
import { FAILED_JOB_COLUMNS } from '#contracts/calls/failed-jobs.ts';
import { api, type Row } from '../../api/client.ts';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { LogList } from './log-list.tsx';

/** The background jobs that were tried and given up; a row opens to what the job was and its whole error. */
export function FailedJobsPage() {
  const { t } = useText();
  return (
    <LogList<FailedJob & Row>
      call="failed-jobs"
      columns={FAILED_JOB_COLUMNS}
      detail={{
        name: (row) => t('history.job_body', { id: row.id }),
        show: (row) => (
          <div className="flex flex-col gap-2 py-1 pl-2">
            {row.error && <p className="break-words whitespace-pre-wrap text-danger">{row.error}</p>}
            <SettleButtons job={row} />
            <pre className="font-sans break-words whitespace-pre-wrap text-muted">{row.body}</pre>
          </div>
        ),
      }}
      empty={t('history.no_jobs')}
    />
  );
}

/** Sends the job again where it can be, or notes that nothing is left to do; then the system page stops counting it. */
function SettleButtons({ job: { id, repeatable, settled_at } }: { job: FailedJob }) {
  const { t } = useText();
  const client = useQueryClient();
  const settle = useMutation({
    mutationFn: (verb: 'repeat' | 'settle') => api.post(`failed-jobs/${id}/${verb}`),
    onSettled: () => Promise.all(['failed-jobs', 'system'].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  });
  if (settled_at !== null) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {repeatable && (
        <Button size="sm" icon={RotateCcw} disabled={settle.isPending} onClick={() => settle.mutate('repeat')}>
          {t('history.repeat_job')}
        </Button>
      )}
      <Button size="sm" icon={Check} disabled={settle.isPending} onClick={() => settle.mutate('settle')}>
        {t('history.settle_job')}
      </Button>
    </div>
  );
}
