import { useMutation, useQuery } from '@tanstack/react-query';
import { LogOut, Monitor, Smartphone } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { Session } from '#contracts/calls/answers/users.ts';
import { errorLines } from '../../../api/api-error.ts';
import { api, readData } from '../../../api/client.ts';
import { useSession } from '../../../api/session.tsx';
import { formatDateTime, useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, notify, Skeleton, useConfirm } from '../../../ui/feedback/feedback.tsx';
import { describeDevice, isPhone } from './device.ts';
import { Panel } from './panel.tsx';

export const SESSIONS = ['me', 'sessions'];

/** Lists the sessions of the user, the latest used first; each can be ended, and all of them. */
export function SessionsPanel() {
  const { t } = useText();
  const { clear } = useSession();
  const ask = useConfirm();
  const navigate = useNavigate();
  const { data, error } = useQuery({
    queryKey: SESSIONS,
    ...readData<Session[]>('me/sessions'),
  });
  const leave = () => {
    clear();
    void navigate('/login', { replace: true });
  };
  const one = useMutation({
    mutationFn: (session: Session) => api.delete(`me/sessions/${session.id}`),
    onSuccess: (_, session) => {
      if (session.current) return leave();
      notify.success({ title: t('user.session_ended') });
    },
    meta: { refreshes: [SESSIONS] },
  });
  const all = useMutation({ mutationFn: () => api.delete('me/sessions'), onSuccess: leave });
  const endAll = async () => {
    const title = t('user.sessions_end_all');
    if (await ask({ title, text: t('user.sessions_end_all_text'), confirmLabel: title, danger: true })) all.mutate();
  };

  return (
    <Panel
      title={t('user.sessions')}
      actions={
        <Button icon={LogOut} loading={all.isPending} onClick={() => void endAll()}>
          {t('user.sessions_end_all')}
        </Button>
      }
    >
      {error && !data && <p className="text-danger">{errorLines(error).join(' ')}</p>}
      {!data && !error && <Skeleton className="h-16 w-full" />}
      <ul className="divide-y divide-line">
        {data?.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={one.isPending && one.variables.id === session.id}
            onEnd={() => one.mutate(session)}
          />
        ))}
      </ul>
    </Panel>
  );
}

function SessionRow({ session, busy, onEnd }: { session: Session; busy: boolean; onEnd: () => void }) {
  const { t } = useText();
  const device = describeDevice(session.user_agent) ?? t('user.session_unknown');
  const Icon = isPhone(session.user_agent) ? Smartphone : Monitor;
  return (
    <li className="flex items-center gap-3 py-2.5">
      <Icon size={18} className="shrink-0 text-muted" aria-hidden />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{device}</span>
          {session.current === 1 && <Badge tone="accent">{t('user.session_this')}</Badge>}
        </div>
        <p className="text-table break-words text-muted tabular-nums">
          {[
            session.address,
            t('user.session_seen', { time: formatDateTime(session.seen_at) }),
            t('user.session_since', { time: formatDateTime(session.created_at) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <Button size="sm" loading={busy} aria-label={t('user.session_end_of', { device })} onClick={onEnd}>
        {t('app.logout')}
      </Button>
    </li>
  );
}
