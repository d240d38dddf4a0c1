import { startTransition, useOptimistic, useSyncExternalStore } from 'react';

/** A value outside the components: what shows it watches it for itself, so that a change draws nothing else again. */
export interface Watched<T> {
  get: () => T;
  /** Returns how to stop. */
  watch: (onChange: () => void) => () => void;
}

export interface Store<T> extends Watched<T> {
  set: (next: T) => void;
}

export function createStore<T>(value: T): Store<T> {
  const watchers = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const onChange of watchers) onChange();
    },
    watch: (onChange) => {
      watchers.add(onChange);
      return () => watchers.delete(onChange);
    },
  };
}

/** A store's value, or what a component needs of it: a value that is the same as long as it says the same. */
export function useStore<T>(store: Watched<T>): T;
export function useStore<T, Part>(store: Watched<T>, select: (value: T) => Part): Part;
export function useStore<T>(store: Watched<T>, select: (value: T) => unknown = (value) => value): unknown {
  return useSyncExternalStore(store.watch, () => select(store.get()));
}

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
