import { lazy, Suspense, useEffect, useState } from 'react';
import { onReauthenticationNeeded } from '../api/request.ts';

const ReauthenticationDialog = lazy(() => import('./reauthentication-dialog.tsx'));

/** Asks for the password again where a call requires it; concurrent calls share one dialog. */
export function ReauthenticationPrompt() {
  const [answer, setAnswer] = useState<((given: boolean) => void) | null>(null);

  useEffect(() => {
    let pending: Promise<boolean> | null = null;
    onReauthenticationNeeded(() => {
      pending ??= new Promise<boolean>((resolve) => setAnswer(() => resolve)).finally(() => {
        pending = null;
        setAnswer(null);
      });
      return pending;
    });
  }, []);

  return <Suspense fallback={null}>{answer && <ReauthenticationDialog onAnswer={answer} />}</Suspense>;
}
