import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useState } from 'react';

/** What a confirm dialog asks. */
export interface ConfirmOptions {
  readonly title: string;
  readonly text?: ReactNode;
  /** The verb on the button that goes on; never 'OK'. */
  readonly confirmLabel: string;
  /** The words on the button that does not; 'Hủy' by default. */
  readonly cancelLabel?: string;
  readonly danger?: boolean;
}

type Ask = (options: ConfirmOptions) => Promise<boolean>;

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'));
const ConfirmContext = createContext<Ask>(() => Promise.resolve(false));

/** `const ask = useConfirm(); if (await ask({…})) …`: resolves to true only when the person goes on. */
export function useConfirm(): Ask {
  return use(ConfirmContext);
}

/** Holds the one question on screen; a second one waits for the first to be answered with no. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<{ options: ConfirmOptions; answer: (confirmed: boolean) => void; open: boolean } | null>(null);
  const ask = useCallback<Ask>(
    (options) =>
      new Promise((resolve) => {
        setAsked((before) => {
          before?.answer(false);
          return { options, answer: resolve, open: true };
        });
      }),
    [],
  );
  const answer = (confirmed: boolean) => {
    asked?.answer(confirmed);
    setAsked((now) => now && { ...now, open: false });
  };
  return (
    <ConfirmContext value={ask}>
      {children}
      <Suspense fallback={null}>{asked && <ConfirmDialog options={asked.options} open={asked.open} onAnswer={answer} />}</Suspense>
    </ConfirmContext>
  );
}
