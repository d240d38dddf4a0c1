import { useQuery } from '@tanstack/react-query';
import { Save } from 'lucide-react';
import { useId, useState } from 'react';
import type { RuleReach } from '#contracts/calls/answers/rule-changes.ts';
import { formatMonthKey, monthBefore } from '#contracts/months.ts';
import { read } from '../../api/queries.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/inputs/field.tsx';
import { RadioGroup } from '../../ui/inputs/radio-group.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { periodText } from './rule-months.ts';
import { useNewVersion, type VersionOfRule } from './use-new-version.ts';

/** Asks from which month a change of a rule counts, or whether it corrects the version for all its months, and says what that touches. */
export function SaveFromMonth({ onAnswer, ...rule }: VersionOfRule & { onAnswer: (isCorrection: boolean) => void }) {
  const { t } = useText();
  const [choice, setChoice] = useState('version');
  const { month, choose, options, make } = useNewVersion(rule, () => onAnswer(false));
  const save = () => (choice === 'version' ? make.mutate() : onAnswer(true));
  return (
    <Dialog
      open
      size="md"
      title={t('rules.save_title')}
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>{t('control.cancel')}</Button>
          <Button variant="primary" icon={Save} loading={make.isPending} onClick={save}>
            {t(choice === 'version' ? 'rules.save_version' : 'rules.save_correction')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <RadioGroup
          label={t('rules.save_title')}
          className="flex-col items-start!"
          value={choice}
          onChange={setChoice}
          options={[
            { value: 'version', label: t('rules.from_month') },
            { value: 'correction', label: t('rules.all_months') },
          ]}
        />
        {choice === 'version' && (
          <Field label={t('page.rule_version_from')} className="w-full max-w-44">
            <Select value={month} onChange={choose} options={options} />
          </Field>
        )}
        <Reach rule={rule} from={choice === 'version' ? month : undefined} />
      </div>
    </Dialog>
  );
}

/** The months that a version from a month on counts in, or the one that is shown: which are locked, and how many open jobs follow from it. */
export function Reach({ rule: { contract, row }, from }: { rule: VersionOfRule; from: string | undefined }) {
  const { t } = useText();
  const id = useId();
  const { data } = useQuery({
    queryKey: [contract.name, 'reach', row.id, from],
    ...read<RuleReach>('rules/reach', { entity: contract.name, id: row.id, from }),
    meta: { silent: true },
  });
  if (!data) return null;
  const { until, locked, months } = data;
  const jobs = months.reduce((sum, month) => sum + month.jobs, 0);
  const period = periodText(data.from, until && monthBefore(until, 1), t);
  return (
    <ul id={id} className="flex flex-col gap-0.5 text-legend text-muted">
      <li>{t('rules.counts', { period })}</li>
      {contract.versions?.whole && from && <li>{t('page.rule_whole')}</li>}
      {locked.length > 0 && <li>{t('page.rule_locked', { months: locked.map(formatMonthKey).join(', ') })}</li>}
      <li>
        {jobs === 0
          ? t('rules.no_open_jobs')
          : t('rules.open_jobs', { n: formatNumber(jobs), months: months.map(({ month }) => formatMonthKey(month)).join(', ') })}
      </li>
    </ul>
  );
}
