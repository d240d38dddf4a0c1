import { useQuery } from '@tanstack/react-query';
import type { RuleChange } from '#contracts/calls/answers/rule-changes.ts';
import { formulaText } from '#contracts/calls/formula-words.ts';
import { EXPRESSION_LABELS } from '#contracts/calls/totals-expressions.ts';
import { labelOf } from '#contracts/contract.ts';
import { contractOf } from '#contracts/contracts.ts';
import { monthBefore } from '#contracts/months.ts';
import { read } from '../../../api/queries.ts';
import { formatDateTime, formatNumber } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/index.ts';
import { officeToday } from '../../../i18n/office-today.ts';
import { setParam, useAddressParams } from '../../../layout/address-params.ts';
import { PageHeader } from '../../../layout/page-header.tsx';
import { ReadError } from '../../../layout/read-error.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Field } from '../../../ui/inputs/field.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { ColumnHeads } from '../../../ui/table/column-heads.tsx';
import { Table } from '../../../ui/table/table.tsx';
import { listMonths, toMonthOptions } from '../rule-months.ts';

const FORMULAS = /^(expression|base_point\d|result_\w+_formula|condition_param1?)$/;

/** What differs between the rules of two months, rule by rule. */
export function RuleChangesPage() {
  const { t } = useText();
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
      {data && data.data.length > 0 && <ChangesTable changes={data.data} />}
    </div>
  );
}

function ChangesTable({ changes }: { changes: readonly RuleChange[] }) {
  const { t, lang } = useText();
  return (
    <Table label={t('rules.changes')}>
      <ColumnHeads heads={[t('rules.rule'), t('rules.field'), t('rules.old'), t('rules.new_value'), t('rules.who')]} />
      <tbody>
        {changes.map((change) => {
          const contract = contractOf(change.entity);
          const name = `${contract?.label[lang] ?? t('rules.totals')} · ${change.label}`;
          return (
            <tr key={`${change.entity} ${JSON.stringify(change.identity)} ${change.field}`}>
              <td data-wrap>
                {contract && change.record_id !== null ? (
                  <TextLink to={`${contract.path}/${change.record_id}/view`}>{name}</TextLink>
                ) : (
                  name
                )}
              </td>
              <td>{contract ? labelOf(contract, change.field, lang) : EXPRESSION_LABELS[change.identity.key as 'total_point_1'][lang]}</td>
              <td data-wrap>{shownValue(change.field, change.old, lang)}</td>
              <td data-wrap className="font-medium">
                {shownValue(change.field, change.new, lang)}
              </td>
              <td data-wrap>{[change.user, formatDateTime(change.at)].filter(Boolean).join(' · ')}</td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

function shownValue(field: string, value: RuleChange['old'], lang: 'vi' | 'en'): string {
  if (value === null) return '–';
  if (typeof value === 'number') return formatNumber(value, undefined, 10);
  return FORMULAS.test(field) ? formulaText(value, lang) : value;
}
