import { lazy, Suspense, useEffect, useState } from 'react';
import { useSession } from '../api/session.tsx';
import { useText } from '../i18n/index.ts';
import { notify } from '../ui/feedback/toast.tsx';
import { hasUnsaved } from './unsaved.ts';

const SignInDialog = lazy(() => import('./sign-in-dialog.tsx'));

/** When the session ends: a sign-in dialog if there is unsaved input, otherwise a notice and the login page. */
export function SessionEnd() {
  const { state, clear } = useSession();
  const { t } = useText();
  const [inPlace, setInPlace] = useState(false);
  const ended = state.status === 'ended';

  useEffect(() => {
    if (!ended) return setInPlace(false);
    if (hasUnsaved()) return setInPlace(true);
    notify.failure({ title: t('notice.error'), text: t('notice.unauthorized'), key: 'session' });
    clear();
  }, [ended, clear, t]);

  return <Suspense fallback={null}>{inPlace && <SignInDialog />}</Suspense>;
}
