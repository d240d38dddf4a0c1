import type { history as vi } from './vi.ts';

export const history: typeof vi = {
  views: 'Logs',
  writes: 'Changes',
  sign_ins: 'Sign-ins',
  refusals: 'Refusals',
  failed_jobs: 'Failed jobs',
  record_id: 'Record id',
  show: 'Show the changes of row {id}',
  nobody: 'Unknown',
  job_body: 'Body of job {id}',
  no_jobs: 'No background job has failed.',
  crawl_findings: 'Skipped jobs and warnings of crawl {id}',
  crawl_cancel: 'Stop crawl {id}',
  waiting_jobs: 'Waiting jobs: {n}',
  waiting_hint:
    'These jobs are new or changed at the source; they are written by themselves once their month is unlocked or their row unchecked.',
  waiting_month: '{n} jobs from the source wait for this month; they are written by themselves after unlocking.',
  nothing: 'Nothing has been recorded yet.',
  crawl_clean: 'No job was skipped.',
  crawls: 'Data crawls',
  to_directs: 'Back to direct',
};
