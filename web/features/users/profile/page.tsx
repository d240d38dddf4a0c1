import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ImagePlus, KeyRound, Mail } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { CHANGE_PASSWORD_FIELDS } from '#contracts/calls/auth.ts';
import { CHANGE_EMAIL_FIELDS } from '#contracts/calls/users.ts';
import { ApiError, errorLines } from '../../../api/api-error.ts';
import { api } from '../../../api/client.ts';
import { useSession } from '../../../api/session.tsx';
import { FormDialog, requireEqualFields, useCallForm } from '../../../crud/form/call-form.tsx';
import { FormField } from '../../../crud/form/form-field.tsx';
import { useText } from '../../../i18n/index.ts';
import { Avatar } from '../../../layout/avatar.tsx';
import { PageHeader } from '../../../layout/page-header.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { notify, Skeleton } from '../../../ui/feedback/feedback.tsx';
import { ProfileForm } from './form.tsx';
import { ME_KEY, type Me } from './me.ts';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SESSIONS, SessionsPanel } from './sessions-panel.tsx';
import { TokensPanel } from './tokens-panel.tsx';

/** One's own account: the form, picture, password, second factor and open sessions. */
export function ProfilePage() {
  const { t } = useText();
  const [changing, setChanging] = useState<'email' | 'password' | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ME_KEY,
    queryFn: async ({ signal }) => (await api.get<{ data: Me }>('me', { signal })).data,
    refetchOnWindowFocus: false,
    staleTime: 0,
  });
  if (error && !data) {
    const requestId = error instanceof ApiError ? error.request_id : undefined;
    return <ErrorState text={errorLines(error).join('\n')} requestId={requestId} onRetry={() => void refetch()} />;
  }
  return (
    <>
      <PageHeader
        work={
          <>
            <Button icon={Mail} onClick={() => setChanging('email')}>
              {t('user.change_email')}
            </Button>
            <Button icon={KeyRound} onClick={() => setChanging('password')}>
              {t('user.change_password')}
            </Button>
          </>
        }
      />
      {data ? (
        <div className="flex flex-col gap-8">
          <AvatarPanel me={data} />
          <ProfileForm me={data} />
          <SecondFactorPanel state={data.second_factor} />
          <SessionsPanel />
          <TokensPanel />
        </div>
      ) : (
        <Skeleton className="h-96 w-full max-w-240" />
      )}
      {changing === 'password' && <ChangePasswordDialog onClose={() => setChanging(null)} />}
      {changing === 'email' && <ChangeEmailDialog onClose={() => setChanging(null)} />}
    </>
  );
}

const AvatarDialog = lazy(() => import('./avatar-dialog.tsx'));

/** The picture, and choosing another: the picked image is cropped in a dialog before it is sent. */
function AvatarPanel({ me }: { me: Me }) {
  const { t } = useText();
  const { reload } = useSession();
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [image, setImage] = useState<string | null>(null);
  const name = me.name ?? me.username;

  const pick = (file: File | undefined) => {
    if (!file) return;
    if (!file.type.startsWith('image/')) return notify.failure({ title: t('notice.failure'), text: t('notice.select_image') });
    if (typeof FileReader === 'undefined') return notify.failure({ title: t('notice.failure'), text: t('page.no_file_reader') });
    const reader = new FileReader();
    reader.onload = () => setImage(String(reader.result));
    reader.onerror = () => notify.failure({ title: t('notice.failure'), text: t('notice.select_image') });
    reader.readAsDataURL(file);
  };

  return (
    <div className="flex items-center gap-4">
      <Avatar name={name} src={me.avatar} large />
      <div>
        <p className="text-section font-semibold">{name}</p>
        <p className="mb-1.5 text-table text-muted">{[me.username, ...me.roles.map((role) => role.name)].join(' · ')}</p>
        <Button size="sm" icon={ImagePlus} onClick={() => input.current?.click()}>
          {t('user.avatar_change')}
        </Button>
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          aria-label={t('user.avatar_pick')}
          onChange={(event) => {
            pick(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
      <Suspense fallback={null}>
        {image && (
          <AvatarDialog
            image={image}
            onClose={() => setImage(null)}
            onDone={() => {
              setImage(null);
              notify.success({ title: t('user.avatar_saved') });
              void Promise.all([client.invalidateQueries({ queryKey: ME_KEY }), reload()]);
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

const FIELDS = { ...CHANGE_EMAIL_FIELDS, password: { ...CHANGE_EMAIL_FIELDS.password, required: true } };

/** Asks for a mail to the new address; the account keeps the former one until the link in it is opened. */
function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  const call = useCallForm({
    fields: FIELDS,
    send: (values) => api.post<{ message: string }>('me/email', values),
    onDone: ({ message }) => {
      notify.success({ title: t('user.change_email_sent'), text: message });
      onClose();
    },
  });
  return (
    <FormDialog call={call} title={t('user.change_email')} submitLabel={t('user.change_email')} onClose={onClose}>
      <FormField name="email" autoComplete="email" autoFocus />
      <FormField name="password" autoComplete="current-password" />
    </FormDialog>
  );
}

const rules = requireEqualFields('password_confirm', 'password', CHANGE_PASSWORD_FIELDS);

function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  const client = useQueryClient();
  const call = useCallForm({
    fields: CHANGE_PASSWORD_FIELDS,
    rules,
    send: (values) => api.post<{ name: string }>('change-password', values),
    onDone: () => {
      notify.success({ title: t('user.password_changed'), text: t('user.password_changed_text') });
      void client.invalidateQueries({ queryKey: SESSIONS });
      void client.invalidateQueries({ queryKey: ME_KEY });
      onClose();
    },
  });
  return (
    <FormDialog call={call} title={t('user.change_password')} submitLabel={t('user.change_password')} onClose={onClose}>
      <FormField name="old_password" autoComplete="current-password" autoFocus />
      <FormField name="password" autoComplete="new-password" help={t('account.password_help')} />
      <FormField name="password_confirm" autoComplete="new-password" />
    </FormDialog>
  );
}
