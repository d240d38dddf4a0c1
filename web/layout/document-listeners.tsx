import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { BrokenCase } from '#contracts/calls/answers/rule-cases.ts';
import { onCasesBroken } from '../api/request.ts';
import { showHintsOnTouch } from '../ui/overlays/touch-hints.ts';
import { revealClippedText } from '../ui/table/clipped-text.ts';
import { useFocusReturn } from './focus-return.ts';
import { useFocusKept } from './keep-focus.ts';
import { useScenarioRules } from './scenario-rules.ts';

/** Behaviour of every page that listens to the document: no page needs it to be drawn. `data-listening` of the root element says that it is there. */
export function DocumentListeners(): ReactNode {
  useFocusReturn();
  useFocusKept();
  useScenarioRules();
  useEffect(revealClippedText, []);
  useEffect(showHintsOnTouch, []);
  useEffect(hideLeftPanels, []);
  useEffect(() => void document.documentElement.toggleAttribute('data-listening', true), []);
  return (
    <>
      <BrokenCasesPrompt />
      <KeptRows />
    </>
  );
}

const BrokenCasesDialog = lazy(() => import('./broken-cases-dialog.tsx'));

/** Asks whether a change of rules is saved though worked examples come to other points by it. */
function BrokenCasesPrompt() {
  const [asked, setAsked] = useState<{ cases: BrokenCase[]; answer: (accepted: boolean) => void } | null>(null);
  useEffect(
    () =>
      onCasesBroken(({ current }) =>
        new Promise<boolean>((answer) => setAsked({ cases: (current?.cases ?? []) as BrokenCase[], answer })).finally(() => setAsked(null)),
      ),
    [],
  );
  return <Suspense fallback={null}>{asked && <BrokenCasesDialog cases={asked.cases} onAnswer={asked.answer} />}</Suspense>;
}

const KeptRowsDialog = lazy(() => import('./kept-rows-dialog.tsx'));

declare global {
  interface DocumentEventMap {
    /** Asks for the records that an operation left as they are. */
    showkeptrows: CustomEvent<number>;
  }
}

/** The records that an undo left as they are, once a notice or the page of operations asks for them. */
function KeptRows() {
  const [operation, setOperation] = useState<number | null>(null);
  useEffect(() => {
    const show = (event: CustomEvent<number>) => {
      // Tells the asker that it was heard.
      event.preventDefault();
      setOperation(event.detail);
    };
    document.addEventListener('showkeptrows', show);
    return () => document.removeEventListener('showkeptrows', show);
  }, []);
  const close = () => setOperation(null);
  return <Suspense fallback={null}>{operation !== null && <KeptRowsDialog operation={operation} onClose={close} />}</Suspense>;
}

/**
 * Closes a panel that the focus has left, for the menu that it was opened from too, unless for its own button or field, or for what it opened.
 * Returns the clean-up.
 */
function hideLeftPanels(): () => void {
  document.addEventListener('focusin', hideLeft);
  return () => document.removeEventListener('focusin', hideLeft);
}

function hideLeft({ target: to }: FocusEvent): void {
  if (!(to instanceof Element)) return;
  const layer = to.closest('[popover], [role=dialog]');
  for (const panel of document.querySelectorAll<HTMLElement>('[popover=auto]:popover-open')) {
    const opener = document.querySelector(`[popovertarget="${panel.id}"]`) ?? panel.parentElement;
    const isLeft = layer === null || (layer !== panel && layer.contains(panel));
    if (isLeft && !opener?.contains(to)) panel.hidePopover();
  }
}
