import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId } from 'react';
import type { LineSum, Statement, StatementLine } from '#contracts/calls/answers/statements.ts';
import { LINE_KINDS, type LineKind } from '#contracts/calls/statements.ts';
import { PageNumbers } from '../../../crud/list/paged-table.tsx';
import { formatNumber, useText } from '../../../i18n/index.ts';
import { setParam, useAddressParams } from '../../../layout/address-params.ts';
import { ReadError } from '../../../layout/page-parts.tsx';
import { cx } from '../../../ui/cx.ts';
import { Skeleton } from '../../../ui/feedback/feedback.tsx';
import { useDelayed } from '../../../ui/hooks/use-delayed.ts';
import { Factor, Figure } from '../../../ui/table/figure.tsx';
import { type LineActions, LineRow } from './line-row.tsx';
import { useRecordLinks } from './use-record-links.ts';
import { linesQuery, type Owner } from './use-statement.ts';

interface LinesProps extends Omit<LineActions, 'addressOf'> {
  owner: Owner;
  statement: Statement;
}

/** The lines behind the points: a section for each kind with its count and sum; the open one is in the address. */
export function Lines({ owner, statement, ...actions }: LinesProps) {
  const { t } = useText();
  const [params, changeAddress] = useAddressParams();
  const links = useRecordLinks(statement);
  const sums: Record<LineKind, LineSum> = { ...statement.lines, in_progress: statement.in_progress };
  const kinds = Object.keys(LINE_KINDS) as LineKind[];
  const open = params.get('kind') ?? kinds.find((kind) => sums[kind].count > 0);
  const toggle = (kind: LineKind) =>
    changeAddress(
      (address) => {
        address.set('kind', open === kind ? 'none' : kind);
        address.delete('page');
      },
      { replace: true },
    );
  return (
    <section>
      <h2 className="mb-2 font-semibold">{t('points.lines')}</h2>
      <div className="divide-y divide-line rounded border border-line bg-surface">
        {kinds.map((kind) => (
          <Section
            key={kind}
            {...{ kind, owner, statement }}
            actions={{ ...actions, addressOf: links.ofLine }}
            sum={sums[kind]}
            to={links.ofKind(kind)}
            open={open === kind}
            onToggle={() => toggle(kind)}
          />
        ))}
      </div>
    </section>
  );
}

interface SectionProps {
  kind: LineKind;
  sum: LineSum;
  /** The list of its records. */
  to: string | undefined;
  owner: Owner;
  statement: Statement;
  actions: LineActions;
  open: boolean;
  onToggle: () => void;
}

function Section({ kind, sum, to, owner, statement, actions, open, onToggle }: SectionProps) {
  const { t, lang } = useText();
  const id = useId();
  const Icon = open ? ChevronDown : ChevronRight;
  return (
    <section aria-labelledby={`${id}-name`} data-kind={kind}>
      <h3 className="flex items-center pr-3 sm:pr-4">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={onToggle}
          className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded px-3 text-left hover:bg-hover focus-visible:-outline-offset-2 sm:px-4"
        >
          <Icon size={16} className="shrink-0 text-muted" aria-hidden />
          <span id={`${id}-name`} className="flex-1 font-medium">
            {LINE_KINDS[kind][lang]} <span className="font-normal text-muted tabular-nums">{formatNumber(sum.count)}</span>
          </span>
        </button>
        <span
          className={cx(
            'tabular-nums [&_a]:inline-flex [&_a]:min-h-6 [&_a]:min-w-6 [&_a]:items-center [&_a]:justify-end',
            kind === 'in_progress' ? 'font-normal text-muted' : 'font-semibold',
          )}
        >
          {/* Factors do not add up: the one in force counts. */}
          {kind === 'pro' ? <Factor value={statement.totals.pro_index} to={to} /> : <Figure value={sum.sum} to={to} />}
        </span>
      </h3>
      {open && (
        <div id={id} className="border-t border-line">
          {kind === 'in_progress' && <p className="bg-sunken px-3 py-2 text-table text-muted sm:px-4">{t('points.in_progress_help')}</p>}
          {sum.count === 0 ? (
            <p className="px-4 py-6 text-center text-muted">{t('points.no_lines')}</p>
          ) : (
            <LinePage {...{ kind, owner, statement, actions }} />
          )}
        </div>
      )}
    </section>
  );
}

function LinePage({ kind, owner, statement: { year, month }, actions }: Pick<SectionProps, 'kind' | 'owner' | 'statement' | 'actions'>) {
  const pages = useLinePages();
  const answer = useQuery(linesQuery(owner, { year, month, kind, page: pages.page, limit: pages.limit }));
  const { data, error, isPlaceholderData } = answer;
  const waiting = useDelayed(!data);
  const dimmed = useDelayed(isPlaceholderData);
  if (error && !data) return <ReadError error={error} onRetry={answer.refetch} />;
  if (!data) return <div className="p-4">{waiting && <Skeleton className="h-40 w-full" />}</div>;
  return (
    <>
      <ul className={cx('divide-y divide-line', dimmed && 'opacity-55')} aria-busy={isPlaceholderData}>
        {data.data.map((line: StatementLine) => (
          <LineRow key={`${line.kind}-${line.id}`} line={line} {...actions} />
        ))}
      </ul>
      {data.total > data.data.length && (
        <div data-chrome className="border-t border-line px-3 py-2 sm:px-4">
          <PageNumbers of={data} pages={pages} />
        </div>
      )}
    </>
  );
}

/** The page of the open section, in the address: whoever comes back from a record finds its line again. */
function useLinePages() {
  const [params, changeAddress] = useAddressParams();
  const show = (limit: number, page: number) =>
    changeAddress(
      (address) => {
        setParam(address, 'page', page > 1 ? String(page) : null);
        setParam(address, 'limit', limit === PAGE_SIZE ? null : String(limit));
      },
      { replace: true },
    );
  const limit = Number(params.get('limit')) || PAGE_SIZE;
  return {
    page: Number(params.get('page')) || 1,
    limit,
    onPage: (page: number) => show(limit, page),
    onLimit: (size: number) => show(size, 1),
  };
}

const PAGE_SIZE = 25;
