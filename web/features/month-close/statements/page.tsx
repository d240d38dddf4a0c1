import { useQuery } from '@tanstack/react-query';
import { CalendarClock, CalendarPlus, Printer } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { StatementOverview, StatementOverviews } from '#contracts/calls/answers/statements.ts';
import { STATEMENT_STATES, type StatementState } from '#contracts/calls/statements.ts';
import { column } from '#contracts/columns.ts';
import type { Column } from '#contracts/contract.ts';
import { fold } from '#text/fold.ts';
import { type Row, read } from '../../../api/client.ts';
import { useMonthLock } from '../../../api/month-locks.ts';
import { useSession } from '../../../api/session.tsx';
import { DataTable } from '../../../crud/list/data-table.tsx';
import { useListPosition } from '../../../crud/list/list-return.ts';
import { formatDate, formatMonth, formatNumber, useText } from '../../../i18n/index.ts';
import { ACTIONS } from '../../../layout/access.ts';
import { setParam, useAddressParams } from '../../../layout/address-params.ts';
import { lazyPart } from '../../../layout/lazy-part.tsx';
import { MonthLockBadge, PageHeader } from '../../../layout/page-header.tsx';
import { PrintHead, ReadError } from '../../../layout/page-parts.tsx';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Badge, EmptyState } from '../../../ui/feedback/feedback.tsx';
import { useShortcuts } from '../../../ui/hooks/shortcuts.ts';
import { useNarrow } from '../../../ui/hooks/use-narrow.ts';
import { Select } from '../../../ui/inputs/select.tsx';
import { SearchInput } from '../../../ui/inputs/text-input.tsx';
import { Figure } from '../../../ui/table/figure.tsx';
import { focusFirstMatch, focusFirstRow } from '../../../ui/table/roving-tab-index.ts';
import { STATE_TONES } from '../statement/confirm-panel.tsx';
import { MonthBar, MonthState } from '../statement/month-bar.tsx';
import { STATEMENTS, useMonthInAddress } from '../statement/use-statement.ts';

const ReviewDialog = lazyPart(() => import('./review-dialog.tsx').then((m) => m.ReviewDialog));

const STATES = Object.keys(STATEMENT_STATES) as StatementState[];

/** Confirmation states of all statements of a month: the states with their counts, the totals, the open questions. */
export function StatementsPage() {
  const { may } = useSession();
  const { search } = useLocation();
  // A person who may not read others' statements is led to their own of that month.
  return may(ACTIONS.read_statements) ? <Statements /> : <Navigate replace to={`/my-points${search}`} />;
}

function Statements() {
  const { t, lang } = useText();
  const [params, changeAddress] = useAddressParams();
  const narrow = useNarrow();
  const [reviewing, setReviewing] = useState(false);
  const [month] = useMonthInAddress();
  const state = params.get('state') as StatementState | null;
  const search = params.get('search') ?? '';
  const locked = useMonthLock(month);
  const answer = useQuery({
    queryKey: [STATEMENTS, 'all', month.year, month.month],
    ...read<StatementOverviews>(STATEMENTS, { ...month }),
  });
  const { data, error, refetch, isPlaceholderData } = answer;
  const set = (change: Record<string, string | null>) =>
    changeAddress(
      (address) => {
        for (const [name, value] of Object.entries(change)) setParam(address, name, value);
      },
      { replace: 'search' in change },
    );
  const root = useRef<HTMLDivElement>(null);
  useListPosition('/statements', root, NO_QUERY, data !== undefined);
  useShortcuts({ ArrowDown: focusFirstRow });
  const rows = useMemo(() => data && chooseRows(data.data, state, search), [data, state, search]);
  const columns = useColumns();
  const countedState = (each: StatementState) => `${STATEMENT_STATES[each][lang]} (${formatNumber(data?.counts[each])})`;
  const at = `year=${month.year}&month=${month.month}`;
  const toStatement = (row: Row) => `/users/${row.id}/points?${at}`;
  return (
    <div ref={root} data-own-head className={cx('one-list flex min-w-0 flex-col gap-3', !data && !error && 'max-sm:min-h-dvh')}>
      <PageHeader
        count={rows?.length}
        badge={<MonthLockBadge {...month} />}
        folded={
          <Button icon={Printer} onClick={() => print()}>
            {t('list.print')}
          </Button>
        }
        primary={
          locked === false &&
          data && (
            <Button
              variant={data.review ? 'plain' : 'primary'}
              icon={data.review ? CalendarClock : CalendarPlus}
              iconOnly={narrow}
              onClick={() => setReviewing(true)}
            >
              {t(data.review ? 'points.move_deadline' : 'points.open_review')}
            </Button>
          )
        }
      />
      <PrintHead
        heading={`${t('route.statements')} · ${formatMonth(month.year, month.month)}`}
        rows={rows?.length ?? 0}
        scope={[state && STATEMENT_STATES[state][lang], search].filter(Boolean).join(' · ')}
      />
      <div data-chrome className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <MonthBar plain month={month} onChange={({ year, month }) => set({ year: String(year), month: String(month) })} />
        <Select
          aria-label={t('points.state')}
          value={state ?? ''}
          onChange={(state) => set({ state: state || null })}
          options={STATES.map((value) => ({ value, label: countedState(value) }))}
          empty={`${t('control.all')} (${formatNumber(data?.data.length)})`}
        />
        {narrow && locked !== undefined && <MonthState statement={{ state: locked ? 'locked' : 'open', review: null, sealed: null }} />}
        <SearchInput
          aria-label={t('points.search_person')}
          placeholder={t('points.search_person')}
          value={search}
          onChange={(value) => set({ search: value })}
          onKeyDown={(event) => event.key === 'ArrowDown' && focusFirstMatch(event.currentTarget)}
          className="w-56 max-sm:w-full"
        />
        {/* It keeps its place while the answer is awaited. */}
        <p className="min-h-lh text-table text-muted">
          {data?.review &&
            t('points.review_until', { deadline: formatDate(data.review.deadline), name: data.review.opened_by?.name ?? '–' })}
          {data && !data.review && t('points.no_review')}
          {data &&
            ` ${STATES.filter((each) => data.counts[each] > 0)
              .map(countedState)
              .join(' · ')}`}
        </p>
      </div>
      {error && !data ? (
        <ReadError error={error} onRetry={refetch} />
      ) : (
        <DataTable
          label={t('route.statements')}
          columns={columns}
          rows={rows}
          stale={isPlaceholderData}
          link={{ column: 'name', to: toStatement }}
          cells={{
            total_point_2: (row) => <Figure value={row.total_point_2 as number | null} to={toStatement(row)} />,
            total_point_1: (row) => <Figure value={row.total_point_1 as number | null} to={toStatement(row)} />,
            state: (row) => {
              const states = [row.state, ...(row.changed && row.state !== 'changed' ? ['changed'] : [])] as StatementState[];
              return states.map((state) => (
                <Badge key={state} tone={STATE_TONES[state]}>
                  {STATEMENT_STATES[state][lang]}
                </Badge>
              ));
            },
            open_questions: (row) => <Figure value={row.open_questions as number} decimals={0} to={`/questions?user_id=${row.id}&${at}`} />,
          }}
          dashZeros
          empty={<EmptyState text={t('points.nobody')} />}
        />
      )}
      {reviewing && data && <ReviewDialog month={month} review={data.review} onClose={() => setReviewing(false)} />}
    </div>
  );
}

function chooseRows(people: readonly StatementOverview[], state: StatementState | null, search: string): Row[] {
  const wanted = fold(search);
  return people
    .filter((person) => isIn(person, state) && fold(`${person.name} ${person.username}`).includes(wanted))
    .map((person) => ({ ...person, id: person.user_id }));
}

/** Somebody who has asked about a changed statement is found as both. */
const isIn = (person: StatementOverview, state: StatementState | null) =>
  state === null || person.state === state || (state === 'changed' && person.changed);

/** The page shows all rows of its call. */
const NO_QUERY = {};
const POINTS = { decimals: 2 };

function useColumns(): readonly Column[] {
  const { t } = useText();
  const label = (key: Parameters<typeof t>[0]) => ({ vi: t(key), en: t(key) });
  return [
    column('name', label('points.person')),
    { ...column('total_point_2', label('points.total_2'), 'decimal', POINTS), strong: true },
    column('total_point_1', label('points.total_1'), 'decimal', POINTS),
    column('state', label('points.state'), 'text', { options: STATEMENT_STATES }),
    column('open_questions', label('route.questions'), 'integer'),
    column('confirmed_at', label('points.confirmed_on'), 'datetime'),
  ];
}
