import { lockFields } from '#contracts/calls/month-lock.ts';
import { useText } from '../../../i18n/index.ts';
import { Field } from '../../../ui/inputs/field.tsx';
import { RadioGroup, Select } from '../../../ui/inputs/select.tsx';

/** How an unlock ends: by itself after some minutes, for whom until then; without them by the next lock. */
export interface UnlockEnd {
  until?: number;
  for?: string;
}

const MINUTES = [15, 30, 60, 120, 240];
const PROPOSED: UnlockEnd = { until: 30, for: 'me' };

/** Chooses between an unlock for good and one that ends by itself. */
export function UnlockEndFields({ value, onChange }: { value: UnlockEnd; onChange: (value: UnlockEnd) => void }) {
  const { t, lang } = useText();
  const { until, for: forWhom } = value;
  return (
    <>
      <Field label={t('total.unlock_end')}>
        <RadioGroup
          value={until ? 'timed' : ''}
          onChange={(next) => onChange(next ? PROPOSED : {})}
          options={[
            { value: '', label: t('total.unlock_for_good') },
            { value: 'timed', label: t('total.unlock_timed', { n: until ?? PROPOSED.until! }) },
          ]}
        />
      </Field>
      {until && (
        <div className="flex flex-wrap gap-x-6 gap-y-4">
          <Field label={lockFields.until.label[lang]}>
            <Select
              value={String(until)}
              onChange={(next) => onChange({ ...value, until: Number(next) })}
              options={MINUTES.map((n) => ({ value: String(n), label: t('total.minutes', { n }) }))}
            />
          </Field>
          <Field label={lockFields.for.label[lang]}>
            <RadioGroup
              value={forWhom!}
              onChange={(next) => onChange({ ...value, for: next })}
              options={Object.entries(lockFields.for.options!).map(([key, label]) => ({ value: key, label: label[lang] }))}
            />
          </Field>
        </div>
      )}
    </>
  );
}
