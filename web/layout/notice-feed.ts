import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Notice } from '#contracts/calls/answers/notices.ts';
import { api } from '../api/client.ts';
import { listQuery, type Page } from '../api/queries.ts';
import { useSession } from '../api/session.tsx';
import { useWindowActive } from './use-window-active.ts';

export type NoticePage = Page<Notice> & { unread: number };

const NOTICES = 'notices';
const POLL_MS = 5000;
/** The number of notices in the bell. */
const NEWEST = 8;

/** The newest notices and how many are unread; polled every five seconds while the window is active, and when it becomes active. */
export function useNewestNotices() {
  const { state } = useSession();
  const active = useWindowActive();
  const answer = useQuery({
    ...listQuery<Notice, NoticePage>(NOTICES, { limit: NEWEST }),
    enabled: state.status === 'signed-in',
    refetchInterval: active ? POLL_MS : false,
    meta: { silent: true },
  });
  const { refetch } = answer;
  const wasActive = useRef(active);
  useEffect(() => {
    if (active && !wasActive.current) void refetch();
    wasActive.current = active;
  }, [active, refetch]);
  return answer;
}

/** A page of all notices, or of the unread ones; polled like the bell's. */
export function useNotices(query: { page: number; limit: number; unread?: 1 }) {
  return useQuery({ ...listQuery<Notice, NoticePage>(NOTICES, query), refetchInterval: useWindowActive() ? POLL_MS : false });
}

/** Marks notices as read, some by their ids or all. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (which: { ids: number[] } | { all: true }) => api.post<{ unread: number }>('notices/read', which),
    onSettled: () => client.invalidateQueries({ queryKey: [NOTICES] }),
  });
}
