import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useText } from '../../i18n/index.ts';
import { PageHeader } from '../../layout/page-header.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { FailedJobs } from './failed-jobs.tsx';
import { Refusals } from './refusals.tsx';
import { SignIns } from './sign-ins.tsx';
import { Writes } from './writes.tsx';

const PATH = '/history';
const VIEWS = ['writes', 'sign_ins', 'refusals', 'failed_jobs'] as const;
type View = (typeof VIEWS)[number];
const SHOWN: Record<View, () => ReactNode> = {
  writes: () => <Writes />,
  sign_ins: () => <SignIns />,
  refusals: () => <Refusals />,
  failed_jobs: () => <FailedJobs />,
};

/** The history for an Admin: every write, every sign-in, the background jobs that failed. Each has its own address. */
export function HistoryPage() {
  const { t } = useText();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const view = VIEWS.find((each) => pathname === viewPath(each)) ?? 'writes';
  return (
    <>
      <PageHeader title={t('route.history')} />
      <Tabs
        label={t('history.views')}
        tabs={VIEWS.map((key) => ({ key, label: t(`history.${key}`) }))}
        current={view}
        onChange={(next) => void navigate(viewPath(next))}
      >
        {SHOWN[view]()}
      </Tabs>
    </>
  );
}

const viewPath = (view: View) => (view === 'writes' ? PATH : `${PATH}/${view.replace('_', '-')}`);
