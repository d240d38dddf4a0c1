import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Notice } from '#contracts/calls/answers/notices.ts';
import { api, listQuery, type Page } from '../api/client.ts';
import { MONTH_LOCKS_KEY } from '../api/month-locks.ts';
import { useSession } from '../api/session.tsx';
import { createStore, useStore } from '../ui/hooks/store.ts';

export type NoticePage = Page<Notice> & { unread: number };

const NOTICES = 'notices';
const POLL_MS = 5000;
/** The number of notices in the bell. */
const NEWEST = 8;

const LOCK_KINDS: ReadonlySet<Notice['kind']> = new Set(['month_locked', 'month_unlocked'] as const);

/** Links of notices about what a person has just seen in this window. */
const shownLinks = createStore<ReadonlySet<string>>(new Set());

/** A notice with this link, which may still be on its way, tells nothing new: it counts as read once it comes. Only where the window is looked at. */
export function markShown(link: string): void {
  if (isWindowActive()) shownLinks.set(new Set(shownLinks.get()).add(link));
}

/** While a page shows what notices with this link tell, also those that come meanwhile count as read. */
export function useShownNotices(link: string): void {
  const active = useWindowActive();
  useEffect(() => {
    if (!active) return;
    markShown(link);
    return () => shownLinks.set(new Set([...shownLinks.get()].filter((shown) => shown !== link)));
  }, [link, active]);
}

/** The newest notices and how many are news to the reader; polled every five seconds while the window is active, and when it becomes active. */
export function useNewestNotices() {
  const { state } = useSession();
  const active = useWindowActive();
  const answer = useQuery({
    ...listQuery<Notice, NoticePage>(NOTICES, { limit: NEWEST }),
    enabled: state.status === 'signed-in',
    refetchInterval: active ? POLL_MS : false,
    meta: { silent: true },
  });
  const { refetch, data } = answer;
  const { mutate: markRead } = useMarkRead();
  const shown = useStore(shownLinks);
  const known = data?.data.filter(({ link, read_at }) => read_at === null && link !== null && shown.has(link)).map(({ id }) => id) ?? [];
  const ids = known.join();
  useEffect(() => {
    if (ids !== '') markRead({ ids: ids.split(',').map(Number) });
  }, [ids, markRead]);
  useLocksAfterNotices(data?.data);
  const wasActive = useRef(active);
  useEffect(() => {
    if (active && !wasActive.current) void refetch();
    wasActive.current = active;
  }, [active, refetch]);
  return { data, unread: (data?.unread ?? 0) - known.length };
}

/** Reads the locks again once a notice tells that somebody locked or unlocked a month: an open page offers what can be done now. */
function useLocksAfterNotices(notices: readonly Notice[] | undefined): void {
  const client = useQueryClient();
  const newest = notices && Math.max(0, ...notices.filter(({ kind }) => LOCK_KINDS.has(kind)).map(({ id }) => id));
  const known = useRef(newest);
  useEffect(() => {
    if (newest !== undefined && known.current !== undefined && newest > known.current)
      void client.invalidateQueries({ queryKey: MONTH_LOCKS_KEY });
    known.current = newest ?? known.current;
  }, [newest, client]);
}

/** A page of all notices, or of the unread ones; polled like the bell's. */
export function useNotices(query: { page: number; limit: number; unread?: 1 }) {
  return useQuery({ ...listQuery<Notice, NoticePage>(NOTICES, query), refetchInterval: useWindowActive() ? POLL_MS : false });
}

/** Marks notices as read, some by their ids or all. */
export function useMarkRead() {
  return useMutation({
    mutationFn: (which: { ids: number[] } | { all: true }) => api.post<{ unread: number }>('notices/read', which),
    meta: { refreshes: [[NOTICES]] },
  });
}

const EVENTS = ['focus', 'blur', 'pageshow'] as const;

/** Whether the window is active: visible and focused. */
function useWindowActive(): boolean {
  return useSyncExternalStore(subscribe, isWindowActive);
}

/** The same at this moment. */
function isWindowActive(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus();
}

function subscribe(onChange: () => void): () => void {
  for (const event of EVENTS) addEventListener(event, onChange);
  document.addEventListener('visibilitychange', onChange);
  return () => {
    for (const event of EVENTS) removeEventListener(event, onChange);
    document.removeEventListener('visibilitychange', onChange);
  };
}
