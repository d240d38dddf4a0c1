import { useSyncExternalStore } from 'react';

const query = matchMedia('(width < 600px)');

/** Whether the window is as narrow as a phone's: tables become rows of two lines, filters a sheet. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}

function subscribe(onChange: () => void): () => void {
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
