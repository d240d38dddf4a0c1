import { useSession } from '../api/session.tsx';
import { useText } from '../i18n/index.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** A login above the page, so that what is typed in it stays. Another person's login reloads the page instead. */
export default function SignInDialog() {
  const { user, clear } = useSession();
  const { t } = useText();
  return (
    <Dialog open onClose={clear} modalOnly title={t('auth.ended_title')}>
      <p className="mb-4 text-muted">{t('auth.ended_text')}</p>
      <SignInForm
        username={user?.username ?? ''}
        onSignedIn={(signedIn) => {
          if (user && signedIn.id !== user.id) location.reload();
        }}
      />
      <button
        type="button"
        onClick={clear}
        className="mt-3 min-h-6 rounded-sm text-table text-muted underline underline-offset-3 hover:text-text"
      >
        {t('auth.ended_leave')}
      </button>
    </Dialog>
  );
}
