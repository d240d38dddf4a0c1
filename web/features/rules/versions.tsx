import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarPlus, Save } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { RuleReach } from '#contracts/calls/answers/rule-changes.ts';
import type { EntityContract } from '#contracts/contract.ts';
import { formatMonthKey, monthBefore } from '#contracts/months.ts';
import { notifySaved } from '../../api/api-error.ts';
import { api, listQuery, type Page, type Row, read } from '../../api/client.ts';
import { useFindLock } from '../../api/month-locks.ts';
import { useIsInScenario } from '../../api/scenario.ts';
import { useSession } from '../../api/session.tsx';
import { pickChangedValues, toFormValues } from '../../crud/form/form-state.ts';
import { AsideFold } from '../../crud/form/record-aside.tsx';
import { formatNumber, officeToday, useText } from '../../i18n/index.ts';
import { Opened } from '../../layout/lazy-part.tsx';
import { Button, TextLink } from '../../ui/button.tsx';
import type { Store } from '../../ui/hooks/store.ts';
import { Field } from '../../ui/inputs/field.tsx';
import { RadioGroup, Select } from '../../ui/inputs/select.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { listMonths, periodText, toMonthOptions } from './rule-months.ts';

/** Waits to be told whether an update is sent as it is: the version that is shown is corrected for all its months. */
export type AnswerCorrection = (isCorrection: boolean) => void;

interface RuleVersionsProps {
  contract: EntityContract;
  row: Row;
  /** Set while Save asks from which month the change counts. */
  asked: Store<AnswerCorrection | null>;
}

/** Beside a rule: the months in which each of its versions counts, and how what was changed becomes a version that counts from a month on. */
export function RuleVersions({ contract, row, asked }: RuleVersionsProps) {
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
            const period = periodText(valid_from as string | null, valid_to as string | null, t);
            const link = counterpart(rows);
            const isShown = (valid_from ?? null) === (row.valid_from ?? null);
            return (
              <li key={String(valid_from)} aria-current={isShown || undefined} className={isShown ? 'font-semibold' : undefined}>
                {link && !isShown ? <TextLink to={`${contract.path}/${link.id}/view`}>{period}</TextLink> : period}
                {!link && <span className="text-muted"> · {t('page.rule_row_missing')}</span>}
              </li>
            );
          })}
        </ol>
        {whole && !isInScenario && may(contract.access.create) && <MakeVersion contract={contract} row={row} taken={taken} />}
        <Opened by={asked}>
          {(answer, close) => (
            <SaveFromMonth
              {...{ contract, row, taken }}
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

/** Makes a version of a whole table as it is shown, so that rows can be added to it or deleted from a month on. */
function MakeVersion(rule: VersionOfRule) {
  const { t } = useText();
  const { month, choose, options, make } = useNewVersion(rule);
  return (
    <div className="flex flex-col items-start gap-2">
      <Field label={t('page.rule_version_from')} className="w-full max-w-44">
        <Select value={month} onChange={choose} options={options} />
      </Field>
      <Reach rule={rule} from={month} />
      <Button icon={CalendarPlus} loading={make.isPending} onClick={() => make.mutate()}>
        {t('page.rule_make_version')}
      </Button>
    </div>
  );
}

/** Asks from which month a change of a rule counts, or whether it corrects the version for all its months, and says what that touches. */
function SaveFromMonth({ onAnswer, ...rule }: VersionOfRule & { onAnswer: (isCorrection: boolean) => void }) {
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
function Reach({ rule: { contract, row }, from }: { rule: VersionOfRule; from: string | undefined }) {
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

interface VersionOfRule {
  contract: EntityContract;
  row: Row;
  /** The months from which the versions count that are there. */
  taken: readonly string[];
}

/** The month of a new version, the first open one at first, and the call that makes it of what the form says; then its page is opened. */
function useNewVersion({ contract, row, taken }: VersionOfRule, onMade?: () => void) {
  const { t } = useText();
  const form = useFormContext();
  const client = useQueryClient();
  const navigate = useNavigate();
  const findLock = useFindLock();
  const free = listMonths().filter((month) => !taken.includes(month));
  const open = free.toReversed().find((month) => month >= officeToday().slice(0, 7) && findLock(`${month}-01`) === undefined);
  const [chosen, choose] = useState<string>();
  const month = chosen ?? open ?? free[0]!;
  const { isDirty, dirtyFields } = form.formState;
  const [made, setMade] = useState<number>();
  const make = useMutation({
    mutationFn: () =>
      api.post<Pick<Page<Row>, 'data'> & { warnings?: string[] }>(`${contract.name}/versions`, {
        valid_from: month,
        copy_of: row.id,
        values: pickChangedValues(form.getValues(), dirtyFields, undefined),
      }),
    onSuccess: async ({ data }) => {
      notifySaved('created', t('page.rule_version'), formatMonthKey(month));
      form.reset(toFormValues(contract, row));
      await client.invalidateQueries({ queryKey: [contract.name] });
      setMade((data.find((each) => originOf(each) === originOf(row)) ?? data[0]!).id);
    },
  });
  // Once nothing is unsaved any more, so that leaving asks nothing.
  useEffect(() => {
    if (made === undefined || isDirty) return;
    onMade?.();
    void navigate(`${contract.path}/${made}/view`);
  }, [made, isDirty, navigate, contract, onMade]);
  return { month, choose, options: toMonthOptions(free), make };
}

/** The row of the first version that a row follows from. */
const originOf = (row: Row) => row.copied_from ?? row.id;
