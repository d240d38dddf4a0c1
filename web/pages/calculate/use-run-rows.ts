import { useQuery } from '@tanstack/react-query';
import { type Page, read } from '../../api/queries.ts';
import { usePageControls } from '../../crud/list/paged-table.tsx';

/** A page of what a run found; `cause` leaves the jobs of one cause. */
export function useRunRows<R, Sum = unknown>(run: number, part: 'issues' | 'changes', cause?: string) {
  const pages = usePageControls(10);
  const query = { page: pages.page, limit: pages.limit, ...(cause !== undefined && { cause }) };
  const answer = useQuery({
    queryKey: ['calculations', run, part, query],
    ...read<Page<R> & { sum?: Sum }>(`calculations/${run}/${part}`, query),
  });
  return { answer, pages };
}
