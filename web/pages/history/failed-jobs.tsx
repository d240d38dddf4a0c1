import type { FailedJob } from '#contracts/calls/calculation.ts';
import type { Column } from '#contracts/contract.ts';
import type { Row } from '../../crud/list/cell.tsx';
import { useText } from '../../i18n/index.ts';
import { LogList } from './log-list.tsx';

const COLUMNS: Column[] = [
  { key: 'dead_at', label: { vi: 'Dừng thử lúc', en: 'Given up at' }, kind: 'datetime' },
  { key: 'type', label: { vi: 'Việc', en: 'Job' }, kind: 'text' },
  { key: 'error', label: { vi: 'Lỗi', en: 'Error' }, kind: 'text' },
  { key: 'attempts', label: { vi: 'Số lần thử', en: 'Attempts' }, kind: 'integer' },
  { key: 'failed_at', label: { vi: 'Lỗi lần cuối lúc', en: 'Last failed at' }, kind: 'datetime' },
];

/** The background jobs that were tried and given up; a row opens to what the job was and its whole error. */
export function FailedJobs() {
  const { t } = useText();
  return (
    <LogList<FailedJob & Row>
      call="failed-jobs"
      label={t('history.failed_jobs')}
      columns={COLUMNS}
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
