import type { PasswordLinkAnswer } from '#contracts/calls/answers/users.ts';
import { formatDateTime, useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { CopyButton } from './copy-button.tsx';

/** The link by which a new account's owner sets the first password: shown this once. */
export function PasswordLinkDialog({ name, link, onClose }: { name: string; link: PasswordLinkAnswer; onClose: () => void }) {
  const { t } = useText();
  const url = new URL(link.url, location.origin).href;
  return (
    <Dialog
      open
      size="md"
      modalOnly
      onClose={onClose}
      title={t('user.link_title', { name })}
      footer={
        <>
          <Button onClick={onClose}>{t('control.close')}</Button>
          <CopyButton variant="primary" text={url}>
            {t('user.link_copy')}
          </CopyButton>
        </>
      }
    >
      <p>{t('user.link_text', { until: formatDateTime(link.expires_at) })}</p>
      {link.mailed === 1 && <p className="mt-1 text-muted">{t('user.link_mailed')}</p>}
      <code className="mt-3 block font-sans break-all select-all">{url}</code>
    </Dialog>
  );
}
