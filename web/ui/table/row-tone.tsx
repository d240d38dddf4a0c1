import { Check } from 'lucide-react';
import { useText } from '../../i18n/index.ts';
import { cx } from '../cx.ts';

export type RowTone = 'hand' | 'imported' | 'crawled' | 'adjusted';

export interface RowStyle {
  tone?: RowTone | undefined;
  /** Result points are zero: danger text. */
  zero?: boolean | undefined;
  /** Marked at the row's edge (techousei 有). */
  manual?: boolean | undefined;
  inactive?: boolean | undefined;
  /** Checked: quiet, it is done with. */
  checked?: boolean | undefined;
  selected?: boolean | undefined;
}

/** The attributes that style a `<tr>`. */
export function rowAttributes({ tone, zero, manual, inactive, checked, selected }: RowStyle) {
  return {
    'data-tone': tone,
    'data-zero': zero || undefined,
    'data-manual': manual || undefined,
    'data-inactive': inactive || undefined,
    'data-checked': checked || undefined,
    'aria-selected': selected || undefined,
  };
}

/** The mark of a tone beside its colour, so that the colour is never the only sign. */
export function ToneMark({ tone, label }: { tone: RowTone; label: string }) {
  return (
    <span role="img" data-tone-mark={tone} aria-label={label} title={label} className={cx('inline-block size-2.5 shrink-0', MARKS[tone])} />
  );
}

/** The mark of a checked row; it keeps its place in a row that is not checked, so that names begin one below the other. */
export function CheckMark({ isChecked }: { isChecked: boolean }) {
  const { t } = useText();
  if (!isChecked) return <span data-no-mark className="w-3.5 shrink-0" />;
  return <Check role="img" aria-label={t('list.is_checked')} size={14} className="shrink-0 stroke-[2.5] text-success" />;
}

export type LegendEntry = { label: string } & ({ tone: RowTone } | { mark: 'manual' | 'zero' | 'inactive' });

/** Explains the tones of the rows, below the table. */
export function ToneLegend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <ul className="grid grid-cols-[auto_auto] gap-x-4 gap-y-1.5 text-legend text-muted">
      {entries.map((entry) => (
        <li key={entry.label} className="flex items-center gap-1.5">
          <span
            aria-hidden
            className={cx(
              'flex h-4 w-6 shrink-0 items-center justify-center rounded-sm border border-line text-table',
              SWATCHES['tone' in entry ? entry.tone : entry.mark],
            )}
          >
            {'tone' in entry ? <span data-tone-mark={entry.tone} className={cx('size-2.5', MARKS[entry.tone])} /> : LABELS[entry.mark]}
          </span>
          {entry.label}
        </li>
      ))}
    </ul>
  );
}

const MARKS: Record<RowTone, string> = {
  hand: 'rounded-full bg-row-hand-mark',
  imported: 'rounded-full border-2 border-row-imported-mark',
  crawled: 'rotate-45 scale-80 bg-row-crawled-mark',
  adjusted: 'bg-row-adjusted-mark',
};
const SWATCHES = {
  hand: 'bg-row-hand',
  imported: 'bg-row-imported',
  crawled: 'bg-row-crawled',
  adjusted: 'bg-row-adjusted',
  manual: 'border-l-3 border-l-row-manual-mark bg-surface',
  zero: 'bg-surface text-danger',
  inactive: 'bg-sunken text-faint',
};
const LABELS = { manual: '有', zero: '0', inactive: 'Aa' };
