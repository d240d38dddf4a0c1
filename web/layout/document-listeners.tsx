import { useEffect } from 'react';
import { revealClippedText } from '../ui/table/clipped-text.ts';
import { useFocusReturn } from './focus-return.ts';
import { hideLeftPanels } from './hide-left-panels.ts';

/** Behaviour of every page that listens to the document: no page needs it to be drawn. */
export function DocumentListeners(): null {
  useFocusReturn();
  useEffect(revealClippedText, []);
  useEffect(hideLeftPanels, []);
  return null;
}
