import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Check, ListX, PencilLine } from 'lucide-react';
import { memo, useDeferredValue, useEffect, useState } from 'react';
import { fieldColumns } from '#contracts/columns.ts';
import type { Column } from '#contracts/contract.ts';
import { directsTechousei } from '#contracts/entities/directs_techousei.ts';
import type { Row } from '../../api/client.ts';
import { useFindLock } from '../../api/month-locks.ts';
import { useSession } from '../../api/session.tsx';
import { HistoryEntries, newestWritesQuery } from '../../crud/history/history-entries.tsx';
import { cellContent } from '../../crud/list/cell.tsx';
import { recordTitle } from '../../crud/pickers/ref-options.ts';
import { formatNumber, useText } from '../../i18n/index.ts';
import { grantFor } from '../../layout/access.ts';
import { ListLink } from '../../layout/list-link.tsx';
import { PageHeader } from '../../layout/page-header.tsx';
import { ReadError } from '../../layout/page-parts.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState, NO_VALUE, Skeleton } from '../../ui/feedback/feedback.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { whenIdle } from '../../ui/hooks/after-paint.ts';
import { useShortcuts } from '../../ui/hooks/shortcuts.ts';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { Explanation, explanationQuery } from '../directs/explanation.tsx';
import { hasAnyPoints, useAskWithoutPoints } from '../records/without-points.tsx';
import { AdjustDialog } from './adjust-dialog.tsx';
import { AskButton, JobQuestion, useJobQuestion } from './job-question.tsx';
import { SimilarJobs, similarQueries } from './similar-jobs.tsx';
import { useCheckingQueue } from './use-checking-queue.ts';

/** What was read ahead is as good so long as if it were read when it is shown; a write of one's own has it read again at once. */
const READ_AHEAD_MS = 30_000;

/** Checks the jobs of a list one a screen: Space checks and goes on, the arrows move, `s` edits the points, `q` shows or asks the question, Ctrl+Z unchecks. */
export function CheckingQueuePage() {
  const { t } = useText();
  const queue = useCheckingQueue();
  const { answer, job, ahead, place, count, total, done, left, move } = queue;
  const client = useQueryClient();
  const [next, nextLeft] = ahead;
  // The next jobs are read ahead: their points, history and similar jobs are there at a press.
  useEffect(
    () =>
      whenIdle(() => {
        for (const job of [next, nextLeft]) {
          if (!job) continue;
          void client.prefetchQuery({ ...explanationQuery(job.id), staleTime: READ_AHEAD_MS });
          void client.prefetchQuery(newestWritesQuery(historyOf(job)));
          for (const query of similarQueries(job)) void client.prefetchQuery(query);
        }
      }),
    [client, next, nextLeft],
  );
  if (answer.error && !answer.data) return <ReadError error={answer.error} onRetry={answer.refetch} />;
  return (
    <div className="flex flex-1 flex-col gap-4 pb-16 lg:pb-0">
      <PageHeader
        badge={job && <span className="text-table text-muted tabular-nums">{`${formatNumber(place)} / ${formatNumber(count)}`}</span>}
      />
      {!answer.data && <Skeleton className="h-80 w-full" />}
      {answer.data && !job && (
        <EmptyState text={t('queue.empty')}>
          <ListLink entity={directsTechousei.name} />
        </EmptyState>
      )}
      {job && (
        <>
          <ProgressBar label={t('queue.done', { done: formatNumber(done), left: formatNumber(left) })} done={done} total={done + left} />
          {total > count && (
            <p className="text-table text-warning">{t('queue.first_jobs', { n: formatNumber(count), total: formatNumber(total) })}</p>
          )}
          {left === 0 && (
            <p role="status" className="flex flex-wrap items-center gap-3">
              {t('queue.all_done', { n: formatNumber(done) })}
              <ListLink entity={directsTechousei.name} />
            </p>
          )}
          <Job job={job} queue={queue} onMove={move} />
        </>
      )}
    </div>
  );
}

interface JobProps {
  job: Row;
  queue: ReturnType<typeof useCheckingQueue>;
  onMove: (by: 1 | -1) => void;
}

function Job({ job, queue, onMove }: JobProps) {
  const { t } = useText();
  const { may } = useSession();
  const narrow = useNarrow();
  const lock = useFindLock()(job.henkyaku_hi);
  const { mayCheck: askWithoutPoints, dialog } = useAskWithoutPoints(directsTechousei);
  const [edited, setEdited] = useState<number>();
  // A press shows the next job's facts at once; what explains them follows, and gives way to another press.
  const explained = useDeferredValue(job);
  const question = useJobQuestion(job);
  const isChecked = job.is_checked === 1;
  const mayCheck = may(grantFor(directsTechousei, 'check')) && !lock;
  const mayEdit = may(grantFor(directsTechousei, 'update')) && !lock && !isChecked;
  const hasPoints = hasAnyPoints(job);

  const goOn = () => {
    if (!isChecked) queue.check(job, 1);
    queue.showNextLeft();
  };
  const checkAndGoOn = async () => {
    if (!mayCheck) return;
    // Where nothing is asked it goes on within the press, so that the frame that answers it shows the next job.
    if (isChecked || hasPoints || (await askWithoutPoints(job))) goOn();
  };
  const goForward = () => onMove(1);
  const goBack = () => onMove(-1);
  const edit = () => mayEdit && setEdited(job.id);
  useShortcuts({
    ' ': () => void checkAndGoOn(),
    ArrowDown: goForward,
    ArrowUp: goBack,
    s: edit,
    q: question.open,
    'mod+z': queue.undoCheck,
  });
  return (
    <>
      <h2 className="text-section font-semibold">
        {recordTitle(directsTechousei.name, job)}
        {isChecked && (
          <span className="ml-2 inline-flex items-center gap-1 text-table font-normal text-success">
            <Check size={14} aria-hidden />
            {t('list.is_checked')}
          </span>
        )}
      </h2>
      {lock && <p className="text-table text-muted">{t('queue.locked')}</p>}
      {!hasPoints && !isChecked && !lock && (
        <p className="rounded border border-line bg-warning-soft px-3 py-2 text-table">{t('queue.without_points')}</p>
      )}
      <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <JobFacts job={job} />
          <JobQuestion question={question.row} />
          <SimilarJobs job={explained} />
        </div>
        <div aria-busy={explained !== job} className="flex min-w-0 flex-col gap-6">
          <Background key={explained.id} job={explained} />
        </div>
      </div>
      <div
        data-chrome
        className="fixed inset-x-0 bottom-0 z-10 flex items-center gap-2 border-t border-line bg-page px-3 py-2 lg:sticky lg:-mx-1 lg:mt-auto lg:px-1"
      >
        <Button iconOnly icon={ArrowUp} disabled={queue.place === 1} onClick={goBack}>
          {t('form.previous_record')}
        </Button>
        <Button iconOnly icon={ArrowDown} disabled={queue.place === queue.count} onClick={goForward}>
          {t('form.next_record')}
        </Button>
        {mayEdit && (
          <Button icon={PencilLine} iconOnly={narrow} onClick={edit}>
            {t('direct.points_edit')}
          </Button>
        )}
        {question.mayAsk && <AskButton onPress={question.open} />}
        {mayCheck && isChecked && (
          <Button icon={ListX} iconOnly={narrow} onClick={() => queue.check(job, 0)}>
            {t('page.uncheck_chosen')}
          </Button>
        )}
        {mayCheck && !(isChecked && !queue.nextLeft) && (
          <Button variant="primary" icon={Check} className="max-sm:flex-1" onClick={() => void checkAndGoOn()}>
            {t(isChecked ? 'queue.next_left' : 'queue.check_next')}
          </Button>
        )}
        <span className="ml-auto text-legend text-muted max-lg:hidden">{t(lock ? 'queue.keys_locked' : 'queue.keys')}</span>
      </div>
      {edited === job.id && <AdjustDialog job={job} onClose={() => setEdited(undefined)} />}
      {question.dialog}
      {dialog}
    </>
  );
}

const historyOf = ({ id }: Row) => ({ call: 'directs_techousei_history', query: { direct_id: id } });

/** How the points of a job came about, and what was written to it. */
const Background = memo(function Background({ job }: { job: Row }) {
  const { t } = useText();
  return (
    <>
      <section aria-label={t('direct.explain')}>
        <Explanation direct={job} staleMs={READ_AHEAD_MS} besidePoints />
      </section>
      <section>
        <h3 className="text-section font-semibold">{t('control.history')}</h3>
        <HistoryEntries contract={directsTechousei} source={historyOf(job)} />
      </section>
    </>
  );
});

const FACTS = [
  'result_design_point', 'result_check_point', 'customer_id', 'work_category_id', 'tsubosuu', 'user_id', 'chekkusha_id', 'henkyaku_hi', 'uketsuke_hi', 'sagyou_jikan', 'chekkku_jikan', 'complex_factor',
  'complex_point', 'techousei', 'bikou',
]; // biome-ignore format: one list, read as one
const COLUMNS = fieldColumns(directsTechousei, FACTS);
/** Those that are checked. */
const POINTS = ['result_design_point', 'result_check_point'];

/** What a checker must know of a job, in the words of its list. */
function JobFacts({ job }: { job: Row }) {
  const { lang } = useText();
  const value = (column: Column) => {
    const content = cellContent(column, job, { lang });
    const unit = directsTechousei.fields[column.key as keyof typeof directsTechousei.fields]?.unit?.[lang];
    if (content === null || content === undefined) return NO_VALUE;
    return unit ? (
      <>
        {content} {unit}
      </>
    ) : (
      content
    );
  };
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-table sm:grid-cols-3">
      {COLUMNS.map((column) => (
        <div key={column.key} className="min-w-0">
          <dt className="text-legend text-muted">{column.label[lang]}</dt>
          <dd className={POINTS.includes(column.key) ? 'text-section font-semibold tabular-nums' : 'break-words'}>{value(column)}</dd>
        </div>
      ))}
    </dl>
  );
}
