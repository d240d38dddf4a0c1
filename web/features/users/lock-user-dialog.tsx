import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LockKeyhole, LockOpen } from 'lucide-react';
import type { UserLock } from '#contracts/calls/answers/users.ts';
import { USER_LOCK_FIELDS } from '#contracts/calls/users.ts';
import type { Lang } from '#contracts/text.ts';
import { errorLines } from '../../api/api-error.ts';
import { api, type Row } from '../../api/client.ts';
import { FormDialog, ruleSentence, useCallForm } from '../../crud/form/call-form.tsx';
import { FormField } from '../../crud/form/form-field.tsx';
import type { FormValues } from '../../crud/form/form-state.ts';
import { formatDateTime, officeNow, useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { notify, Skeleton } from '../../ui/feedback/feedback.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

const HOUR_MS = 3_600_000;

/** Locks a user's account from one moment to another, shows the lock on record, and ends it. */
export function LockUserDialog({ user, onClose }: { user: Row; onClose: () => void }) {
  const { t } = useText();
  const { data, error } = useQuery({
    queryKey: ['user-locked', user.id],
    queryFn: async ({ signal }) => (await api.get<{ data: UserLock | null }>(`user-locked/${user.id}`, { signal })).data,
    placeholderData: undefined,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  if (data !== undefined) return <LockForm user={user} lock={data} onClose={onClose} />;
  return (
    <Dialog open size="md" onClose={onClose} title={t('user.lock_title')}>
      {error ? <p className="text-danger">{errorLines(error).join(' ')}</p> : <Skeleton className="h-48 w-full" />}
    </Dialog>
  );
}

function LockForm({ user, lock, onClose }: { user: Row; lock: UserLock | null; onClose: () => void }) {
  const { t } = useText();
  const client = useQueryClient();
  const name = String(user.name ?? user.username);
  const kept = lock && lock.endTime > officeNow() ? lock : null;
  const done = async (title: string) => {
    notify.success({ title });
    onClose();
    await client.invalidateQueries({ queryKey: ['user-locked', user.id] });
  };
  const call = useCallForm({
    fields: USER_LOCK_FIELDS,
    initial: kept
      ? { startTime: kept.startTime, endTime: kept.endTime, reason: kept.reason ?? '' }
      : { startTime: officeNow(), endTime: officeNow(24 * HOUR_MS) },
    rules,
    send: async (values) => (await api.post<{ data: UserLock }>(`user-locked/${user.id}`, values)).data,
    onDone: (saved) => void done(t('user.locked_done', { name, end: formatDateTime(saved.endTime) })),
  });
  const unlock = useMutation({
    mutationFn: () => api.delete(`user-locked/${user.id}`),
    onSuccess: () => done(t('user.unlocked_done', { name })),
  });
  return (
    <FormDialog
      call={call}
      size="md"
      title={t('user.lock', { name })}
      submitLabel={t(kept ? 'user.lock_change' : 'user.lock_save')}
      submitIcon={LockKeyhole}
      submitVariant="danger"
      onClose={onClose}
      intro={<LockState lock={lock} />}
      actions={
        kept && (
          <Button icon={LockOpen} loading={unlock.isPending} onClick={() => unlock.mutate()}>
            {t('user.unlock')}
          </Button>
        )
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField name="startTime" />
        <FormField name="endTime" />
      </div>
      <FormField name="reason" />
    </FormDialog>
  );
}

function LockState({ lock }: { lock: UserLock | null }) {
  const { t } = useText();
  const now = officeNow();
  const state = !lock ? 'none' : lock.endTime <= now ? 'over' : lock.startTime > now ? 'later' : 'now';
  const times = { start: formatDateTime(lock?.startTime), end: formatDateTime(lock?.endTime) };
  return (
    <div className="mb-4 text-table text-muted">
      <p className={state === 'now' ? 'font-medium text-danger' : undefined}>{t(`user.lock_state_${state}`, times)}</p>
      {lock?.reason && state !== 'over' && <p>{t('direct.adjusted_reason', { reason: lock.reason })}</p>}
      <p className="mt-1">{t('user.lock_help')}</p>
    </div>
  );
}

/** The end comes after the start and after now. */
function rules({ startTime, endTime }: FormValues, lang: Lang): Record<string, string> {
  const [start, end] = [String(startTime ?? ''), String(endTime ?? '')];
  if (start === '' || end === '') return {};
  const broken = end <= start ? 'after_start' : end <= officeNow() ? 'after_now' : null;
  return broken ? { endTime: ruleSentence(broken, USER_LOCK_FIELDS, 'endTime', lang) } : {};
}
