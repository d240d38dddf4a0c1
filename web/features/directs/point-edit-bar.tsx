import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Save } from 'lucide-react';
import { useRef, useState } from 'react';
import { directsTechousei } from '#contracts/entities/directs_techousei.ts';
import { ruleMessage, ruleToken } from '#contracts/rules.ts';
import { ApiError } from '../../api/api-error.ts';
import { api, withRequestId } from '../../api/client.ts';
import { MONTH_LOCKS_KEY } from '../../api/month-locks.ts';
import { showInLists } from '../../api/queries.ts';
import { useText } from '../../i18n/index.ts';
import { useUndo } from '../../layout/undo.ts';
import { useUnsaved } from '../../layout/unsaved.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { useShortcuts } from '../../ui/hooks/shortcuts.ts';
import { useStore } from '../../ui/hooks/store.ts';
import { Field } from '../../ui/inputs/field.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { useConfirm } from '../../ui/overlays/confirm.tsx';
import { GRID_CELL } from '../../ui/table/cell-grid.ts';
import { adjustSettingsQuery } from '../calculation/adjust-settings.ts';
import { type Edits, listUnreadEdits, type SavedEdits } from './point-edit-store.ts';
import type { usePointEdits } from './point-edits.tsx';

const { adjust_reason } = directsTechousei.fields;

/**
 * Saves the edited points: every changed row in one call, with one reason for all; refused rows stay in the mode with theirs. Ctrl+S saves, Esc
 * asks before changes are dropped.
 */
export function PointEditBar({ points: { store, refuse, end } }: { points: ReturnType<typeof usePointEdits> }) {
  const { t, lang } = useText();
  const client = useQueryClient();
  const changed = useStore(store.edits, store.count);
  const [reason, setReason] = useState('');
  // Whether the settings require a reason for every adjustment.
  const required = useQuery(adjustSettingsQuery).data?.reason_required === 1;
  const [wasMissed, setMissed] = useState(false);
  const missing = wasMissed && reason.trim() === '';
  // Ctrl+S was pressed while a save was on its way: what was typed meanwhile is saved after it.
  const savesAgain = useRef(false);
  const undoOf = useUndo();
  const ask = useConfirm();
  useUnsaved(changed > 0);
  const save = useMutation({
    meta: { silent: (error) => error instanceof ApiError && Object.keys(error.messages).length > 0 },
    mutationFn: (sent: Edits) =>
      withRequestId((options) =>
        api.post<SavedEdits>(
          'directs_techousei/add-multiple',
          { directs: Object.entries(sent).map(([id, edit]) => ({ id: Number(id), ...edit })), reason: reason.trim() || null },
          options,
        ),
      ),
    onSuccess: async ({ answer, request }) => {
      const { data, refused } = answer;
      await showInLists(client, 'directs_techousei', data);
      store.settle(answer);
      refuse(refused);
      if (store.count() === 0) end();
      else if (savesAgain.current) submit();
      if (data.length > 0)
        notify.success({ title: t('notice.updated'), text: t('direct.points_saved', { n: data.length }), ...undoOf(request) });
      // A refused row may be due to a lock set since the locks were read.
      const stale = ['directs_techousei', 'directs', 'totals', 'statements', ...(refused.length > 0 ? MONTH_LOCKS_KEY : [])];
      for (const key of stale) void client.invalidateQueries({ queryKey: [key] });
    },
    onError: (error) => {
      store.settle();
      if (!(error instanceof ApiError)) return;
      refuse(Object.entries(error.messages).map(([id, message]) => ({ id: Number(id), message })));
    },
  });
  const submit = () => {
    savesAgain.current = false;
    const isChanged = store.count() > 0;
    const unread = listUnreadEdits(store.edits.get());
    const isMissing = isChanged && required && reason.trim() === '';
    setMissed(isMissing);
    if (unread.length > 0) {
      refuse(unread);
      document.querySelector<HTMLElement>(`input[${GRID_CELL}][aria-invalid=true]`)?.focus();
    } else if (isMissing) document.querySelector<HTMLElement>('input[name=adjust_reason]')?.focus();
    else if (isChanged) save.mutate(store.send());
    else end();
  };
  const cancel = async () => {
    const question = {
      title: t('direct.points_discard', { n: changed }),
      confirmLabel: t('direct.points_discard_yes'),
      cancelLabel: t('app.unsaved_stay'),
      danger: true,
    };
    if (changed === 0 || (await ask(question))) end();
  };
  const submitLater = () => {
    savesAgain.current = true;
  };
  useShortcuts(save.isPending ? { 'mod+s': submitLater } : { 'mod+s': submit, Escape: cancel });

  const label = adjust_reason.label[lang];
  return (
    <>
      <Field
        label={label}
        hideLabel
        required={required}
        floatingError
        error={missing ? ruleMessage(ruleToken('required'), label, lang) : undefined}
        className="w-full sm:w-56 2xl:w-72"
      >
        <TextInput
          name="adjust_reason"
          maxLength={adjust_reason.maxLength}
          placeholder={required ? `${label} *` : label}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <Button disabled={save.isPending} onClick={() => void cancel()}>
        {t('control.cancel')}
      </Button>
      <Button variant="primary" icon={Save} loading={save.isPending} onClick={submit}>
        {changed > 0 ? t('direct.points_save_n', { n: changed }) : t('direct.points_save')}
      </Button>
    </>
  );
}
