import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PasswordLinkAnswer } from '#contracts/calls/answers/users.ts';
import { showInLists } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import type { Row } from '../../crud/list/cell.tsx';
import { useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { Switch } from '../../ui/inputs/switch.tsx';
import { type Activation, activate, lacksPlace } from './activation.ts';

const ActivateDialog = lazyPart(() => import('./activate-dialog.tsx').then((module) => module.ActivateDialog));
const PasswordLinkDialog = lazyPart(() => import('./password-link-dialog.tsx').then((module) => module.PasswordLinkDialog));

/** Activates or deactivates a user: shown at once, taken back with the reason when refused. Nobody switches their own account off. */
export function ActiveSwitch({ row }: { row: Row }) {
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
    onSettled: () => client.invalidateQueries({ queryKey: ['users'] }),
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
