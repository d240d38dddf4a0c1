import { useMutation, useQuery } from '@tanstack/react-query';
import { CheckCheck, GitCompare, Printer } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { RuleDocument } from '#contracts/calls/answers/rule-document.ts';
import { formatMonthKey, monthBefore } from '#contracts/months.ts';
import { fold } from '#text/fold.ts';
import { api, read } from '../../../api/client.ts';
import { useSession } from '../../../api/session.tsx';
import { formatDateTime, formatNumber, officeToday, useText } from '../../../i18n/index.ts';
import { ACTIONS } from '../../../layout/access.ts';
import { setParam, useAddressParams } from '../../../layout/address-params.ts';
import { PageHeader } from '../../../layout/page-header.tsx';
import { PrintHead, ReadError } from '../../../layout/page-parts.tsx';
import { usePrinting } from '../../../layout/use-printing.ts';
import { Button, TextLink } from '../../../ui/button.tsx';
import { Skeleton, useConfirm } from '../../../ui/feedback/feedback.tsx';
import { useShortcuts } from '../../../ui/hooks/shortcuts.ts';
import { useNarrow } from '../../../ui/hooks/use-narrow.ts';
import { Field } from '../../../ui/inputs/field.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { SearchInput } from '../../../ui/inputs/text-input.tsx';
import { listMonths, toMonthOptions } from '../rule-months.ts';
import { BookBody, ROWS_AT_ONCE } from './book-body.tsx';
import { type BookParts, findParts } from './find-parts.ts';

/** The rule book: the rules of a month in words, printed on A4, marked where they are new to the reader. */
export function RuleDocumentPage() {
  const { t } = useText();
  const { may } = useSession();
  const [address, changeAddress] = useAddressParams();
  const [search, setSearch] = useState('');
  const month = address.get('month') ?? officeToday().slice(0, 7);
  const { data, error, refetch } = useQuery({
    queryKey: ['rules', 'document', month],
    staleTime: 0,
    ...read<RuleDocument>('rules/document', { month }),
  });
  const wanted = fold(search.trim());
  const parts = useMemo(() => data && findParts(data, wanted), [data, wanted]);
  const ask = useConfirm();
  const { startPrint } = usePrinting();
  // A browser takes minutes for a book of 20,000 rules.
  const print = async ({ rows }: BookParts) => {
    const options = {
      title: t('rules.print_long', { n: formatNumber(rows) }),
      text: t('rules.print_long_hint'),
      confirmLabel: t('rules.print_anyway'),
    };
    if (rows <= ROWS_AT_ONCE || (await ask(options))) startPrint();
  };
  useShortcuts(parts ? { 'mod+p': () => void print(parts) } : {});
  const months = [...new Set([month, ...listMonths()])].sort().reverse();
  return (
    <div data-own-head className="flex min-w-0 flex-col gap-4">
      <PageHeader
        work={
          <Button icon={Printer} disabled={!parts} onClick={() => parts && void print(parts)}>
            {t('rules.print')}
          </Button>
        }
        primary={data && <ReadButton document={data} />}
      />
      <div className="flex flex-wrap items-end gap-3 print:hidden">
        <Field label={t('points.month')} className="w-40">
          <Select
            value={month}
            onChange={(chosen) => void changeAddress((params) => setParam(params, 'month', chosen))}
            options={toMonthOptions(months)}
          />
        </Field>
        <SearchInput aria-label={t('rules.search')} value={search} onChange={setSearch} className="w-full sm:w-72" />
        {may(ACTIONS.read_rule_changes) && (
          <TextLink to={`/rules/changes?from=${monthBefore(month, 1)}&to=${month}`} className="inline-flex h-8 items-center gap-1.5">
            <GitCompare size={14} aria-hidden />
            {t('rules.compare')}
          </TextLink>
        )}
      </div>
      {error && !data && <ReadError error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-96 w-full" />}
      {data && parts && (
        <>
          <PrintHead
            heading={`${t('rules.book')} ${formatMonthKey(month)}`}
            rows={parts.customers.reduce((sum, { standards }) => sum + standards.length, 0)}
            scope={wanted && `${t('rules.search')}: ${search.trim()}`}
          />
          <Version document={data} />
          <BookBody parts={parts} removed={wanted ? [] : data.removed} />
        </>
      )}
    </div>
  );
}

/** Which version it is, whether the last calculation went by it, and what the reader knows of it. */
function Version({ document: { changed_at, changed_by, hash, last_run, read: known } }: { document: RuleDocument }) {
  const { t } = useText();
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1 text-table text-muted">
      <li>
        {changed_at
          ? t('rules.changed_at', { time: formatDateTime(changed_at), name: changed_by ?? t('rules.system') })
          : t('rules.never_changed')}{' '}
        <code className="text-legend" title={hash}>
          {hash.slice(0, 8)}
        </code>
      </li>
      <li>
        {!last_run ? (
          t('rules.not_run')
        ) : last_run.is_same ? (
          t('rules.run_same', { time: formatDateTime(last_run.finished_at) })
        ) : (
          <span className="font-medium text-warning">{t('rules.run_older', { time: formatDateTime(last_run.finished_at) })}</span>
        )}
      </li>
      <li className={known ? undefined : 'print:hidden'}>
        {!known
          ? t('rules.never_read')
          : known.is_same
            ? t('rules.read_at', { time: formatDateTime(known.at) })
            : t('rules.read_older', { time: formatDateTime(known.at), month: formatMonthKey(known.month) })}
      </li>
    </ul>
  );
}

function ReadButton({ document: { month, version, read: known } }: { document: RuleDocument }) {
  const { t } = useText();
  const narrow = useNarrow();
  const mark = useMutation({
    mutationFn: () => api.post('rules/document/read', { month, version }),
    meta: { refreshes: [['rules', 'document']] },
  });
  if (known?.is_same) return null;
  return (
    <Button variant="primary" icon={CheckCheck} iconOnly={narrow} loading={mark.isPending} onClick={() => mark.mutate()}>
      {t('rules.mark_read')}
    </Button>
  );
}
