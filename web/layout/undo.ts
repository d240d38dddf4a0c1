import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Operation, Undone } from '#contracts/calls/answers/operations.ts';
import { api } from '../api/client.ts';
import { notifyError } from '../api/notices.ts';
import { type Page, readPage } from '../api/queries.ts';
import { useSession } from '../api/session.tsx';
import { formatNumber } from '../i18n/format.ts';
import { translate, useText } from '../i18n/index.ts';
import { type Notice, notify } from '../ui/feedback/toast.tsx';
import { createStore } from '../ui/hooks/store.ts';
import { ACTIONS } from './access.ts';

/** A notice that offers to undo stays so long. */
const UNDO_NOTICE_MS = 20_000;

/** The operation whose kept records are shown over the page. */
export const shownKeptRows = createStore<number | null>(null);

/** Records that stay and are named in the notice itself; its button shows all. */
const MAX_NAMED = 10;

/** The action of a notice that undoes what a request wrote, and how long it is offered; nothing for who may not. */
export function useUndo(): (requestId: string | undefined) => Pick<Notice, 'action' | 'durationMs'> {
  const client = useQueryClient();
  const mayUndo = useSession().may(ACTIONS.undo);
  const { t } = useText();
  return useCallback(
    (requestId) =>
      mayUndo && requestId
        ? { action: { label: t('notice.undo'), onClick: () => void undoRequest(client, requestId) }, durationMs: UNDO_NOTICE_MS }
        : {},
    [client, mayUndo, t],
  );
}

async function undoRequest(client: QueryClient, request_id: string): Promise<void> {
  try {
    const { data }: Page<Operation> = await readPage('operations', { request_id, limit: 1 });
    if (data[0]) await undoOperation(client, data[0].id);
  } catch (error) {
    notifyError(error);
  }
}

/** Undoes an operation and says what came of it. Throws an ApiError. */
export async function undoOperation(client: QueryClient, id: number): Promise<void> {
  const { operation_id, status, reversed, kept } = await api.post<Undone>(`operations/${id}/undo`);
  void client.invalidateQueries();
  if (status === 'queued') return notify.info({ title: translate('notice.undo_queued'), text: translate('notice.undo_queued_text') });
  const reasons = kept.slice(0, MAX_NAMED).map(({ id, message }) => `#${id}: ${message}`);
  const more = kept.length - reasons.length;
  const stay = kept.length > 0 ? [translate('notice.undo_kept', { n: formatNumber(kept.length) }), ...reasons] : [];
  if (more > 0) stay.push(translate('notice.undo_kept_more', { n: formatNumber(more) }));
  const show = reversed > 0 ? notify.success : notify.warning;
  const title = reversed > 0 ? translate('notice.undone', { n: formatNumber(reversed) }) : translate('notice.undone_nothing');
  const showKept = () => shownKeptRows.set(operation_id);
  const action = kept.length > 0 ? { action: { label: translate('notice.show_kept'), onClick: showKept }, durationMs: UNDO_NOTICE_MS } : {};
  show({ title, text: stay.join('\n'), ...action });
}
