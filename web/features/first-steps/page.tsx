import { FIRST_STEPS } from '#contracts/calls/first-steps.ts';
import { useText } from '../../i18n/index.ts';
import { PageHeader } from '../../layout/page-header.tsx';
import { ReadError } from '../../layout/read-error.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { useDelayed } from '../../ui/hooks/use-delayed.ts';
import { StepCard } from './step-card.tsx';
import { useFirstSteps } from './use-first-steps.ts';

/** Imports run in the queue: what they make is seen soon after. */
const POLL_MS = 5000;

/** What a new company does until its first calculated month, in order; each step is ticked by what is there. */
export function FirstStepsPage() {
  const { t } = useText();
  const { data, error, refetch } = useFirstSteps({ pollMs: POLL_MS });
  const waiting = useDelayed(!data);
  const done = data?.steps.filter(({ state }) => state !== 'open').length ?? 0;
  const total = Object.keys(FIRST_STEPS).length;
  return (
    <div className="flex min-w-0 max-w-240 flex-col gap-4">
      <div className="-mb-4">
        <PageHeader title={t('route.first_steps')} />
      </div>
      <p className="text-table text-muted">{t(data?.done ? 'steps.all_done' : 'steps.intro')}</p>
      {error && !data && <ReadError error={error} onRetry={refetch} />}
      {!data && !error && waiting && <Skeleton className="h-80 w-full" />}
      {data && (
        <>
          <ProgressBar label={t('steps.progress', { done, total })} done={done} total={total} />
          <ol className="flex flex-col gap-3">
            {data.steps.map((step, index) => (
              <StepCard key={step.name} step={step} number={index + 1} isNext={step === data.steps.find(({ state }) => state === 'open')} />
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
