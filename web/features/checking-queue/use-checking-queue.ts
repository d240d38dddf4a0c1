import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { notifyError } from '../../api/notices.ts';
import { listQuery, type Page, read, readPage, rows as recordCalls, showInLists } from '../../api/queries.ts';
import type { Row } from '../../crud/list/cell.tsx';
import { translate } from '../../i18n/index.ts';
import { noteInAddress, useAddressParams } from '../../layout/address-params.ts';
import { notify } from '../../ui/feedback/toast.tsx';
import { readLocalStorage, writeLocalStorage } from '../../ui/hooks/local-storage.ts';

export const ENTITY = 'directs_techousei';
/** Of one queue: a month has fewer jobs, and all of them are read at once, so that the next one is there at a press. */
const MAX_JOBS = 2000;
/** The frames that answer a press are over. */
const AFTER_PRESS_MS = 50;
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
 * opens the same queue again goes on there. A check shows at once and is taken back with the reason when it is refused.
 */
export function useCheckingQueue() {
  const [params] = useAddressParams();
  const { key: visit } = useLocation();
  const [shown, setShown] = useState<{ visit: string; job: number }>();
  const client = useQueryClient();
  const query = Object.fromEntries([...params].filter(([name]) => name !== 'job'));
  const filters = new URLSearchParams(query).toString();
  const answer = useQuery({
    ...queueQuery(query),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    placeholderData: undefined,
  });
  const jobs = answer.data?.data ?? [];
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

  /** What is on its way for a job: an undo waits for the check that it takes back. */
  const sending = useRef(new Map<number, { is_checked: 0 | 1; sent: Promise<void> }>());
  /** The jobs that were checked here, the newest last. */
  const checkedHere = useRef<number[]>([]);
  const noteHere = ({ id }: Row, is_checked: 0 | 1) => {
    checkedHere.current = [...checkedHere.current.filter((other) => other !== id), ...(is_checked === 1 ? [id] : [])];
  };
  const check = (row: Row, is_checked: 0 | 1) => {
    const before = sending.current.get(row.id);
    if (before?.is_checked === is_checked) return;
    noteHere(row, is_checked);
    void showInLists(client, ENTITY, [{ id: row.id, is_checked }]);
    const sent = sendCheck(row, is_checked, before?.sent).finally(() => {
      if (sending.current.get(row.id)?.sent === sent) sending.current.delete(row.id);
    });
    sending.current.set(row.id, { is_checked, sent });
  };
  const sendCheck = async (row: Row, is_checked: 0 | 1, before: Promise<void> | undefined) => {
    try {
      // What the press shows comes first: to send a call costs as much as to draw a part of the page.
      await Promise.all([before, new Promise((resolve) => setTimeout(resolve, AFTER_PRESS_MS))]);
      await recordCalls.check<Row>(ENTITY, { id: row.id, is_checked });
    } catch (error) {
      const former = is_checked === 1 ? 0 : 1;
      noteHere(row, former);
      void showInLists(client, ENTITY, [{ id: row.id, is_checked: former }]);
      notifyError(error, `${row.name}: ${translate('notice.error_change_check')}`);
    } finally {
      // The job and other lists are read again when they are shown; the queue keeps its jobs until it is opened anew, and what it read ahead.
      for (const entity of ['directs', ENTITY]) {
        void client.invalidateQueries({ queryKey: [entity, 'row', row.id], refetchType: 'none' });
        void client.invalidateQueries({ queryKey: [entity, 'list'], refetchType: 'none' });
      }
    }
  };
  /** Takes back the check that was made here last, and shows its job. */
  const undoCheck = () => {
    const last = jobs.find(({ id }) => id === checkedHere.current.at(-1));
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
