import { lazy, Suspense, useEffect, useState } from 'react';
import { onProofNeeded } from '../api/request.ts';

const ProofDialog = lazy(() => import('./proof-dialog.tsx'));

/** Asks for the password again where a call needs it; calls that need it at the same time share one question. */
export function ProofRequest() {
  const [answer, setAnswer] = useState<((given: boolean) => void) | null>(null);

  useEffect(() => {
    let asked: Promise<boolean> | null = null;
    onProofNeeded(() => {
      asked ??= new Promise<boolean>((resolve) => setAnswer(() => resolve)).finally(() => {
        asked = null;
        setAnswer(null);
      });
      return asked;
    });
  }, []);

  return <Suspense fallback={null}>{answer && <ProofDialog onAnswer={answer} />}</Suspense>;
}
