import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Row } from '../../crud/list/cell.tsx';
import { translate } from '../../i18n/index.ts';
import { notify } from '../../ui/feedback/toast.tsx';
import { useConfirm } from '../../ui/overlays/confirm.tsx';

/** An Admin's actions on an account, each after a confirm dialog: a link to set a password, ending all sessions, removing a lost second factor. */
export function useAccountActions() {
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
