import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import { formatNumber, useText } from '../../i18n/index.ts';
import { IconButton } from '../button.tsx';
import { cx } from '../cx.ts';
import { useAsked } from '../hooks/store.ts';
import { useNarrow } from '../hooks/use-narrow.ts';
import { Select } from '../inputs/select.tsx';
import { countPageNumbers, PAGE_SIZES, pageWindow } from './page-window.ts';

interface PaginationProps {
  page: number;
  limit: number;
  total: number;
  /** From the answer, counted from 1; null on an empty page. */
  from: number | null;
  to: number | null;
  onPage: (page: number) => void | Promise<void>;
  /** The owner goes back to page 1. */
  onLimit: (limit: number) => void;
}

/** What few rows do not need is left out: the way to other pages, and another number of rows. */
export function Pagination({ page: given, limit, total, from, to, onPage, onLimit }: PaginationProps) {
  const { t } = useText();
  const narrow = useNarrow();
  const [page, ask] = useAsked(given, onPage);
  const last = Math.max(1, Math.ceil(total / limit));
  // The buttons of the first and the last page keep the focus where they lead no further.
  const go = (next: number) => next >= 1 && next <= last && next !== page && ask(next);
  const sizes = PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }));
  return (
    <div className="ml-auto flex max-w-full min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-2 text-table first:grow max-sm:grow">
      <div data-page-range className="flex items-center gap-3 text-muted tabular-nums">
        {total > PAGE_SIZES[0] && (
          <Select
            value={String(limit)}
            onChange={(value) => onLimit(Number(value))}
            options={sizes}
            aria-label={t('control.page_size')}
            className="w-18 pointer-coarse:w-22 print:hidden"
          />
        )}
        <span>{t('control.range', { from: formatNumber(from ?? 0), to: formatNumber(to ?? 0), total: formatNumber(total) })}</span>
      </div>
      {(last > 1 || page > 1) && (
        <nav data-chrome aria-label={t('control.page_nav')} className="flex max-w-full items-center gap-0.5 max-sm:gap-0">
          <IconButton icon={ChevronFirst} label={t('control.first_page')} aria-disabled={page <= 1} onClick={() => go(1)} />
          <IconButton icon={ChevronLeft} label={t('control.previous_page')} aria-disabled={page <= 1} onClick={() => go(page - 1)} />
          {pageWindow(page, last, countPageNumbers(narrow)).map((number) => (
            <button
              key={number}
              type="button"
              aria-label={t('control.page_n', { n: number })}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => go(number)}
              className={cx(
                'h-8 min-w-8 rounded px-1.5 tabular-nums',
                number === page ? 'bg-accent-soft font-semibold text-accent' : 'hover:bg-hover',
              )}
            >
              {formatNumber(number)}
            </button>
          ))}
          <IconButton icon={ChevronRight} label={t('control.next_page')} aria-disabled={page >= last} onClick={() => go(page + 1)} />
          <IconButton icon={ChevronLast} label={t('control.last_page')} aria-disabled={page >= last} onClick={() => go(last)} />
        </nav>
      )}
    </div>
  );
}
