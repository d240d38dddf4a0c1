import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, CircleDot, FileDown } from 'lucide-react';
import type { FirstSteps } from '#contracts/calls/answers/first-steps.ts';
import { FIRST_STEP_STATES, FIRST_STEPS } from '#contracts/calls/first-steps.ts';
import type { Contract } from '#contracts/contract.ts';
import { contractOf } from '#contracts/contracts.ts';
import { api } from '../../api/client.ts';
import { ImportButton } from '../../crud/imports/import-button.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { DownloadButton } from '../../layout/download-button.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { TextLink } from '../../ui/link.tsx';
import { StepExtra } from './step-extra.tsx';
import { FIRST_STEPS_KEY } from './use-first-steps.ts';

type Step = FirstSteps['steps'][number];

const LOOKS = {
  done: { icon: CircleCheck, tone: 'success' },
  open: { icon: CircleDot, tone: 'info' },
  skipped: { icon: CircleDashed, tone: 'neutral' },
} as const;

/** One step: why, what is missing, its lists with their numbers, templates and imports, and skipping it. */
export function StepCard({ step, number, isNext }: { step: Step; number: number; isNext: boolean }) {
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
