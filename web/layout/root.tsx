import { useEffect } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import { ConfirmProvider } from '../ui/overlays/confirm.tsx';
import { revealClippedText } from '../ui/table/clipped-text.ts';
import { NavigationProgress } from './navigation-progress.tsx';
import { ReauthenticationPrompt } from './reauthentication-prompt.tsx';
import { SessionEnd } from './session-end.tsx';
import { useWindowTitle } from './title.ts';

/** Around every page: the window's title, the confirm and password dialogs, the end of the session. */
export function Root() {
  useWindowTitle();
  useEffect(revealClippedText, []);
  return (
    <ConfirmProvider>
      <NavigationProgress />
      <Outlet />
      <SessionEnd />
      <ReauthenticationPrompt />
      <ScrollRestoration />
    </ConfirmProvider>
  );
}
