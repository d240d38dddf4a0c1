import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { ReviewRow } from '#contracts/calls/answers/month-checklist.ts';
import {
  type ChecklistKey,
  FINDINGS_PER_PAGE,
  REVIEW_FIGURE_LABELS,
  type ReviewKey,
  seenFields,
} from '#contracts/calls/month-checklist.ts';
import type { YearMonth } from '#contracts/months.ts';
import type { Envelope } from '#contracts/paging.ts';
import { fieldMessages, isInvalidInput } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { formatDateTime, formatNumber, useText } from '../../i18n/index.ts';
import { IN_PLACE, useAddressParams } from '../../layout/address-params.ts';
import { useCloseUnlessUnsaved } from '../../layout/close-unless-unsaved.ts';
import { useUnsaved } from '../../layout/unsaved.ts';
import { Button, TextButton, TextLink } from '../../ui/button.tsx';
import { useAfterPaint } from '../../ui/hooks/after-paint.ts';
import { Field, focusTooLong } from '../../ui/inputs/field.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { FIRST_ROWS } from '../../ui/table/use-incremental-rows.ts';
import { useReveal } from './use-reveal.ts';

const SHOWN = 10;

interface FindingsProps {
  kind: ReviewKey;
  /** The first page, and how many there are in all. */
  rows: readonly ReviewRow[];
  total: number;
  month: YearMonth;
}

/** The findings of one kind: figures, a link, and a note that marks the finding as reviewed. Further pages are read on request. */
export function Findings({ kind, rows, total, month }: FindingsProps) {
  const [reads, setReads] = useState(false);
  const further = useInfiniteQuery({
    queryKey: ['month-checklist', month.year, month.month, 'findings', kind],
    queryFn: ({ pageParam: page, signal }) =>
      api.get<Envelope<ReviewRow>>('month-checklist/findings', { query: { ...month, key: kind, page, limit: FINDINGS_PER_PAGE }, signal }),
    initialPageParam: 2,
    getNextPageParam: (_, pages) => ((pages.length + 1) * FINDINGS_PER_PAGE < total ? pages.length + 2 : undefined),
    enabled: reads,
  });
  // A finding that was reviewed between two reads has moved to another page.
  const all = new Map([...rows, ...(further.data?.pages ?? []).flatMap(({ data }) => data)].map((row) => [row.subject, row]));
  return (
    <ShortList
      name={kind}
      items={[...all.values()].map((row) => <Finding key={`${row.subject} ${row.value}`} kind={kind} row={row} month={month} />)}
      total={total}
      isReading={further.isFetching}
      onMore={() => (reads ? void further.fetchNextPage() : setReads(true))}
    />
  );
}

interface ShortListProps {
  /** Says in the address that all are shown: whoever comes back finds them as they were. */
  name: ChecklistKey;
  items: readonly ReactNode[];
  /** More than the items where the others have to be read. */
  total?: number;
  isReading?: boolean;
  onMore?: () => void;
}

/** The first few items, and the others on request: those below the window once the press was answered. The focus goes to the first of them. */
export function ShortList({ name, items, total = items.length, isReading = false, onMore }: ShortListProps) {
  const { t } = useText();
  const [params, changeAddress] = useAddressParams();
  const param = `all_${name}`;
  const all = params.has(param);
  const { list, reveal } = useReveal();
  const shown = useAfterPaint(all) ? items.length : all ? FIRST_ROWS : SHOWN;
  const showAll = () => {
    reveal(SHOWN);
    void changeAddress((address) => address.set(param, '1'), IN_PLACE);
  };
  return (
    <ul ref={list} className="mb-2 flex flex-col gap-1 pl-7 text-legend">
      {items.slice(0, shown)}
      {!all && items.length > SHOWN && (
        <li>
          <TextButton onClick={showAll}>{t('calculate.more_findings', { n: formatNumber(total - SHOWN) })}</TextButton>
        </li>
      )}
      {all && onMore && items.length < total && (
        <li className="flex flex-wrap items-center gap-x-3">
          <span className="text-muted">{t('calculate.findings_shown', { n: formatNumber(items.length), total: formatNumber(total) })}</span>
          <TextButton
            aria-disabled={isReading}
            onClick={() => {
              reveal(items.length);
              if (!isReading) onMore();
            }}
          >
            {t('calculate.next_findings', { n: formatNumber(Math.min(FINDINGS_PER_PAGE, total - items.length)) })}
          </TextButton>
        </li>
      )}
    </ul>
  );
}

function Finding({ kind, row, month }: { kind: ReviewKey; row: ReviewRow; month: YearMonth }) {
  const { t, lang } = useText();
  const [isNoting, setNoting] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  const figures = Object.entries(row.figures).map(([name, value]) => {
    const shown = typeof value === 'number' ? formatNumber(value) : formatDateTime(value) || '–';
    return `${REVIEW_FIGURE_LABELS[name]?.[lang] ?? name} ${shown}`;
  });
  return (
    <li ref={item} className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3">
        <TextLink alone to={row.link}>
          {row.label}
        </TextLink>
        {/* A line breaks between them, not within a code. */}
        <span className="text-muted">
          {figures.map((figure, at) => (
            <span key={figure} className="inline-block">
              {figure}
              {at < figures.length - 1 && <span className="px-1">·</span>}
            </span>
          ))}
        </span>
      </div>
      {row.seen && (
        <span className="col-span-2 text-success">
          {t('calculate.seen_by', { name: row.seen.by, time: formatDateTime(row.seen.at) })} “{row.seen.note}”
        </span>
      )}
      {!row.seen && (
        <Button
          size="sm"
          variant="ghost"
          icon={Check}
          aria-label={`${t('calculate.mark_seen')}: ${row.label}`}
          aria-expanded={isNoting}
          onClick={() => (isNoting ? item.current?.querySelector('input')?.focus() : setNoting(true))}
        >
          {t('calculate.mark_seen')}
        </Button>
      )}
      {isNoting && !row.seen && (
        <NoteForm
          kind={kind}
          row={row}
          month={month}
          onCancel={() => {
            item.current?.querySelector('button')?.focus();
            setNoting(false);
          }}
          onSaved={() => {
            // The reviewed finding goes to the end: the focus goes on with the one after it.
            const next = item.current?.nextElementSibling?.querySelector('button');
            (next ?? item.current?.querySelector('a'))?.focus();
            setNoting(false);
          }}
        />
      )}
    </li>
  );
}

interface NoteFormProps {
  kind: ReviewKey;
  row: ReviewRow;
  month: YearMonth;
  onCancel: () => void;
  onSaved: () => void;
}

function NoteForm({ kind, row, month, onCancel, onSaved }: NoteFormProps) {
  const { t } = useText();
  const client = useQueryClient();
  const [note, setNote] = useState('');
  const isWritten = note.trim() !== '';
  useUnsaved(isWritten, { inTab: true });
  const leave = useCloseUnlessUnsaved(isWritten, onCancel);
  const mark = useMutation({
    meta: { silent: isInvalidInput },
    mutationFn: () => api.post('month-checklist/seen', { ...month, key: kind, subject: row.subject, value: row.value, note }),
    onSuccess: () => {
      onSaved();
      return client.invalidateQueries({ queryKey: ['month-checklist', month.year, month.month] });
    },
  });
  return (
    <form
      className="col-span-2 flex items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (isWritten && !mark.isPending && !focusTooLong(event.currentTarget)) mark.mutate();
      }}
      onKeyDown={(event) => event.key === 'Escape' && void leave()}
    >
      <Field label={t('calculate.seen_note')} hideLabel floatingError error={fieldMessages(mark.error).note} className="flex-1">
        <TextInput
          autoFocus
          aria-label={t('calculate.seen_note')}
          placeholder={t('calculate.seen_note')}
          maxLength={seenFields.note.maxLength}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
      <Button size="sm" type="submit" variant="primary" disabled={!isWritten} loading={mark.isPending}>
        {t('control.save')}
      </Button>
      <Button size="sm" onClick={leave}>
        {t('control.cancel')}
      </Button>
    </form>
  );
}
