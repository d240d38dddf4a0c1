import { startTransition, useOptimistic } from 'react';

/**
 * A value that is decided elsewhere, such as in the address, a moment after the press that asks for it: what was asked for is shown until `decide`
 * has ended and what follows from it is drawn, so that the press is answered at once. What is not taken goes back.
 */
export function useAsked<T, Asked extends T = T>(
  given: T,
  decide: (next: Asked) => void | Promise<void>,
): readonly [shown: T, ask: (next: Asked) => void] {
  const [shown, show] = useOptimistic(given);
  const ask = (next: Asked) =>
    startTransition(async () => {
      show(next);
      await decide(next);
    });
  return [shown, ask];
}
