import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound, LockKeyhole, LogOut, Mail, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import type { PasswordLinkAnswer } from '#contracts/calls/answers/users.ts';
import { IDENTITY_FIELDS } from '#contracts/calls/users.ts';
import { columns } from '#contracts/columns.ts';
import type { Column } from '#contracts/contract.ts';
import { users } from '#contracts/entities/users.ts';
import { api, type Row, showInLists } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { RefFilter } from '../../crud/filters/filters.tsx';
import { ListPage } from '../../crud/list/list-page.tsx';
import { ListTools } from '../../crud/list/list-tools.tsx';
import { translate, useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { lazyPart, Opened, useOpened } from '../../layout/lazy-part.tsx';
import { IconButton, IconLink } from '../../ui/button.tsx';
import { Badge, notify, useConfirm } from '../../ui/feedback/feedback.tsx';
import { Switch } from '../../ui/inputs/switch.tsx';
import { ToneLegend } from '../../ui/table/row-tone.tsx';
import { type Activation, activate, lacksPlace } from './activation.ts';

const LockUserDialog = lazyPart(() => import('./lock-user-dialog.tsx').then((m) => m.LockUserDialog));

const { department_id, dept_grp_id } = users.fields;
const [NAMED, REST] = [users.columns.slice(0, 2), users.columns.slice(2)];
// Beside the name, where it is seen without scrolling.
const COLUMNS: readonly Column[] = [...NAMED, ...columns(users.fields, ['active']), ...REST];

const FILTERS = {
  fields: (
    <>
      <RefFilter name="dept_id" label={department_id.label} entity="departments" className="sm:w-56" />
      <RefFilter name="dept_grp_id" label={dept_grp_id.label} entity="department_groups" />
    </>
  ),
  labels: [
    { name: 'dept_id', label: department_id.label, entity: 'departments' },
    { name: 'dept_grp_id', label: dept_grp_id.label, entity: 'department_groups' },
  ],
};

/** A person is deleted alone; who they are and where they belong is an Admin's to change. */
const BY_ADMIN = { isDeletedSingly: true };
const BY_STAFF = { ...BY_ADMIN, keptFields: IDENTITY_FIELDS };

/** People and their accounts; activating, locking and ending sessions are an Admin's. */
export function UserList() {
  const { t } = useText();
  const { may } = useSession();
  const locking = useOpened<Row>();
  const { sendPasswordLink, endSessions, dropSecondFactor } = useAccountActions();
  const admin = may(ACTIONS.manage_accounts);
  return (
    <>
      <ListPage
        contract={users}
        filters={FILTERS}
        tools={<ListTools legend={<ToneLegend entries={[{ mark: 'inactive', label: t('user.inactive') }]} />} />}
        chosen={admin ? BY_ADMIN : BY_STAFF}
        table={{
          columns: COLUMNS,
          rowStyle: (row) => ({ inactive: row.active === 0 }),
          rowIcon: (row) => row.active === 0 && lacksPlace(row) && <Badge tone="warning">{t('user.registered')}</Badge>,
          cells: { active: (row) => <ActiveSwitch row={row} /> },
          rowActions: (row: Row) => (
            <>
              {may(ACTIONS.read_statements) && (
                <IconLink
                  icon={ReceiptText}
                  label={t('user.statement_of', { name: String(row.name ?? row.username) })}
                  to={`/users/${row.id}/points`}
                />
              )}
              {admin && (
                <IconButton
                  icon={LockKeyhole}
                  size="sm"
                  label={t('user.lock', { name: String(row.name ?? row.username) })}
                  onClick={() => locking.set(row)}
                />
              )}
            </>
          ),
          rowMenu: admin
            ? (row: Row) => [
                ...(row.active === 1 && row.email
                  ? [{ label: t('user.send_link'), icon: Mail, onSelect: () => void sendPasswordLink(row) }]
                  : []),
                { label: t('user.end_sessions'), icon: LogOut, onSelect: () => void endSessions(row) },
                { label: t('user.drop_factor'), icon: KeyRound, onSelect: () => void dropSecondFactor(row) },
              ]
            : undefined,
        }}
      />
      <Opened by={locking}>{(user, close) => <LockUserDialog user={user} onClose={close} />}</Opened>
    </>
  );
}

const ActivateDialog = lazyPart(() => import('./activate-dialog.tsx').then((module) => module.ActivateDialog));
const PasswordLinkDialog = lazyPart(() => import('./password-link-dialog.tsx').then((module) => module.PasswordLinkDialog));

/** Activates or deactivates a user: shown at once, taken back with the reason when refused. Nobody switches their own account off. */
function ActiveSwitch({ row }: { row: Row }) {
  const { t } = useText();
  const { may, user } = useSession();
  const client = useQueryClient();
  const name = String(row.name ?? row.username);
  const [link, setLink] = useState<PasswordLinkAnswer | null>(null);
  const [asking, setAsking] = useState(false);
  const tell = ({ password_link }: Activation) => {
    notify.success({ title: t('notice.status_changed', { name }) });
    setLink(password_link ?? null);
  };
  const { mutate, isPending } = useMutation({
    mutationFn: (active: 0 | 1) => activate(row, active),
    onMutate: (active) => showInLists(client, 'users', [{ id: row.id, active }]),
    onSuccess: (answer) => tell(answer),
    meta: { refreshes: [['users']] },
  });
  const own = user?.id === row.id;
  const mayManage = may(ACTIONS.manage_accounts);
  return (
    <span title={mayManage ? (own ? t('user.own_active') : undefined) : t('app.forbidden')}>
      <Switch
        label={t('user.active_of', { name })}
        checked={row.active === 1}
        pending={isPending}
        disabled={own || !mayManage}
        onChange={(on) => (on && lacksPlace(row) ? setAsking(true) : mutate(on ? 1 : 0))}
      />
      {asking && <ActivateDialog row={row} onActivated={tell} onClose={() => setAsking(false)} />}
      {link && <PasswordLinkDialog name={name} link={link} onClose={() => setLink(null)} />}
    </span>
  );
}

/** An Admin's actions on an account, each after a confirm dialog: a link to set a password, ending all sessions, removing a lost second factor. */
function useAccountActions() {
  const ask = useConfirm();
  const { mutate } = useMutation({
    mutationFn: (path: string) => api.delete<{ message: string }>(path),
    onSuccess: ({ message }) => notify.success({ title: message }),
  });
  const asked = (what: 'end_sessions' | 'drop_factor', path: (id: number) => string) => async (row: Row) => {
    const name = String(row.name ?? row.username);
    const question = {
      title: translate(`user.${what}_title`, { name }),
      text: translate(`user.${what}_text`),
      confirmLabel: translate(`user.${what}`),
      danger: true,
    };
    if (await ask(question)) mutate(path(row.id));
  };
  const { mutate: mail } = useMutation({
    mutationFn: (email: string) => api.post<{ original: { message: string } }>('email-reset-password', { email }),
    onSuccess: ({ original }) => notify.success({ title: original.message }),
  });
  const sendPasswordLink = async ({ name, username, email }: Row) => {
    const question = {
      title: translate('user.send_link_title', { name: String(name ?? username) }),
      text: translate('user.send_link_text', { email: String(email) }),
      confirmLabel: translate('user.send_link'),
    };
    if (await ask(question)) mail(String(email));
  };
  return {
    sendPasswordLink,
    endSessions: asked('end_sessions', (id) => `users/${id}/sessions`),
    dropSecondFactor: asked('drop_factor', (id) => `users/${id}/second-factor`),
  };
}
