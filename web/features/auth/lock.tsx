import { useEffect, useRef, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { errorLines } from '../../api/api-error.ts';
import { type SessionUser, useSession } from '../../api/session.tsx';
import { useText } from '../../i18n/index.ts';
import { returnPath } from '../../layout/access.ts';
import { Avatar } from '../../layout/avatar.tsx';
import { SignInForm } from '../../layout/sign-in-form.tsx';
import { PageLinks } from '../../ui/button.tsx';
import { notify } from '../../ui/feedback/feedback.tsx';
import { Loader } from '../../ui/feedback/loader.tsx';

/** The locked screen: the session ends here and on the server, and the same person's password opens it again where it was left. */
export function LockScreen() {
  const { state, user, logout } = useSession();
  const { t } = useText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [owner, setOwner] = useState<SessionUser | null>(null);
  const left = useRef(false);
  useEffect(() => {
    if (left.current || !user || state.status !== 'signed-in') return;
    left.current = true;
    setOwner(user);
    logout().catch((error: unknown) => {
      notify.failure({ title: t('app.logout_failed'), text: errorLines(error).join(' ') });
      void navigate('/home');
    });
  }, [user, state.status, logout, navigate, t]);

  if (!owner) return state.status === 'signed-out' ? <Navigate replace to="/login" /> : <Loader />;
  const name = owner.name ?? owner.username;
  return (
    <>
      <div className="mb-4 flex items-center gap-3">
        <Avatar name={name} src={owner.avatar} />
        <div className="min-w-0">
          <h1 className="truncate text-section font-semibold">{name}</h1>
          <p className="text-table text-muted">{t('account.lock_text')}</p>
        </div>
      </div>
      <SignInForm username={owner.username} onSignedIn={() => void navigate(returnPath(search), { replace: true })} />
      <PageLinks links={[['/login', t('account.other_account')]]} />
    </>
  );
}
