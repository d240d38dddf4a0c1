import { formatMonthKey } from '#contracts/months.ts';
import { AS_OF_LABEL, EVERY_VERSION } from '#contracts/rule-tables.ts';
import { useIsInScenario } from '../../api/scenario.ts';
import { useFilterField } from '../../crud/filters/filters.tsx';
import { FormField, useFormState } from '../../crud/form/form-field.tsx';
import { FormPage, type FormPageProps } from '../../crud/form/form-page.tsx';
import { ListPage, type ListPageProps } from '../../crud/list/list-page.tsx';
import { useText } from '../../i18n/index.ts';
import { useOpened } from '../../layout/lazy-part.tsx';
import { Field } from '../../ui/inputs/field.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { ScenarioBanner } from '../scenarios/banner.tsx';
import { listMonths, toMonthOptions } from './rule-months.ts';
import { type AnswerCorrection, RuleVersions } from './versions.tsx';

/** The list of a table of rules: of the scenario that is worked in, and of one month's versions. */
export function RuleList({ filters, ...list }: ListPageProps) {
  const fields = (
    <>
      {filters?.fields}
      <AsOfFilter />
    </>
  );
  return (
    <>
      <ScenarioBanner />
      <ListPage {...list} filters={{ fields, labels: [...(filters?.labels ?? []), AS_OF_CHIP] }} />
    </>
  );
}

/**
 * The form of a rule: its versions beside it, and the question from which month a change counts. In a scenario that is asked of all changes at once,
 * when they are promoted.
 */
export function RuleForm(form: Omit<FormPageProps, 'aside' | 'beforeUpdate'>) {
  const { contract } = form;
  const asked = useOpened<AnswerCorrection>();
  const isInScenario = useIsInScenario(contract.name);
  return (
    <>
      <ScenarioBanner />
      <FormPage
        {...form}
        aside={(row) => <RuleVersions key={row.id} contract={contract} row={row} asked={asked} />}
        {...(!isInScenario && { beforeUpdate: () => new Promise((answer) => asked.set(answer)) })}
      />
    </>
  );
}

/** From which month a new rule counts; of a saved one its versions say it, and saving asks. */
export function ValidFromField() {
  const { t } = useText();
  return useFormState().row ? null : <FormField name="valid_from" help={t('page.rule_valid_from_help')} />;
}

/** How the chip of the filter names its value. */
const AS_OF_CHIP = {
  name: 'as_of',
  label: AS_OF_LABEL,
  valueLabels: {
    all: EVERY_VERSION,
    ...Object.fromEntries(listMonths().map((month) => [month, formatMonthKey(month)])),
  },
};

/** Whose versions a list of rules shows: those of the present month, of another, or all. */
function AsOfFilter() {
  const { applied, apply } = useFilterField('as_of');
  const { t, lang } = useText();
  const options = [{ value: 'all', label: EVERY_VERSION[lang] }, ...toMonthOptions(listMonths())];
  return (
    <Field label={AS_OF_LABEL[lang]} className="sm:w-44">
      <Select value={applied ?? ''} onChange={(value) => void apply(value || null)} options={options} empty={t('page.this_month')} />
    </Field>
  );
}
