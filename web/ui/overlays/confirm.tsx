import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useEffect, useState } from 'react';
import type { ConfirmOptions } from './confirm-dialog.tsx';

type Ask = (options: ConfirmOptions) => Promise<boolean>;

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'));
const ConfirmContext = createContext<Ask>(() => Promise.resolve(false));

/** `const ask = useConfirm(); if (await ask({…})) …`: resolves to true only when the person goes on. */
export function useConfirm(): Ask {
  return use(ConfirmContext);
}

/** Holds the open confirm dialog; a second request cancels the first, and so does another page than the one it was asked on. */
export function ConfirmProvider({ page, children }: { page?: string; children: ReactNode }) {
  const [request, setRequest] = useState<{ options: ConfirmOptions; answer: (confirmed: boolean) => void; open: boolean } | null>(null);
  const ask = useCallback<Ask>(
    (options) =>
      new Promise((resolve) => {
        setRequest((previous) => {
          previous?.answer(false);
          return { options, answer: resolve, open: true };
        });
      }),
    [],
  );
  const answer = useCallback(
    (confirmed: boolean) =>
      setRequest((now) => {
        now?.answer(confirmed);
        return now && { ...now, open: false };
      }),
    [],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: going to another page answers the question.
  useEffect(() => answer(false), [page, answer]);
  return (
    <ConfirmContext value={ask}>
      {children}
      <Suspense fallback={null}>{request && <ConfirmDialog options={request.options} open={request.open} onAnswer={answer} />}</Suspense>
    </ConfirmContext>
  );
}
