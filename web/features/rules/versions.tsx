import { useQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import type { EntityContract } from '#contracts/contract.ts';
import { formatMonthKey } from '#contracts/months.ts';
import { AS_OF_LABEL, EVERY_VERSION } from '#contracts/rule-tables.ts';
import { listQuery } from '../../api/queries.ts';
import { useIsInScenario } from '../../api/scenario.ts';
import { useSession } from '../../api/session.tsx';
import { useFilterField } from '../../crud/filters/filters.tsx';
import type { FormPageProps } from '../../crud/form/form-page.tsx';
import { AsideFold } from '../../crud/form/record-aside.tsx';
import type { Row } from '../../crud/list/cell.tsx';
import { useText } from '../../i18n/index.ts';
import { Opened, useOpened } from '../../layout/opened.tsx';
import { Button } from '../../ui/button.tsx';
import type { Store } from '../../ui/hooks/store.ts';
import { Field } from '../../ui/inputs/field.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { TextLink } from '../../ui/link.tsx';
import { listMonths, toMonthOptions } from './rule-months.ts';
import { Reach, SaveFromMonth } from './save-from-month.tsx';
import { originOf, useNewVersion, type VersionOfRule } from './use-new-version.ts';

/** How the chip of the filter names its value. */
export const AS_OF_CHIP = {
  name: 'as_of',
  label: AS_OF_LABEL,
  valueLabels: {
    all: EVERY_VERSION,
    ...Object.fromEntries(listMonths().map((month) => [month, formatMonthKey(month)])),
  },
};

/** Whose versions a list of rules shows: those of the present month, of another, or all. */
export function AsOfFilter() {
  const { applied, apply } = useFilterField('as_of');
  const { t, lang } = useText();
  const options = [{ value: 'all', label: EVERY_VERSION[lang] }, ...toMonthOptions(listMonths())];
  return (
    <Field label={AS_OF_LABEL[lang]} className="sm:w-44">
      <Select value={applied ?? ''} onChange={(value) => void apply(value || null)} options={options} empty={t('page.rule_now')} />
    </Field>
  );
}

/** Waits to be told whether an update is sent as it is: the version that is shown is corrected for all its months. */
type Answer = (isCorrection: boolean) => void;

interface RuleVersionsProps {
  contract: EntityContract;
  path: string;
  row: Row;
  /** Set while Save asks from which month the change counts. */
  asked: Store<Answer | null>;
}

/**
 * What the form of a rule adds to its page: its versions beside it, and the question from which month a change counts. In a scenario it is asked of
 * all changes at once, when they are promoted.
 */
export function useRuleForm(contract: EntityContract, path: string): Pick<FormPageProps, 'aside' | 'beforeUpdate'> {
  const asked = useOpened<Answer>();
  const isInScenario = useIsInScenario(contract.name);
  return {
    aside: (row) => <RuleVersions key={row.id} contract={contract} path={path} row={row} asked={asked} />,
    ...(!isInScenario && { beforeUpdate: () => new Promise((answer) => asked.set(answer)) }),
  };
}

/** Beside a rule: the months in which each of its versions counts, and how what was changed becomes a version that counts from a month on. */
function RuleVersions({ contract, path, row, asked }: RuleVersionsProps) {
  const { t } = useText();
  const { may } = useSession();
  const isInScenario = useIsInScenario(contract.name);
  const { identity, whole } = contract.versions!;
  const filters = Object.fromEntries(identity.map((column) => [column, String(row[column])]));
  const { data, isPending } = useQuery(
    listQuery<Row>(contract.name, { ...filters, as_of: 'all', order_by: 'valid_from ASC', limit: 1000 }),
  );
  const versions = [...Map.groupBy(data?.data ?? [], (version) => String(version.valid_from ?? '')).values()];
  const taken = versions.map(([version]) => String(version!.valid_from ?? ''));
  const counterpart = (rows: readonly Row[]) => (whole ? rows.find((each) => originOf(each) === originOf(row)) : rows[0]);
  return (
    <AsideFold name="versions" title={t('page.rule_versions')}>
      <div className="flex flex-col gap-4" data-loading={isPending || undefined}>
        <ol className="flex flex-col gap-1 text-table">
          {versions.map((rows) => {
            const [{ valid_from, valid_to }] = rows as [Row];
            const period = periodText(valid_from, valid_to, t);
            const link = counterpart(rows);
            const isShown = (valid_from ?? null) === (row.valid_from ?? null);
            return (
              <li key={String(valid_from)} aria-current={isShown || undefined} className={isShown ? 'font-semibold' : undefined}>
                {link && !isShown ? <TextLink to={`${path}/${link.id}/view`}>{period}</TextLink> : period}
                {!link && <span className="text-muted"> · {t('page.rule_row_missing')}</span>}
              </li>
            );
          })}
        </ol>
        {!isInScenario && may(contract.access.create) && <MakeVersion contract={contract} path={path} row={row} taken={taken} />}
        <Opened by={asked}>
          {(answer, close) => (
            <SaveFromMonth
              {...{ contract, path, row, taken }}
              onAnswer={(isCorrection) => {
                close();
                answer(isCorrection);
              }}
            />
          )}
        </Opened>
      </div>
    </AsideFold>
  );
}

function periodText(from: unknown, to: unknown, t: ReturnType<typeof useText>['t']): string {
  const [first, last] = [from, to].map((month) => (month ? formatMonthKey(String(month)) : ''));
  if (first && last) return t('page.rule_from_to', { from: first, to: last });
  return first ? t('page.rule_from', { from: first }) : last ? t('page.rule_to', { to: last }) : t('page.rule_always');
}

/** Makes a version of the rule as it is shown, with what was changed, the first open month at first. */
function MakeVersion(rule: VersionOfRule) {
  const { t } = useText();
  const { month, choose, options, isDirty, make } = useNewVersion(rule);
  return (
    <div className="flex flex-col items-start gap-2">
      <Field label={t('page.rule_version_from')} className="w-full max-w-44">
        <Select value={month} onChange={choose} options={options} />
      </Field>
      <Reach rule={rule} from={month} />
      <Button icon={CalendarPlus} loading={make.isPending} onClick={() => make.mutate()}>
        {t(isDirty ? 'page.rule_save_version' : 'page.rule_make_version')}
      </Button>
    </div>
  );
}
