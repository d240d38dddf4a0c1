import { useSyncExternalStore } from 'react';

/** Whether the window is as narrow as a phone's: tables become cards. */
export const useNarrow = mediaHook('(width < 600px)');

/** Whether there is no room for the sidebar: the filters of a list become a sheet. */
export const useDrawerWidth = mediaHook('(width < 991px)');

/** Whether the top bar has room for all actions of a list, and a form for something beside it (`xl:`). */
export const useWide = mediaHook('(width >= 1280px)');

/** What stands beside a table: the sidebar at its full width where there is room for it, and the page's edges. */
const SIDEBAR_WIDTH = 232;
const PAGE_EDGES = 50;
const STEP = 20;

/** The px that a table across the page has at least, in steps. */
export function useTableRoom(): number {
  const sidebar = useDrawerWidth() ? 0 : SIDEBAR_WIDTH;
  return useSyncExternalStore(onResize, () => Math.floor(innerWidth / STEP) * STEP) - sidebar - PAGE_EDGES;
}

function onResize(onChange: () => void): () => void {
  addEventListener('resize', onChange);
  return () => removeEventListener('resize', onChange);
}

function mediaHook(media: string): () => boolean {
  const query = matchMedia(media);
  const subscribe = (onChange: () => void) => {
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  };
  return () => useSyncExternalStore(subscribe, () => query.matches);
}
