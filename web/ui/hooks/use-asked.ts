import { useState } from 'react';

/**
 * A value that is decided elsewhere, such as in the address, a moment after the press that asks for it: what was asked for stands until the decision
 * is there, so that the press is answered at once.
 */
export function useAsked<T>(given: T): readonly [shown: T, ask: (next: T) => void] {
  const [state, setState] = useState({ given, shown: given });
  const isDecided = !Object.is(state.given, given);
  if (isDecided) setState({ given, shown: given });
  return [isDecided ? given : state.shown, (next) => setState({ given, shown: next })];
}
