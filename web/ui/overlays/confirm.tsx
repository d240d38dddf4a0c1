import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useState } from 'react';
import type { Question } from './question.ts';

type Ask = (question: Question) => Promise<boolean>;

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'));
const ConfirmContext = createContext<Ask>(() => Promise.resolve(false));

/** `const ask = useConfirm(); if (await ask({…})) …`: resolves to true only when the person goes on. */
export function useConfirm(): Ask {
  return use(ConfirmContext);
}

/** Holds the one question on screen; a second one waits for the first to be answered with no. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<{ question: Question; answer: (yes: boolean) => void; open: boolean } | null>(null);
  const ask = useCallback<Ask>(
    (question) =>
      new Promise((resolve) => {
        setAsked((before) => {
          before?.answer(false);
          return { question, answer: resolve, open: true };
        });
      }),
    [],
  );
  const answer = (yes: boolean) => {
    asked?.answer(yes);
    setAsked((now) => now && { ...now, open: false });
  };
  return (
    <ConfirmContext value={ask}>
      {children}
      <Suspense fallback={null}>{asked && <ConfirmDialog question={asked.question} open={asked.open} onAnswer={answer} />}</Suspense>
    </ConfirmContext>
  );
}
