import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError, notifyError } from '../../api/api-error.ts';
import { type Row, rows as recordCalls, removeFromLists, showInLists } from '../../api/client.ts';
import { refreshLocksAfter423 } from '../../api/month-locks.ts';
import { translate } from '../../i18n/index.ts';
import { notify } from '../../ui/feedback/feedback.tsx';

export const ENTITY = 'directs_techousei';
/** The frames that answer a press are over. */
const AFTER_PRESS_MS = 50;

/**
 * The checks that are made in the queue. Each shows at once and is taken back with the reason when it is refused: a check counts for the job as it
 * was shown, so one that somebody has changed since stays as it is and is shown anew, and one that was deleted leaves the queue.
 */
export function useChecks(jobs: readonly Row[], show: (job: Row) => void) {
  const client = useQueryClient();
  /** What is on its way for a job: an undo waits for the check that it takes back. */
  const sending = useRef(new Map<number, { is_checked: 0 | 1; sent: Promise<void> }>());
  /** The jobs that were checked here, the newest last. */
  const checkedHere = useRef<number[]>([]);
  /** The versions that the checks made here have left. */
  const versions = useRef(new Map<number, number>());
  const noteHere = ({ id }: Row, is_checked: 0 | 1) => {
    checkedHere.current = [...checkedHere.current.filter((other) => other !== id), ...(is_checked === 1 ? [id] : [])];
  };
  const check = (row: Row, is_checked: 0 | 1) => {
    const before = sending.current.get(row.id);
    if (before?.is_checked === is_checked) return;
    noteHere(row, is_checked);
    void showInLists(client, ENTITY, [{ id: row.id, is_checked }]);
    const sent = send(row, is_checked, before?.sent).finally(() => {
      if (sending.current.get(row.id)?.sent === sent) sending.current.delete(row.id);
    });
    sending.current.set(row.id, { is_checked, sent });
  };
  const send = async (row: Row, is_checked: 0 | 1, before: Promise<void> | undefined) => {
    try {
      // What the press shows comes first: to send a call costs as much as to draw a part of the page.
      await Promise.all([before, new Promise((resolve) => setTimeout(resolve, AFTER_PRESS_MS))]);
      const seen_version = Math.max(Number(row.version), versions.current.get(row.id) ?? 0);
      const { version } = await recordCalls.check<Row>(ENTITY, { id: row.id, is_checked, seen_version });
      versions.current.set(row.id, Number(version));
      void showInLists(client, ENTITY, [{ id: row.id, version }]);
    } catch (error) {
      await takeBack(error, row, is_checked);
    } finally {
      // The job and other lists are read again when they are shown; the queue keeps its jobs until it is opened anew, and what it read ahead.
      for (const entity of ['directs', ENTITY]) {
        void client.invalidateQueries({ queryKey: [entity, 'row', row.id], refetchType: 'none' });
        void client.invalidateQueries({ queryKey: [entity, 'list'], refetchType: 'none' });
      }
    }
  };
  const takeBack = async (error: unknown, row: Row, is_checked: 0 | 1) => {
    versions.current.delete(row.id);
    const isRefused = error instanceof ApiError;
    if (isRefused && error.status === 404) {
      noteHere(row, 0);
      notify.warning({ key: `gone ${row.id}`, title: translate('queue.gone', { name: String(row.name) }) });
      return removeFromLists(client, ENTITY, [row.id]);
    }
    if (isRefused && error.current) {
      // Who checked it meanwhile is somebody else, whose check no key here takes back.
      noteHere(row, 0);
      notifyChanged(row, error, is_checked, () => show(row));
      await showInLists(client, ENTITY, [{ ...error.current, id: row.id }]);
      return refreshBackground(client, row);
    }
    const former = is_checked === 1 ? 0 : 1;
    noteHere(row, former);
    void showInLists(client, ENTITY, [{ id: row.id, is_checked: former }]);
    refreshLocksAfter423(client, error);
    notifyError(error, `${row.name}: ${translate('notice.error_change_check')}`);
  };
  /** The job that was checked here last and is still in the queue. */
  const takeLast = () => jobs.find(({ id }) => id === checkedHere.current.at(-1));
  return { check, takeLast };
}

/** Says who changed a job since it was shown, and whether its mark is what was pressed for. */
function notifyChanged(row: Row, { current, saved_by }: ApiError, is_checked: 0 | 1, onShow: () => void): void {
  const left = is_checked === 1 ? 'queue.not_checked' : 'queue.not_unchecked';
  notify.warning({
    key: `changed ${row.id}`,
    title: translate('queue.changed', { name: String(row.name), who: saved_by ?? translate('queue.somebody') }),
    text: translate(current?.is_checked === is_checked ? 'queue.shown_anew' : left),
    // An undo has shown its job already.
    action: is_checked === 1 ? { label: translate('queue.show_job'), onClick: onShow } : undefined,
  });
}

/** What is shown beside a job is read again: its explanation and its history. */
function refreshBackground(client: QueryClient, { id }: Row): void {
  void client.invalidateQueries({ queryKey: ['directs', 'trace', id] });
  void client.invalidateQueries({ queryKey: ['directs_techousei_history'] });
}
