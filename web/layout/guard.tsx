import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { ApiError } from '../api/api-error.ts';
import { errorLines } from '../api/error-lines.ts';
import { useSession } from '../api/session.tsx';
import { useText } from '../i18n/index.ts';
import { ErrorState } from '../ui/feedback/error-state.tsx';
import { Loader } from '../ui/feedback/loader.tsx';
import { notify } from '../ui/feedback/toast.tsx';
import { accessTo, loginPath } from './access.ts';
import { AuthFrame } from './auth-layout.tsx';
import { useRouteHandle } from './title.ts';

/** Renders the current route for those who may see it, first its frame alone; others are sent to the login or, with a notice, to their profile. */
export function Guard({ children }: { children: (isOpen: boolean) => ReactNode }) {
  const { state, roles, reload } = useSession();
  const { pathname, search } = useLocation();
  const handle = useRouteHandle();
  const verdict = accessTo(handle?.roles, { status: state.status, roles });

  if (state.status === 'unreachable') {
    const { error } = state;
    const requestId = error instanceof ApiError ? error.request_id : undefined;
    return (
      <AuthFrame>
        <ErrorState text={errorLines(error).join('\n')} requestId={requestId} onRetry={() => void reload()} />
      </AuthFrame>
    );
  }
  if (verdict === 'wait') return <Loader />;
  if (verdict === 'login')
    return <Navigate replace to={state.status === 'signed-out' && state.left ? '/login' : loginPath(pathname + search)} />;
  if (verdict === 'refused') return <Refused />;
  return children(verdict === 'open');
}

function Refused() {
  const { t } = useText();
  useEffect(() => notify.failure({ title: t('notice.failure'), text: t('app.forbidden'), key: 'forbidden' }), [t]);
  return <Navigate replace to="/users/profile" />;
}
