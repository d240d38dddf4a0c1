import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { EntityContract } from '#contracts/contract.ts';
import { formatMonthKey, monthBefore, monthsBetween } from '#contracts/months.ts';
import { AS_OF_LABEL, EVERY_VERSION } from '#contracts/rule-tables.ts';
import { api } from '../../api/client.ts';
import { useFindLock } from '../../api/month-locks.ts';
import { notifyError, notifySaved } from '../../api/notices.ts';
import { listQuery, type Page } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { useFilterField } from '../../crud/filters/filters.tsx';
import { pickChangedValues, toFormValues } from '../../crud/form/form-state.ts';
import { AsideFold } from '../../crud/form/record-aside.tsx';
import type { Row } from '../../crud/list/cell.tsx';
import { useText } from '../../i18n/index.ts';
import { officeToday } from '../../i18n/office-today.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/inputs/field.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { TextLink } from '../../ui/link.tsx';

/** A year before the present month and a year after it, the latest first. */
const listMonths = (): string[] => {
  const now = officeToday().slice(0, 7);
  return monthsBetween(monthBefore(now, 12), monthBefore(now, -12)).reverse();
};
const toOptions = (months: readonly string[]) => months.map((month) => ({ value: month, label: formatMonthKey(month) }));

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
  const options = [{ value: 'all', label: EVERY_VERSION[lang] }, ...toOptions(listMonths())];
  return (
    <Field label={AS_OF_LABEL[lang]} className="sm:w-44">
      <Select value={applied ?? ''} onChange={(value) => void apply(value || null)} options={options} empty={t('page.rule_now')} />
    </Field>
  );
}

/** Beside a rule: the months in which each of its versions counts, and how what was changed becomes a version that counts from a month on. */
export function RuleVersions({ contract, path, row }: { contract: EntityContract; path: string; row: Row }) {
  const { t } = useText();
  const { may } = useSession();
  const { identity, whole } = contract.versions!;
  const filters = Object.fromEntries(identity.map((column) => [column, String(row[column])]));
  const { data, isPending } = useQuery(
    listQuery<Row>(contract.name, { ...filters, as_of: 'all', order_by: 'valid_from ASC', limit: 1000 }),
  );
  const versions = [...Map.groupBy(data?.data ?? [], (version) => String(version.valid_from ?? '')).values()];
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
        {may(contract.access.create) && (
          <MakeVersion contract={contract} path={path} row={row} taken={versions.map(([version]) => String(version!.valid_from ?? ''))} />
        )}
      </div>
    </AsideFold>
  );
}

const originOf = (row: Row) => row.copied_from ?? row.id;

function periodText(from: unknown, to: unknown, t: ReturnType<typeof useText>['t']): string {
  const [first, last] = [from, to].map((month) => (month ? formatMonthKey(String(month)) : ''));
  if (first && last) return t('page.rule_from_to', { from: first, to: last });
  return first ? t('page.rule_from', { from: first }) : last ? t('page.rule_to', { to: last }) : t('page.rule_always');
}

/** Saves what was changed as a version from a month on, the first open one at first; says up to when it counts and which months are locked. */
function MakeVersion({ contract, path, row, taken }: { contract: EntityContract; path: string; row: Row; taken: readonly string[] }) {
  const { t } = useText();
  const form = useFormContext();
  const client = useQueryClient();
  const navigate = useNavigate();
  const findLock = useFindLock();
  const isLocked = (month: string) => findLock(`${month}-01`) !== undefined;
  const free = listMonths().filter((month) => !taken.includes(month));
  const open = free.toReversed().find((month) => month >= officeToday().slice(0, 7) && !isLocked(month));
  const [chosen, choose] = useState<string>();
  const month = chosen ?? open ?? free[0]!;
  const next = taken.filter((version) => version > month).sort()[0];
  const locked = listMonths().filter((each) => each >= month && (!next || each < next) && isLocked(each));
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
    onError: (error) => notifyError(error),
  });
  // Once nothing is unsaved any more, so that leaving asks nothing.
  useEffect(() => {
    if (made !== undefined && !isDirty) void navigate(`${path}/${made}/view`);
  }, [made, isDirty, navigate, path]);
  return (
    <div className="flex flex-col items-start gap-2">
      <Field label={t('page.rule_version_from')} className="w-full max-w-44">
        <Select value={month} onChange={choose} options={toOptions(free)} />
      </Field>
      <p className="text-legend text-muted">
        {next ? t('page.rule_counts_until', { to: formatMonthKey(monthBefore(next, 1)) }) : t('page.rule_counts_on')}
        {contract.versions?.whole && ` ${t('page.rule_whole')}`}
        {locked.length > 0 && ` ${t('page.rule_locked', { months: locked.toReversed().map(formatMonthKey).join(', ') })}`}
      </p>
      <Button icon={CalendarPlus} loading={make.isPending} onClick={() => make.mutate()}>
        {t(isDirty ? 'page.rule_save_version' : 'page.rule_make_version')}
      </Button>
    </div>
  );
}
