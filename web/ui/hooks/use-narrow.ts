import { useSyncExternalStore } from 'react';

/** Whether the window is as narrow as a phone's: tables become cards. */
export const useNarrow = mediaHook('(width < 37.5rem)');

/** Whether there is no room for the sidebar: the filters of a list become a sheet. */
export const useDrawerWidth = mediaHook('(width < 61.9375rem)');

/** Whether the top bar has room for all actions of a list, and a form for something beside it (`xl:`). */
export const useWide = mediaHook('(width >= 80rem)');

function mediaHook(media: string): () => boolean {
  const query = matchMedia(media);
  const subscribe = (onChange: () => void) => {
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  };
  return () => useSyncExternalStore(subscribe, () => query.matches);
}
