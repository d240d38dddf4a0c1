import { useEffect } from 'react';
import { hideLeftPanels } from '../ui/overlays/hide-left-panels.ts';
import { revealClippedText } from '../ui/table/clipped-text.ts';
import { useFocusReturn } from './focus-return.ts';

/** What is done for every page by listening to the document: no page needs it to be drawn. */
export function DocumentHelpers(): null {
  useFocusReturn();
  useEffect(revealClippedText, []);
  useEffect(hideLeftPanels, []);
  return null;
}
