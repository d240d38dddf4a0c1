import { ListChecks } from 'lucide-react';
import { useEffect } from 'react';
import { FIRST_STEPS } from '#contracts/calls/first-steps.ts';
import { useText } from '../../i18n/index.ts';
import { ButtonLink } from '../../ui/link.tsx';
import { useFirstSteps, useStepsDone } from './use-first-steps.ts';

/** On the start page of an Admin: how far a new company is, and its next step, until every step is done or skipped. */
export function FirstStepsHint() {
  const { t, lang } = useText();
  const [seenDone, setSeenDone] = useStepsDone();
  const { data } = useFirstSteps({ enabled: !seenDone });
  const done = data?.done ?? false;
  useEffect(() => {
    if (done) setSeenDone(true);
  }, [done, setSeenDone]);
  const next = data?.steps.find(({ state }) => state === 'open');
  if (seenDone || !data || !next) return null;
  const finished = data.steps.filter(({ state }) => state !== 'open').length;
  return (
    <section
      aria-label={t('route.first_steps')}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded border border-line bg-accent-soft px-4 py-3 print:hidden"
    >
      <ListChecks size={20} aria-hidden className="text-accent" />
      <div className="mr-auto">
        <strong>{t('steps.progress', { done: finished, total: data.steps.length })}</strong>
        <p className="text-table text-muted">{t('steps.hint', { step: FIRST_STEPS[next.name].label[lang] })}</p>
      </div>
      <ButtonLink variant="primary" to="/first-steps">
        {t('steps.open')}
      </ButtonLink>
    </section>
  );
}
