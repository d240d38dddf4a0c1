import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Calculator, CircleCheck, CircleDashed, CircleDot, FileDown, KeyRound, Plug, Sigma } from 'lucide-react';
import type { FirstSteps, TakenRules } from '#contracts/calls/answers/first-steps.ts';
import { FIRST_STEP_STATES, FIRST_STEPS, type FirstStepName } from '#contracts/calls/first-steps.ts';
import type { Contract } from '#contracts/contract.ts';
import { contractOf } from '#contracts/contracts.ts';
import { api } from '../../api/client.ts';
import { ImportButton } from '../../crud/imports/import-button.tsx';
import { formatNumber, useText } from '../../i18n/index.ts';
import { PageHeader } from '../../layout/page-header.tsx';
import { DownloadButton, ReadError } from '../../layout/page-parts.tsx';
import { Button, ButtonLink, TextLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Badge, notify, Skeleton, useConfirm } from '../../ui/feedback/feedback.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { useDelayed } from '../../ui/hooks/use-delayed.ts';
import { FIRST_STEPS_KEY, useFirstSteps } from './use-first-steps.ts';

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

type Step = FirstSteps['steps'][number];

const LOOKS = {
  done: { icon: CircleCheck, tone: 'success' },
  open: { icon: CircleDot, tone: 'info' },
  skipped: { icon: CircleDashed, tone: 'neutral' },
} as const;

/** One step: why, what is missing, its lists with their numbers, templates and imports, and skipping it. */
function StepCard({ step, number, isNext }: { step: Step; number: number; isNext: boolean }) {
  const { t, lang } = useText();
  const { name, state, counts, missing } = step;
  const { label, hint } = FIRST_STEPS[name];
  return (
    <li
      data-step={name}
      data-state={state}
      className={cx('flex min-w-0 flex-col gap-2 rounded border border-line bg-surface p-4', isNext && 'border-accent')}
    >
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-title font-semibold">
          {number}. {label[lang]}
        </h2>
        <Badge {...LOOKS[state]}>{FIRST_STEP_STATES[state][lang]}</Badge>
        <span className="ml-auto">{state !== 'done' && <SkipButton step={step} />}</span>
      </div>
      <p className="text-table text-muted">{hint[lang]}</p>
      {missing.length > 0 && <p className="text-table">{missing.join('. ')}.</p>}
      {counts.length > 0 && (
        <ul
          aria-label={t('steps.lists_of', { step: label[lang] })}
          className="grid grid-cols-[1fr_auto] divide-y divide-line border-t border-line sm:grid-cols-[1fr_auto_auto]"
        >
          {counts.map(({ entity, count }) => (
            <EntityLine key={entity} entity={entity} count={count} />
          ))}
        </ul>
      )}
      <StepExtra name={name} />
    </li>
  );
}

function EntityLine({ entity, count }: { entity: string; count: number }) {
  const { t, lang } = useText();
  const contract = contractOf(entity)!;
  const { import: importing }: Contract['access'] = contract.access;
  const label = contract.label[lang];
  return (
    // Numbers stand below each other, whether a list can be imported or not.
    <li className="col-span-full grid min-h-10 grid-cols-subgrid items-center gap-x-2 py-1">
      <TextLink alone to={contract.path ?? '/home'} className="justify-self-start">
        {label}
      </TextLink>
      <span className="text-right tabular-nums">{formatNumber(count)}</span>
      {importing && (
        // Nobody who sees the page for the first time knows what two icons mean: on a phone their words have a line of their own.
        <span className="flex items-center gap-2 max-sm:col-span-full max-sm:justify-end">
          <DownloadButton
            variant="ghost"
            icon={FileDown}
            aria-label={t('steps.template', { name: label })}
            download={() => api.download(`${entity}/import-template`, `${entity}-template`)}
          >
            {t('steps.template_word')}
          </DownloadButton>
          <ImportButton contract={contract} />
        </span>
      )}
    </li>
  );
}

function SkipButton({ step: { name, state } }: { step: Step }) {
  const { t } = useText();
  const client = useQueryClient();
  const skipped = state === 'skipped';
  const skip = useMutation({
    mutationFn: () => api.put<FirstSteps>('first_steps', { step: name, skipped: skipped ? 0 : 1 }),
    onSuccess: (steps) => client.setQueryData(FIRST_STEPS_KEY, steps),
  });
  return (
    <Button size="sm" variant="ghost" loading={skip.isPending} onClick={() => skip.mutate()}>
      {t(skipped ? 'steps.resume' : 'steps.skip')}
    </Button>
  );
}

/** What a step has beside its lists. */
function StepExtra({ name }: { name: FirstStepName }) {
  const { t } = useText();
  switch (name) {
    case 'people':
      return (
        <ButtonLink className="self-start" icon={KeyRound} to="/users/password-links">
          {t('route.password_links')}
        </ButtonLink>
      );
    case 'formulas':
      return <TakeRulesButton />;
    case 'source':
      return (
        <ButtonLink className="self-start" icon={Plug} to="/crawl-settings">
          {t('steps.open_source')}
        </ButtonLink>
      );
    case 'calculation':
      return (
        <ButtonLink className="self-start" icon={Calculator} to="/calculate">
          {t('steps.open_calculation')}
        </ButtonLink>
      );
    default:
      return null;
  }
}

function TakeRulesButton() {
  const { t } = useText();
  const client = useQueryClient();
  const ask = useConfirm();
  const take = useMutation({
    mutationFn: () => api.post<TakenRules>('first_steps/rules'),
    onSuccess: (taken) => {
      const counts = { results: taken['formula-results'], bases: taken['formula-base-points'], tsubos: taken.tsubos };
      notify.success({ title: t('steps.taken', counts) });
    },
    onSettled: () =>
      Promise.all(
        ['first_steps', 'formula-results', 'formula-base-points', 'tsubos'].map((key) => client.invalidateQueries({ queryKey: [key] })),
      ),
  });
  const askFirst = async () => {
    if (await ask({ title: t('steps.take_title'), text: t('steps.take_text'), confirmLabel: t('steps.take_rules') })) take.mutate();
  };
  return (
    <Button className="self-start" icon={Sigma} loading={take.isPending} onClick={() => void askFirst()}>
      {t('steps.take_rules')}
    </Button>
  );
}
