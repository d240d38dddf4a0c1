import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Save } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { BulkEdit, KeptRow, Operation } from '#contracts/calls/answers/operations.ts';
import type { BulkBody } from '#contracts/calls/declared/bulk.ts';
import type { Contract } from '#contracts/contract.ts';
import { MAX_IDS } from '#contracts/paging.ts';
import type { Lang } from '#contracts/text.ts';
import { ApiError } from '../../api/api-error.ts';
import { api, type Page, type Row, readPage, showInLists, withRequestId } from '../../api/client.ts';
import { MONTH_LOCKS_KEY } from '../../api/month-locks.ts';
import { formatNumber, type MessageKey, translate, useText } from '../../i18n/index.ts';
import { useUndo } from '../../layout/undo.ts';
import { useUnsaved } from '../../layout/unsaved.ts';
import { Button } from '../../ui/button.tsx';
import { notify, useConfirm } from '../../ui/feedback/feedback.tsx';
import { useShortcuts } from '../../ui/hooks/shortcuts.ts';
import { useStore } from '../../ui/hooks/store.ts';
import { findCellProblem } from './cell-value.ts';
import { type Edits, isSame, type RejectedRow, type SavedRows, savedValue } from './edit-store.ts';
import type { GridMode } from './grid-state.ts';

export interface GridBarProps {
  mode: GridMode;
  /** Writes the edits in one call, instead of the bulk call of the entity. */
  save?: (edits: Edits) => Promise<{ answer: SavedRows; request: string | undefined }>;
  /** Asked before a save; false keeps it from being made. */
  mayStart?: () => boolean;
  /** What else is read anew after a save, by the first part of its key. */
  stale?: readonly string[];
  words?: { save: MessageKey; saveMany: MessageKey; saved: MessageKey };
  /** Before the buttons. */
  children?: ReactNode;
}

const WORDS = { save: 'control.save', saveMany: 'grid.save_n', saved: 'grid.saved' } as const;

/** Saves the edits of a grid as one operation; refused rows stay with theirs. Ctrl+S saves, Esc asks before changes are dropped. */
export function GridBar({ mode, save = (edits) => saveRows(mode.contract.name, edits), words = WORDS, ...rest }: GridBarProps) {
  const { mayStart, stale = [], children } = rest;
  const { contract, store, refusals, end } = mode;
  const { t, lang } = useText();
  const client = useQueryClient();
  const changed = useStore(store.edits, store.count);
  // Ctrl+S was pressed while a save was on its way: what was typed meanwhile is saved after it.
  const savesAgain = useRef(false);
  const undoOf = useUndo();
  const ask = useConfirm();
  const bad = useStore(store.edits, (edits) => countInvalid(contract, edits, lang));
  useUnsaved(changed > 0);
  const saving = useMutation({
    meta: { silent: (error) => error instanceof ApiError && Object.keys(error.messages).length > 0 },
    mutationFn: save,
    onSuccess: async ({ answer, request }) => {
      const { data, refused } = answer;
      await showInLists(client, contract.name, [...data]);
      store.settle(answer);
      refusals.set(refused);
      if (store.count() === 0) end();
      else if (savesAgain.current) submit();
      const text = t(words.saved, { n: formatNumber(data.length) });
      if (data.length > 0) notify.success({ title: t('notice.updated'), text, ...undoOf(request) });
      // A refused row may be due to a lock set since the locks were read.
      const keys = [contract.name, ...stale, 'totals', 'statements', ...(refused.length > 0 ? MONTH_LOCKS_KEY : [])];
      for (const key of keys) void client.invalidateQueries({ queryKey: [key] });
    },
    onError: (error) => {
      store.settle();
      if (!(error instanceof ApiError)) return;
      refusals.set(Object.entries(error.messages).map(([id, message]) => ({ id: Number(id), message })));
    },
  });
  const submit = () => {
    savesAgain.current = false;
    const invalid = findInvalidEdits(contract, store.edits.get(), lang);
    if (store.count() === 0) end();
    else if (invalid.length > 0) {
      refusals.set(invalid);
      document.querySelector<HTMLElement>('td[data-refused] .grid-input, td[data-refused]')?.focus();
    } else if (mayStart?.() ?? true) saving.mutate(store.send());
  };
  const cancel = async () => {
    const title = t('grid.discard', { n: formatNumber(changed) });
    const question = { title, confirmLabel: t('view.discard'), cancelLabel: t('app.unsaved_stay'), danger: true };
    if (changed === 0 || (await ask(question))) end();
  };
  const submitLater = () => {
    savesAgain.current = true;
  };
  useShortcuts(saving.isPending ? { 'mod+s': submitLater } : { 'mod+s': submit, Escape: cancel });
  return (
    <>
      {children}
      <Button disabled={saving.isPending} onClick={() => void cancel()}>
        {t('control.cancel')}
      </Button>
      <Button variant="primary" icon={Save} loading={saving.isPending} onClick={submit}>
        {changed > bad ? t(words.saveMany, { n: formatNumber(changed - bad) }) : t(words.save)}
      </Button>
    </>
  );
}

/** Rows whose edits no record can hold, each with its first problem. */
function findInvalidEdits({ fields }: Pick<Contract, 'fields'>, edits: Edits, lang: Lang): RejectedRow[] {
  return Object.entries(edits).flatMap(([id, { values }]) => {
    const problems = Object.entries(values).map(([name, value]) => findCellProblem(fields[name]!, value, lang));
    const message = problems.find((problem) => problem !== undefined);
    return message === undefined ? [] : [{ id: Number(id), message }];
  });
}

/** Cells that no record can hold. */
function countInvalid({ fields }: Pick<Contract, 'fields'>, edits: Edits, lang: Lang): number {
  const cells = Object.values(edits).flatMap(({ values }) => Object.entries(values));
  return cells.filter(([name, value]) => findCellProblem(fields[name]!, value, lang) !== undefined).length;
}

const POLL_MS = 1000;

/** Writes the edits of a grid by the bulk call, as one operation, and reads the written rows. Of many it waits until the queue is done with them. */
async function saveRows(entity: string, edits: Edits): Promise<{ answer: SavedRows; request: string | undefined }> {
  const rows = Object.entries(edits).map(([id, { version, values }]) => ({ id: Number(id), version: Number(version), values }));
  const body: BulkBody = { rows };
  const { answer, request } = await withRequestId((options) => api.post<BulkEdit>(`${entity}/bulk`, body, options));
  if (answer.status === 'queued') return { answer: await followRows(entity, edits, answer.operation_id!), request };
  const refused = new Set(answer.refused.map(({ id }) => id));
  const ids = rows.map(({ id }) => id).filter((id) => !refused.has(id));
  const data = answer.changed === 0 ? [] : await readRows(entity, ids);
  return { answer: { data, refused: answer.refused }, request };
}

/** The outcome of an operation of the queue, once it is over. Rows that it did not come to are refused with the reason of its end. */
async function followRows(entity: string, edits: Edits, operation: number): Promise<SavedRows> {
  let state: Operation;
  do {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    state = await api.get<Operation>(`operations/${operation}`);
  } while (state.reason === 'running');
  const reasons = new Map<number, string>();
  for (let page = 1; reasons.size < state.kept_count; page++) {
    const { data }: Page<KeptRow> = await readPage(`operations/${operation}/kept`, { page, limit: MAX_IDS });
    if (data.length === 0) break;
    for (const { id, message } of data) reasons.set(id, message);
  }
  const ids = Object.keys(edits).map(Number);
  const rows = await readRows(
    entity,
    ids.filter((id) => !reasons.has(id)),
  );
  const isOver = state.run?.status === 'done';
  const data = rows.filter((row) => isOver || holds(row, edits));
  const written = new Set(data.map(({ id }) => id));
  const stopped = state.run?.message ?? translate('bulk.stopped');
  const refused = ids.filter((id) => !written.has(id)).map((id) => ({ id, message: reasons.get(id) ?? stopped }));
  return { data, refused };
}

/** Whether a row says what its edit says. */
function holds(row: Row, edits: Edits): boolean {
  return Object.entries(edits[row.id]?.values ?? {}).every(([field, value]) => isSame(savedValue(row, field), value));
}

/** Records by their ids, as many as a call may name at a time. */
async function readRows(entity: string, ids: readonly number[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (let at = 0; at < ids.length; at += MAX_IDS) {
    const some = ids.slice(at, at + MAX_IDS);
    rows.push(...(await readPage<Row>(entity, { ids: some.join(), limit: some.length })).data);
  }
  return rows;
}
