import { Outlet, ScrollRestoration } from 'react-router';
import { ConfirmProvider } from '../ui/confirm.tsx';
import { NavigationProgress } from './navigation-progress.tsx';
import { SessionEnd } from './session-end.tsx';
import { useWindowTitle } from './title.ts';

/** Around every page: the window's title, the questions, the end of the session. */
export function Root() {
  useWindowTitle();
  return (
    <ConfirmProvider>
      <NavigationProgress />
      <Outlet />
      <SessionEnd />
      <ScrollRestoration />
    </ConfirmProvider>
  );
}
