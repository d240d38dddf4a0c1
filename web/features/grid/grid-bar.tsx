import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Save } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { MONTH_LOCKS_KEY } from '../../api/month-locks.ts';
import { showInLists } from '../../api/queries.ts';
import { formatNumber } from '../../i18n/format.ts';
import { type MessageKey, useText } from '../../i18n/index.ts';
import { useUndo } from '../../layout/undo.ts';
import { useUnsaved } from '../../layout/unsaved.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { useShortcuts } from '../../ui/hooks/shortcuts.ts';
import { useStore } from '../../ui/hooks/store.ts';
import { useConfirm } from '../../ui/overlays/confirm.tsx';
import type { Edits, SavedRows } from './edit-store.ts';
import { countInvalid, findInvalidEdits } from './find-invalid.ts';
import type { GridMode } from './grid-state.ts';
import { saveRows } from './save-rows.ts';

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

const WORDS = { save: 'grid.save', saveMany: 'grid.save_n', saved: 'grid.saved' } as const;

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
    const question = { title, confirmLabel: t('grid.discard_yes'), cancelLabel: t('app.unsaved_stay'), danger: true };
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
