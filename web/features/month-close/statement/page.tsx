import { useQuery } from '@tanstack/react-query';
import { FilePlus, Printer } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useParams } from 'react-router';
import type { Statement, StatementLine } from '#contracts/calls/answers/statements.ts';
import { DUE_PARTS, type DuePart } from '#contracts/calls/directs-due.ts';
import { monthKey } from '#contracts/months.ts';
import { api } from '../../../api/client.ts';
import { useSession } from '../../../api/session.tsx';
import { formatMonth, formatNumber, useText } from '../../../i18n/index.ts';
import { ACTIONS } from '../../../layout/access.ts';
import { lazyPart } from '../../../layout/lazy-part.tsx';
import { NotFound } from '../../../layout/not-found.tsx';
import { PageHeader } from '../../../layout/page-header.tsx';
import { DownloadButton, ReadError } from '../../../layout/page-parts.tsx';
import { usePrintFoot } from '../../../layout/use-print-foot.ts';
import { Button, TextLink } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Skeleton } from '../../../ui/feedback/feedback.tsx';
import { useDelayed } from '../../../ui/hooks/use-delayed.ts';
import { dueQuery } from '../../directs/due-parts.ts';
import type { AskSubject } from './ask-dialog.tsx';
import { Comparison } from './comparison.tsx';
import { ConfirmPanel } from './confirm-panel.tsx';
import { Figures } from './figures.tsx';
import { Lines } from './lines.tsx';
import { MonthBar, MonthState } from './month-bar.tsx';
import { PrintStatement } from './print-statement.tsx';
import { QUESTION_KIND, useLineQuestions } from './use-line-questions.ts';
import { type Owner, statementQuery, useMonthInAddress } from './use-statement.ts';
import { YearBars } from './year-bars.tsx';

const AskDialog = lazyPart(() => import('./ask-dialog.tsx').then((m) => m.AskDialog));
const ExplainDialog = lazyPart(() => import('../../directs/explain-dialog.tsx').then((m) => m.ExplainDialog));

/** One's own month: how many points, from what, confirmed or asked about. */
export function MyPointsPage() {
  return <StatementPage owner="me" />;
}

/** Somebody else's month, for the staff. */
export function UserPointsPage() {
  const id = Number(useParams().id);
  if (!Number.isSafeInteger(id) || id <= 0) return <NotFound />;
  return <StatementPage key={id} owner={id} />;
}

function StatementPage({ owner }: { owner: Owner }) {
  const { t } = useText();
  const { may } = useSession();
  const [month, setMonth] = useMonthInAddress();
  const [printing, setPrinting] = useState(false);
  const endPrint = useCallback(() => setPrinting(false), []);
  const { data, error, refetch, isPlaceholderData } = useQuery(statementQuery(owner, month));
  const waiting = useDelayed(!data);
  const stale = useDelayed(isPlaceholderData);
  const download = () => {
    const file = `${data?.user.code ?? data?.user.username}-${monthKey(month.year, month.month)}`;
    return api.download(`statements/${owner}/export`, file, { query: { ...month } });
  };
  usePrintFoot(data ? [t('route.statements'), formatMonth(data.year, data.month), data.user.name, data.user.code].join(' · ') : '');
  const who = owner === 'me' ? undefined : data && t('points.of', { name: data.user.name });
  return (
    // While the statement loads, the page's foot stays below the window; otherwise it would appear and move away.
    <div className={cx('flex min-w-0 flex-col gap-4', !data && !error && 'min-h-dvh')}>
      <div className="-mb-5">
        <PageHeader
          {...(who && { title: who })}
          work={
            data && (
              <>
                <Button icon={Printer} loading={printing} onClick={() => setPrinting(true)}>
                  {t('points.print')}
                </Button>
                <DownloadButton download={download}>{t('control.export')}</DownloadButton>
              </>
            )
          }
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <MonthBar month={month} onChange={setMonth} />
        {data && (
          <>
            <span className="hidden font-semibold print:inline">
              {formatMonth(data.year, data.month)} · {data.user.name} · {data.user.code}
            </span>
            <MonthState statement={data} />
            {owner === 'me' && may(ACTIONS.see_data) && <OwnDue user={data.user.id} />}
          </>
        )}
      </div>
      {error && !data && <ReadError error={error} onRetry={refetch} />}
      {!data && !error && waiting && <StatementSkeleton />}
      {data && (
        // Nothing is confirmed or asked of a month that the bar above no longer names.
        <div className={cx('flex flex-col gap-4', stale && 'opacity-55')} aria-busy={isPlaceholderData} inert={isPlaceholderData}>
          <StatementBody owner={owner} statement={data} printing={printing} />
        </div>
      )}
      {data && printing && <PrintStatement owner={owner} statement={data} onDone={endPrint} />}
    </div>
  );
}

/** `printing`: the lines are printed as tables of their own. */
function StatementBody({ owner, statement, printing }: { owner: Owner; statement: Statement; printing: boolean }) {
  const { t } = useText();
  const { may, user } = useSession();
  const [explained, setExplained] = useState<StatementLine | null>(null);
  const [subject, setSubject] = useState<AskSubject | null>(null);
  const own = statement.user.id === user?.id;
  const questions = useLineQuestions(statement.user.id, statement);
  const month = { year: statement.year, month: statement.month };
  const name = t('points.month').toLowerCase();
  const askMonth = () =>
    setSubject({
      kind: 'total',
      record_id: null,
      title: `${name} ${formatMonth(month.year, month.month)}`,
      points: statement.totals.total_point_2,
    });
  const askLine = (line: StatementLine) =>
    setSubject({ kind: QUESTION_KIND[line.kind], record_id: line.id, title: line.title ?? `#${line.id}`, points: line.point });
  return (
    <>
      {/* Side by side where there is room, so that the first line is in sight with the figure that it counts in. */}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)] xl:items-stretch print:block print:space-y-4">
        <Figures statement={statement} />
        <ConfirmPanel statement={statement} onAsk={own ? askMonth : undefined} />
        <div className="empty:hidden xl:col-span-2">
          <Comparison owner={owner} statement={statement} />
        </div>
        <div data-chrome={printing || undefined} className="flex min-w-0 flex-col gap-4 xl:col-span-2">
          <Lines
            owner={owner}
            statement={statement}
            questions={questions}
            onExplain={may(ACTIONS.see_data) ? setExplained : undefined}
            onAsk={own ? askLine : undefined}
          />
          {own && (
            <div data-chrome className="-mt-1">
              <Button icon={FilePlus} onClick={() => setSubject({ kind: 'missing', record_id: null, title: '' })}>
                {t('points.ask_missing')}
              </Button>
            </div>
          )}
        </div>
        <div className="min-w-0 xl:max-w-160">
          <YearBars months={statement.previous} />
        </div>
      </div>
      {explained && <ExplainDialog direct={{ id: explained.id, name: explained.title }} onClose={() => setExplained(null)} />}
      {subject && <AskDialog month={month} subject={subject} onClose={() => setSubject(null)} />}
    </>
  );
}

function StatementSkeleton() {
  return (
    <div className="flex flex-col gap-4" aria-hidden>
      <Skeleton className="h-72 w-full" />
      <Skeleton className="h-32 w-full" />
      <Skeleton className="h-60 w-full" />
    </div>
  );
}

const TOLD = ['late', 'today', 'week', 'returned'] as const satisfies DuePart[];

/** What a designer has in hand that is due, in a line that leads to the jobs; nothing where nothing is. */
function OwnDue({ user }: { user: number }) {
  const { lang, t } = useText();
  const { data } = useQuery({ ...dueQuery({ user_id: user }), meta: { silent: true } });
  const counts = data ? TOLD.filter((part) => data[part].total > 0) : [];
  if (!data || counts.length === 0) return null;
  return (
    <TextLink to={`/directs/due?user_id=${user}`}>
      {t('route.due')}: {counts.map((part) => `${DUE_PARTS[part][lang].toLowerCase()} ${formatNumber(data[part].total)}`).join(' · ')}
    </TextLink>
  );
}
