import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { REVIEW_FIGURE_LABELS, type ReviewKey, type ReviewRow } from '#contracts/calls/month-checklist.ts';
import { api } from '../../api/client.ts';
import { formatDateTime, formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { useAfterPaint } from '../../ui/hooks/after-paint.ts';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { TextButton, TextLink } from '../../ui/link.tsx';
import { FIRST_ROWS } from '../../ui/table/use-incremental-rows.ts';
import type { YearMonth } from '../month-selects.tsx';

const SHOWN = 10;

/** The findings of one kind: figures, a link, and a note that marks the finding as reviewed. */
export function Findings({ kind, rows, month }: { kind: ReviewKey; rows: readonly ReviewRow[]; month: YearMonth }) {
  return <ShortList items={rows.map((row) => <Finding key={`${row.subject} ${row.value}`} kind={kind} row={row} month={month} />)} />;
}

/** The first few items, and the others on request: those below the window once the press was answered. */
export function ShortList({ items }: { items: readonly ReactNode[] }) {
  const { t } = useText();
  const [all, setAll] = useState(false);
  const shown = useAfterPaint(all) ? items.length : all ? FIRST_ROWS : SHOWN;
  return (
    <ul className="mb-2 flex flex-col gap-1 pl-7 text-legend">
      {items.slice(0, shown)}
      {!all && items.length > SHOWN && (
        <li>
          <TextButton onClick={() => setAll(true)}>{t('calculate.more_findings', { n: formatNumber(items.length - SHOWN) })}</TextButton>
        </li>
      )}
    </ul>
  );
}

function Finding({ kind, row, month }: { kind: ReviewKey; row: ReviewRow; month: YearMonth }) {
  const { t, lang } = useText();
  const client = useQueryClient();
  const [note, setNote] = useState<string | null>(null);
  const mark = useMutation({
    mutationFn: () => api.post('month-checklist/seen', { ...month, key: kind, subject: row.subject, value: row.value, note }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['month-checklist', month.year, month.month] }),
  });
  const figures = Object.entries(row.figures).map(([name, value]) => {
    const shown = typeof value === 'number' ? formatNumber(value) : formatDateTime(value) || '–';
    return `${REVIEW_FIGURE_LABELS[name]?.[lang] ?? name} ${shown}`;
  });
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3">
        <TextLink alone to={row.link}>
          {row.label}
        </TextLink>
        <span className="text-muted">{figures.join(' · ')}</span>
      </div>
      {row.seen && (
        <span className="col-span-2 text-success">
          {t('calculate.seen_by', { name: row.seen.by, time: formatDateTime(row.seen.at) })} “{row.seen.note}”
        </span>
      )}
      {!row.seen && note === null && (
        <Button size="sm" variant="ghost" icon={Check} aria-label={`${t('calculate.mark_seen')}: ${row.label}`} onClick={() => setNote('')}>
          {t('calculate.mark_seen')}
        </Button>
      )}
      {note !== null && !row.seen && (
        <form
          className="col-span-2 flex items-center gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (note.trim() !== '') mark.mutate();
          }}
        >
          <TextInput
            aria-label={t('calculate.seen_note')}
            placeholder={t('calculate.seen_note')}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
          <Button size="sm" type="submit" variant="primary" disabled={note.trim() === ''} loading={mark.isPending}>
            {t('control.save')}
          </Button>
          <Button size="sm" onClick={() => setNote(null)}>
            {t('control.cancel')}
          </Button>
        </form>
      )}
    </li>
  );
}
