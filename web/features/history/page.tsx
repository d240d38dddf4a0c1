import { PageHeader } from '../../layout/page-header.tsx';
import { FailedJobs } from './failed-jobs.tsx';
import { Refusals } from './refusals.tsx';
import { SignIns } from './sign-ins.tsx';
import { Writes } from './writes.tsx';

/** Every write of a record, for an Admin. */
export function HistoryPage() {
  return (
    <>
      <PageHeader />
      <Writes />
    </>
  );
}

/** Every sign-in, and every one that was refused. */
export function SignInsPage() {
  return (
    <>
      <PageHeader />
      <SignIns />
    </>
  );
}

/** What signed-in people were refused. */
export function RefusalsPage() {
  return (
    <>
      <PageHeader />
      <Refusals />
    </>
  );
}

/** The background jobs that failed. */
export function FailedJobsPage() {
  return (
    <>
      <PageHeader />
      <FailedJobs />
    </>
  );
}
