import { type ReactNode, useState } from 'react';
import { createStore, type Store, useStore } from '../ui/hooks/store.ts';

/**
 * What a press opens above a page, such as the row that a dialog is about; null for nothing. Kept outside the page's component, so that opening and
 * closing draws nothing of the page again: `Opened` watches it.
 */
export function useOpened<T>(): Store<T | null> {
  return useState(() => createStore<T | null>(null))[0];
}

/** Draws what is opened. */
export function Opened<T>({ by, children }: { by: Store<T | null>; children: (opened: T, close: () => void) => ReactNode }) {
  const opened = useStore(by);
  return opened !== null && children(opened, () => by.set(null));
}
