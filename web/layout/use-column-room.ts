import { useSyncExternalStore } from 'react';
import { useDrawerWidth } from '../ui/hooks/use-narrow.ts';
import { textScale } from '../ui/scaled.ts';

/** What stands beside a table: the sidebar at its full width where there is room for it, and the page's edges. */
const SIDEBAR_WIDTH = 232;
const PAGE_EDGES = 50;
/** The box and four buttons, the most that a row has: also for who has none of them, as a shared view looks alike to everybody. */
const ROW_CONTROLS_WIDTH = 158;
const STEP = 20;

/** The px, at usual letters, that the columns of a table across the page have at least, in steps. */
export function useColumnRoom(): number {
  const beside = (useDrawerWidth() ? 0 : SIDEBAR_WIDTH) + PAGE_EDGES + ROW_CONTROLS_WIDTH;
  return useSyncExternalStore(onResize, () => Math.floor(innerWidth / textScale / STEP) * STEP) - beside;
}

function onResize(onChange: () => void): () => void {
  addEventListener('resize', onChange);
  return () => removeEventListener('resize', onChange);
}
