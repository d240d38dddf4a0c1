import { useQuery } from '@tanstack/react-query';
import type { RuleChange } from '#contracts/calls/answers/rule-changes.ts';
import { formulaText } from '#contracts/calls/formula-words.ts';
import { EXPRESSION_LABELS } from '#contracts/calls/totals-expressions.ts';
import { labelOf } from '#contracts/contract.ts';
import { contractOf } from '#contracts/contracts.ts';
import { monthBefore } from '#contracts/months.ts';
import { read } from '../../../api/client.ts';
import { formatDateTime, formatNumber, officeToday, useText } from '../../../i18n/index.ts';
import { setParam, useAddressParams } from '../../../layout/address-params.ts';
import { PageHeader } from '../../../layout/page-header.tsx';
import { ReadError } from '../../../layout/page-parts.tsx';
import { TextLink } from '../../../ui/button.tsx';
import { EmptyState, Skeleton } from '../../../ui/feedback/feedback.tsx';
import { useNarrow } from '../../../ui/hooks/use-narrow.ts';
import { Field } from '../../../ui/inputs/field.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { ColumnHeads, Table } from '../../../ui/table/table.tsx';
import { listMonths, toMonthOptions } from '../rule-months.ts';

const FORMULAS = /^(expression|base_point\d|result_\w+_formula|condition_param1?)$/;

/** What differs between the rules of two months, rule by rule. */
export function RuleChangesPage() {
  const { t } = useText();
  const narrow = useNarrow();
  const [address, changeAddress] = useAddressParams();
  const now = officeToday().slice(0, 7);
  const to = address.get('to') ?? now;
  const from = address.get('from') ?? monthBefore(to, 1);
  const { data, error, refetch } = useQuery({
    queryKey: ['rules', 'changes', from, to],
    staleTime: 0,
    ...read<{ data: RuleChange[] }>('rules/changes', { from, to }),
  });
  const options = toMonthOptions([...new Set([from, to, ...listMonths()])].sort().reverse());
  const choose = (name: 'from' | 'to') => (month: string) => void changeAddress((params) => setParam(params, name, month));
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <PageHeader count={data?.data.length} />
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t('rules.from')} className="w-40">
          <Select value={from} onChange={choose('from')} options={options} />
        </Field>
        <Field label={t('rules.to')} className="w-40">
          <Select value={to} onChange={choose('to')} options={options} />
        </Field>
      </div>
      {error && !data && <ReadError error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-60 w-full" />}
      {data?.data.length === 0 && <EmptyState text={t('rules.no_changes')} />}
      {data && data.data.length > 0 && (narrow ? <ChangesList changes={data.data} /> : <ChangesTable changes={data.data} />)}
    </div>
  );
}

interface ChangesProps {
  changes: readonly RuleChange[];
}

const keyOf = (change: RuleChange) => `${change.entity} ${JSON.stringify(change.identity)} ${change.field}`;

/** The same on a phone, one below the other: five columns leave no room for a formula. */
function ChangesList({ changes }: ChangesProps) {
  const { t, lang } = useText();
  return (
    <ul aria-label={t('route.rule_changes')} className="divide-y divide-line rounded border border-line bg-surface">
      {changes.map((change) => (
        <li key={keyOf(change)} className="flex flex-col gap-0.5 px-3 py-2 text-table wrap-anywhere">
          <RuleName change={change} />
          <span className="text-muted">{fieldLabel(change, lang)}</span>
          <span>
            {shownValue(change.field, change.old, lang)} →{' '}
            <strong className="font-semibold">{shownValue(change.field, change.new, lang)}</strong>
          </span>
          <span className="text-legend text-muted">{describeWriter(change)}</span>
        </li>
      ))}
    </ul>
  );
}

/** What the rule is called, leading to its record where it has one. */
function RuleName({ change }: { change: RuleChange }) {
  const { t, lang } = useText();
  const contract = contractOf(change.entity);
  const name = `${contract?.label[lang] ?? t('rules.totals')} · ${change.label}`;
  return contract && change.record_id !== null ? <TextLink to={`${contract.path}/${change.record_id}/view`}>{name}</TextLink> : name;
}

function fieldLabel({ entity, field, identity }: RuleChange, lang: 'vi' | 'en'): string {
  const contract = contractOf(entity);
  return contract ? labelOf(contract, field, lang) : EXPRESSION_LABELS[identity.key as 'total_point_1'][lang];
}

const describeWriter = ({ user, at }: RuleChange) => [user, formatDateTime(at)].filter(Boolean).join(' · ');

function ChangesTable({ changes }: ChangesProps) {
  const { t, lang } = useText();
  return (
    <Table label={t('route.rule_changes')}>
      <ColumnHeads heads={[t('rules.rule'), t('form.conflict_field'), t('rules.old'), t('rules.new_value'), t('rules.who')]} />
      <tbody>
        {changes.map((change) => (
          <tr key={keyOf(change)}>
            <td data-wrap>
              <RuleName change={change} />
            </td>
            <td>{fieldLabel(change, lang)}</td>
            <td data-wrap>{shownValue(change.field, change.old, lang)}</td>
            <td data-wrap className="font-medium">
              {shownValue(change.field, change.new, lang)}
            </td>
            <td data-wrap>{describeWriter(change)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function shownValue(field: string, value: RuleChange['old'], lang: 'vi' | 'en'): string {
  if (value === null) return '–';
  if (typeof value === 'number') return formatNumber(value, undefined, 10);
  return FORMULAS.test(field) ? formulaText(value, lang) : value;
}
