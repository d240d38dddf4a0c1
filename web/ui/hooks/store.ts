import { useSyncExternalStore } from 'react';

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
