import { useSyncExternalStore } from 'react';

const EVENTS = ['focus', 'blur', 'pageshow'] as const;

/** Whether the window is active: visible and focused. */
export function useWindowActive(): boolean {
  return useSyncExternalStore(subscribe, isWindowActive);
}

/** The same at this moment. */
export function isWindowActive(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus();
}

function subscribe(onChange: () => void): () => void {
  for (const event of EVENTS) addEventListener(event, onChange);
  document.addEventListener('visibilitychange', onChange);
  return () => {
    for (const event of EVENTS) removeEventListener(event, onChange);
    document.removeEventListener('visibilitychange', onChange);
  };
}
