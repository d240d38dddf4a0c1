import type { FailedJob } from '#contracts/calls/answers/failed-jobs.ts';
import { FAILED_JOB_COLUMNS } from '#contracts/calls/failed-jobs.ts';
import type { Row } from '../../crud/list/cell.tsx';
import { useText } from '../../i18n/index.ts';
import { LogList } from './log-list.tsx';

/** The background jobs that were tried and given up; a row opens to what the job was and its whole error. */
export function FailedJobs() {
  const { t } = useText();
  return (
    <LogList<FailedJob & Row>
      call="failed-jobs"
      label={t('history.failed_jobs')}
      columns={FAILED_JOB_COLUMNS}
      detail={{
        name: (row) => t('history.job_body', { id: row.id }),
        show: (row) => (
          <div className="flex flex-col gap-2 py-1 pl-2">
            {row.error && <p className="break-words whitespace-pre-wrap text-danger">{row.error}</p>}
            <pre className="font-sans break-words whitespace-pre-wrap text-muted">{row.body}</pre>
          </div>
        ),
      }}
      empty={t('history.no_jobs')}
    />
  );
}
