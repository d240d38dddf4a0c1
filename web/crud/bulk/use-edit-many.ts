import type { BulkEdit } from '#contracts/calls/answers/operations.ts';
import type { BulkBody } from '#contracts/calls/declared/bulk.ts';
import { api, withRequestId } from '../../api/client.ts';
import { useUndo } from '../../layout/undo.ts';
import type { Notice } from '../../ui/feedback/toast.tsx';

/** The call that edits many records of an entity: its answer, and the undoing that a notice offers. */
export function useEditMany(entity: string) {
  const undoOf = useUndo();
  return async (body: BulkBody): Promise<{ answer: BulkEdit; undo: Pick<Notice, 'action' | 'durationMs'> }> => {
    const { answer, request } = await withRequestId((options) => api.post<BulkEdit>(`${entity}/bulk`, body, options));
    return { answer, undo: answer.operation_id === null ? {} : undoOf(request) };
  };
}
