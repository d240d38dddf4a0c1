import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { BulkEdit, KeptRow, Operation } from '#contracts/calls/answers/operations.ts';
import type { BulkBody } from '#contracts/calls/declared/bulk.ts';
import { isWorkActive } from '#contracts/calls/run-status.ts';
import { api, type Page, read, withRequestId } from '../../api/client.ts';
import { useUndo } from '../../layout/undo.ts';
import type { Notice } from '../../ui/feedback/feedback.tsx';

const POLL_MS = 1000;
/** Refused records that are named. */
const MAX_NAMED = 1000;

/** What a bulk edit did, or on a dry run would do. */
export interface BulkOutcome extends Pick<BulkEdit, 'changed' | 'unchanged' | 'refused' | 'warnings'> {
  /** `refused` names the first thousand. */
  refusedCount: number;
  withoutPoints: number;
  /** Known where the server did it at once. */
  withoutPointIds: readonly number[];
  /** It was stopped, or failed with this message, before its end. */
  stopped?: { message: string | null };
  undo: Pick<Notice, 'action' | 'durationMs'>;
}

/** One bulk edit, at once or in the queue, until its outcome is known. `onEnd` is called once with that of each start. */
export function useBulkRun(entity: string, onEnd: (outcome: BulkOutcome) => void = () => undefined) {
  const editMany = useEditMany(entity);
  const latest = useRef(onEnd);
  latest.current = onEnd;
  const sending = useMutation({
    meta: { silent: true },
    mutationFn: (body: BulkBody) => editMany(body),
    onSuccess: ({ answer, undo }) => {
      if (answer.status === 'done') latest.current(outcomeAtOnce(answer, undo));
    },
  });
  const { data: sent } = sending;
  const id = sent?.answer.status === 'queued' ? sent.answer.operation_id : null;
  const queued = useQuery({
    queryKey: ['operations', id],
    ...read<Operation>(`operations/${id}`),
    enabled: id !== null,
    placeholderData: undefined,
    refetchInterval: (query) => (isRunning(query.state.data) ? POLL_MS : false),
    refetchIntervalInBackground: true,
    meta: { silent: true },
  });
  const operation = id === null ? undefined : queued.data;
  const over = operation?.run && !isRunning(operation) ? operation : undefined;
  const kept = useQuery({
    queryKey: ['operations', id, 'kept'],
    ...read<Page<KeptRow>>(`operations/${id}/kept`, { limit: MAX_NAMED }),
    enabled: over !== undefined && over.kept_count > 0,
    placeholderData: undefined,
    meta: { silent: true },
  });
  const isKnown = over?.kept_count === 0 || !kept.isPending;
  const ended = isKnown ? over : undefined;
  const isDryRun = sending.variables?.dry_run === true;
  const undo = sent?.undo ?? {};
  const outcome = ended
    ? outcomeOfRun(ended, kept.data?.data ?? [], isDryRun, undo)
    : sent?.answer.status === 'done'
      ? outcomeAtOnce(sent.answer, undo)
      : undefined;
  const endedId = ended?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each run that ends.
  useEffect(() => {
    if (outcome && endedId !== undefined) latest.current(outcome);
  }, [endedId]);
  const stopping = useMutation({
    mutationFn: () => api.post(`operations/${id}/cancel`),
    meta: { refreshes: [['operations', id]] },
  });
  return {
    start: sending.mutate,
    reset: sending.reset,
    outcome,
    error: sending.error,
    isBusy: sending.isPending || (id !== null && !ended),
    /** Of a run of the queue. */
    progress: id !== null && !ended ? { done: operation?.run?.done ?? 0, total: operation?.run?.total ?? null } : undefined,
    stop: () => stopping.mutate(),
    isStopping: stopping.isPending,
  };
}

export type BulkRun = ReturnType<typeof useBulkRun>;

/** Also before the first answer. */
const isRunning = (operation: Operation | undefined) => isWorkActive(operation?.run?.status ?? 'queued');

function outcomeAtOnce({ changed, unchanged, refused, without_points, warnings }: BulkEdit, undo: BulkOutcome['undo']): BulkOutcome {
  const counts = { refusedCount: refused.length, withoutPoints: without_points.length, withoutPointIds: without_points };
  return { changed, unchanged, refused, warnings, ...counts, undo };
}

function outcomeOfRun(operation: Operation, kept: readonly KeptRow[], isDryRun: boolean, undo: BulkOutcome['undo']): BulkOutcome {
  const { counts, kept_count, run } = operation;
  const { status, done, unchanged, without_points, message } = run!;
  return {
    changed: isDryRun ? done - unchanged - kept_count : counts.updated,
    unchanged,
    refused: kept.map(({ id, reason, message }) => ({ id, code: reason, message })),
    refusedCount: kept_count,
    withoutPoints: without_points,
    withoutPointIds: [],
    ...(status !== 'done' && { stopped: { message } }),
    undo: counts.updated > 0 ? undo : {},
  };
}

/** The call that edits many records of an entity: its answer, and the undoing that a notice offers. */
export function useEditMany(entity: string) {
  const undoOf = useUndo();
  return async (body: BulkBody): Promise<{ answer: BulkEdit; undo: Pick<Notice, 'action' | 'durationMs'> }> => {
    const { answer, request } = await withRequestId((options) => api.post<BulkEdit>(`${entity}/bulk`, body, options));
    return { answer, undo: answer.operation_id === null ? {} : undoOf(request) };
  };
}
