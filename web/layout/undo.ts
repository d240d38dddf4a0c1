import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { KeptRow, Operation, Undone } from '#contracts/calls/answers/operations.ts';
import { notifyError } from '../api/api-error.ts';
import { api, type Page, readPage } from '../api/client.ts';
import { askAgain, isTemporary } from '../api/query-retry.ts';
import { useSession } from '../api/session.tsx';
import { formatNumber, formatTitle, translate, useText } from '../i18n/index.ts';
import { type Notice, notify } from '../ui/feedback/feedback.tsx';
import { ACTIONS } from './access.ts';

const POLL_MS = 1000;
/** A notice that offers to undo stays so long. */
const UNDO_NOTICE_MS = 20_000;

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
    const { data }: Page<Operation> = await askAgain(() => readPage('operations', { request_id, limit: 1 }));
    if (!data[0]) return void notify.warning({ title: translate('notice.undone_nothing') });
    await undoOperation(client, data[0].id);
  } catch (error) {
    notifyError(error);
  }
}

/** Undoes an operation and says what came of it: at once, or once the queue is done with it. Throws an ApiError. */
export async function undoOperation(client: QueryClient, id: number): Promise<void> {
  const { attempt_id, status, reversed, kept, warnings } = await api.post<Undone>(`operations/${id}/undo`);
  void client.invalidateQueries();
  if (status === 'done') return tellUndone(attempt_id, { reversed, named: kept.slice(0, MAX_NAMED), count: kept.length, warnings });
  notify.info({ key: keyOf(attempt_id), title: translate('notice.undo_queued'), text: translate('notice.undo_queued_text') });
  void followUndo(client, attempt_id);
}

/** Waits for the end of an undo of the queue, however often the server cannot answer. After a sign-out the page of operations tells of it. */
async function followUndo(client: QueryClient, id: number): Promise<void> {
  try {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      const { counts, kept_count, run, reason, undo_of } = await follow<Operation>(() => api.get(`operations/${id}`));
      if (reason === 'running') continue;
      void client.invalidateQueries();
      const { data: named } = await follow<Page<KeptRow>>(() => readPage(`operations/${id}/kept`, { limit: MAX_NAMED }));
      const reversed = counts.created + counts.updated + counts.deleted;
      const isStopped = run?.status !== 'done';
      const mayGoOn = isStopped && undo_of !== null;
      const goOn = mayGoOn ? () => void undoOperation(client, undo_of).catch(notifyError) : undefined;
      return tellUndone(id, { reversed, named, count: kept_count, isStopped, goOn });
    }
  } catch {
    // Nobody asked for this call.
  }
}

const follow = <Answer>(ask: () => Promise<Answer>) => askAgain(ask, (_, error) => isTemporary(error));

interface UndoOutcome {
  reversed: number;
  /** The first records that stay, of `count`. */
  named: readonly KeptRow[];
  count: number;
  /** It was ended or failed before its end. */
  isStopped?: boolean;
  warnings?: readonly string[] | undefined;
  /** Undoes the rest. */
  goOn?: (() => void) | undefined;
}

function tellUndone(id: number, { reversed, named, count, isStopped = false, warnings = [], goOn }: UndoOutcome): void {
  const lines = named.map(({ id, title, message }) => `${title === null ? `#${id}` : formatTitle(title)}: ${message}`);
  const more = count - named.length;
  const stay = count > 0 ? [translate('notice.undo_kept', { n: formatNumber(count) }), ...lines] : [];
  if (more > 0) stay.push(translate('notice.undo_kept_more', { n: formatNumber(more) }));
  if (isStopped) stay.unshift(translate(goOn ? 'notice.undo_stopped_rest' : 'notice.undo_stopped'));
  stay.push(...warnings);
  const show = reversed > 0 && !isStopped && warnings.length === 0 ? notify.success : notify.warning;
  const title = reversed > 0 ? translate('notice.undone', { n: formatNumber(reversed) }) : translate('notice.undone_nothing');
  const showKept = count > 0 ? { label: translate('notice.show_kept'), onClick: () => showKeptRows(id) } : undefined;
  const action = goOn ? { label: translate('notice.undo_go_on'), onClick: goOn } : showKept;
  show({ key: keyOf(id), title, text: stay.join('\n'), ...(action && { action, durationMs: UNDO_NOTICE_MS }) });
}

/** Shows over the page which records an operation left as they are. Who shows them may still be on its way: they are asked for again until then. */
export function showKeptRows(operation: number, tries = 50): void {
  const isShown = !document.dispatchEvent(new CustomEvent('showkeptrows', { detail: operation, cancelable: true }));
  if (!isShown && tries > 1) setTimeout(() => showKeptRows(operation, tries - 1), 100);
}

/** The notice of the outcome takes the place of the one that says that it is under way. */
const keyOf = (id: number): string => `undo-${id}`;
