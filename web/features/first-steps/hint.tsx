import { ListChecks } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import type { FirstSteps } from '#contracts/calls/answers/first-steps.ts';
import { FIRST_STEPS } from '#contracts/calls/first-steps.ts';
import { useText } from '../../i18n/index.ts';
import { useLocalStorage } from '../../ui/hooks/local-storage.ts';
import { ButtonLink } from '../../ui/link.tsx';
import { KEPT_HINT, type KeptHint } from './kept-hint.ts';
import { useFirstSteps, useStepsDone } from './use-first-steps.ts';

/** On the start page of an Admin: how far a new company is, and its next step, until every step is done or skipped. */
export function FirstStepsHint() {
  const { t, lang } = useText();
  const [seenDone, setSeenDone] = useStepsDone();
  const [kept, keep] = useLocalStorage<KeptHint | null>(KEPT_HINT, null);
  const { data } = useFirstSteps({ enabled: !seenDone });
  const told = useMemo(() => data && tellHint(data), [data]);
  const done = data?.done ?? false;
  useEffect(() => {
    if (done) setSeenDone(true);
    if (told !== undefined) keep(told);
  }, [done, setSeenDone, told, keep]);
  const hint = told === undefined ? kept : told;
  if (seenDone || !hint) return null;
  const { next, finished, total } = hint;
  return (
    <section
      aria-label={t('route.first_steps')}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded border border-line bg-accent-soft px-4 py-3 print:hidden"
    >
      <ListChecks size={20} aria-hidden className="text-accent" />
      <div className="mr-auto">
        <strong>{t('dashboard.steps_progress', { done: finished, total })}</strong>
        <p className="text-table text-muted">{t('dashboard.steps_hint', { step: FIRST_STEPS[next].label[lang] })}</p>
      </div>
      <ButtonLink variant="primary" to="/first-steps">
        {t('dashboard.steps_open')}
      </ButtonLink>
    </section>
  );
}

/** Null where no step is open. */
function tellHint({ steps }: FirstSteps): KeptHint | null {
  const open = steps.filter(({ state }) => state === 'open');
  return open[0] ? { next: open[0].name, finished: steps.length - open.length, total: steps.length } : null;
}
