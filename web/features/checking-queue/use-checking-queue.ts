import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { listQuery, type Page, type Row, read, readPage } from '../../api/client.ts';
import { translate } from '../../i18n/index.ts';
import { noteInAddress, useAddressParams } from '../../layout/address-params.ts';
import { notify } from '../../ui/feedback/feedback.tsx';
import { readLocalStorage, writeLocalStorage } from '../../ui/hooks/local-storage.ts';
import { hasAnyPoints } from '../records/without-points.tsx';
import { jobsToCheck } from './jobs-to-check.ts';
import { ENTITY, useChecks } from './use-checks.ts';

/** Of one queue: a month has fewer jobs, and all of them are read at once, so that the next one is there at a press. */
const MAX_JOBS = 2000;
const NO_JOBS: readonly Row[] = [];
const PLACE_KEY = 'checking_queue';

interface Place {
  filters: string;
  job: number;
}

interface QueuePage extends Page<Row> {
  /** Jobs of the same filters that were checked before the jobs were read, where those are only the unchecked ones. */
  checked_before: number;
}

/** All jobs of the filters. How many are done is a fact of the month, not of the visit: it is the same whoever checked them, and after a return. */
function queueQuery(query: Readonly<Record<string, string>>) {
  const all = { ...query, limit: MAX_JOBS };
  const readQueue = async ({ signal }: { signal: AbortSignal }): Promise<QueuePage> => {
    const isPartly = query.is_checked === '0';
    const [page, checked] = await Promise.all([
      read<Page<Row>>(ENTITY, all).queryFn({ signal }),
      isPartly && readPage(ENTITY, { ...query, is_checked: 1, limit: 1 }),
    ]);
    return { ...page, checked_before: checked ? checked.total : 0 };
  };
  return queryOptions({ queryKey: listQuery(ENTITY, all).queryKey, queryFn: readQueue });
}

/**
 * The jobs of the address's filters, one after the other. Which one is in view stands in the address (`job`) and is kept: whoever leaves and
 * opens the same queue again goes on there.
 */
export function useCheckingQueue() {
  const [params] = useAddressParams();
  const { key: visit } = useLocation();
  const [shown, setShown] = useState<{ visit: string; job: number }>();
  const named = Object.fromEntries([...params].filter(([name]) => name !== 'job'));
  const query = Object.keys(named).length > 0 ? named : jobsToCheck();
  const filters = new URLSearchParams(query).toString();
  const answer = useQuery({
    ...queueQuery(query),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    placeholderData: undefined,
  });
  // Jobs without points come last: they have to be calculated before.
  const jobs = (answer.data?.data ?? NO_JOBS).toSorted((a, b) => Number(hasAnyPoints(b)) - Number(hasAnyPoints(a)));
  const kept = readLocalStorage<Place | null>(PLACE_KEY, null);
  const moved = shown?.visit === visit ? shown.job : Number(params.get('job'));
  const wanted = moved || (kept?.filters === filters ? kept.job : 0);
  const found = jobs.findIndex(({ id }) => id === wanted);
  const firstLeft = jobs.findIndex(({ is_checked }) => is_checked !== 1);
  const at = found === -1 ? Math.max(0, firstLeft) : found;
  const job = jobs[at];
  const id = job?.id;
  useEffect(() => {
    if (id !== undefined) writeLocalStorage(PLACE_KEY, { filters, job: id } satisfies Place);
  }, [filters, id]);

  const show = (row: Row | undefined) => {
    if (!row) return;
    // Keys are the queue's own again after a button was pressed.
    document.getElementById('content')?.focus({ preventScroll: true });
    setShown({ visit, job: row.id });
    // A press draws the job, not the whole page with all its links as a step of the router would.
    noteInAddress('job', String(row.id));
    scrollTo(0, 0);
  };
  const move = (by: 1 | -1) => show(jobs[at + by]);
  /** The next job that is not checked, from the one in view on and then from the first; undefined when it is the last one. */
  const nextLeft = [...jobs.slice(at + 1), ...jobs.slice(0, at)].find(({ is_checked }) => is_checked !== 1);
  const showNextLeft = () => show(nextLeft);

  const { check, takeLast } = useChecks(jobs, show);
  /** Takes back the check that was made here last, and shows its job. */
  const undoCheck = () => {
    const last = takeLast();
    if (!last) return notify.info({ key: 'nothing_to_undo', title: translate('queue.nothing_to_undo') });
    show(last);
    check(last, 0);
  };
  const left = jobs.filter(({ is_checked }) => is_checked !== 1).length;
  return {
    answer,
    job,
    /** Where a press may lead: the next job, and the next that is left. */
    ahead: [...new Set([jobs[at + 1], nextLeft])].filter((each) => each !== undefined),
    nextLeft,
    place: at + 1,
    count: jobs.length,
    total: totalOf(answer.data),
    done: jobs.length - left + (answer.data?.checked_before ?? 0),
    left,
    move,
    showNextLeft,
    check,
    undoCheck,
  };
}

const totalOf = (page: Page<Row> | undefined) => page?.total ?? 0;
