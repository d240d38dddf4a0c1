import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import type { BrokenCase } from '#contracts/calls/answers/rule-cases.ts';
import { onCasesBroken } from '../api/request.ts';
import { isRuleEntity, isRuleScreen, openScenario } from '../api/scenario.ts';
import { tryEachFrame } from '../ui/hooks/after-paint.ts';
import { useStore } from '../ui/hooks/store.ts';
import { BUBBLE, placeBubble } from '../ui/overlays/tooltip.tsx';
import { useFocusKept } from './keep-focus.ts';

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

/** Forgets the rules that were read when a scenario is entered, left or exchanged: those read inside are not the live ones, and the reverse. */
function useScenarioRules(): void {
  const client = useQueryClient();
  const { pathname } = useLocation();
  const scenario = useStore(openScenario);
  const shown = scenario && isRuleScreen(pathname) ? scenario.id : null;
  const known = useRef(shown);
  useEffect(() => {
    if (known.current === shown) return;
    known.current = shown;
    void client.resetQueries({ predicate: ({ queryKey: [entity] }) => isRuleEntity(entity) });
  }, [shown, client]);
}

/** Shows text that is cut off with an ellipsis in full as a title on hover. An element's own title is kept. */
function revealClippedText(): () => void {
  document.addEventListener('pointerover', reveal, { passive: true });
  return () => document.removeEventListener('pointerover', reveal);
}

const titled = new WeakSet<Element>();

function reveal({ target }: Event): void {
  const clipped = target instanceof Element && target.closest<HTMLElement>('.truncate > a, .truncate, input:disabled');
  if (!clipped || (clipped.title !== '' && !titled.has(clipped))) return;
  const text = clipped.scrollWidth > clipped.clientWidth ? readText(clipped) : '';
  if (text === clipped.title) return;
  titled.add(clipped);
  clipped.title = text;
}

function readText(element: HTMLElement): string {
  if (element instanceof HTMLInputElement) return element.value;
  if (element instanceof HTMLSelectElement) return element.selectedOptions[0]?.label ?? '';
  return element.textContent;
}

const STORAGE_KEY = 'tensu.links_left';
const KEPT = 50;

/** Gives the focus back to the link that led away, when the browser's Back shows its page again and nothing else there has taken the focus. */
function useFocusReturn(): void {
  const { key } = useLocation();
  const cameBack = useNavigationType() === 'POP';
  useEffect(() => {
    const keep = ({ target }: MouseEvent) => {
      const address = (target as Element).closest('main a[href]')?.getAttribute('href');
      if (address) keepLink(key, address);
    };
    addEventListener('click', keep, { capture: true });
    return () => removeEventListener('click', keep, { capture: true });
  }, [key]);
  const isFirst = useRef(true);
  useEffect(() => {
    const isLoaded = isFirst.current && isPageLoaded();
    isFirst.current = false;
    const address = cameBack && !isLoaded ? readLinks().get(key) : undefined;
    if (address === undefined) return;
    return tryEachFrame(() => {
      const { activeElement } = document;
      if (activeElement !== document.body && activeElement?.id !== 'content') return true;
      const link = document.querySelector<HTMLElement>(`main a[href="${CSS.escape(address)}"]`);
      link?.focus({ preventScroll: true });
      return false;
    });
  }, [key, cameBack]);
}

/** Whether the page that is shown is the one that the browser has loaded, perhaps anew: it begins at its top. Older browsers do not tell. */
function isPageLoaded(): boolean {
  const history = (window as Partial<Pick<Window, 'navigation'>>).navigation;
  return history?.activation?.entry !== undefined && history.activation.entry.key === history.currentEntry?.key;
}

/** By the key of an entry of the browser's history, the address of the link by which the page was left. */
function readLinks(): Map<string, string> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as [string, string][]);
  } catch {
    return new Map();
  }
}

function keepLink(key: string, address: string): void {
  const links = readLinks();
  links.delete(key);
  const last = [...links, [key, address]].slice(-KEPT);
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(last));
  } catch {
    // Storage may be blocked: the focus then begins at the top of the page.
  }
}

/** What says something to a pointer that rests on it. */
const HINTED = '[title], [aria-disabled=true][aria-description], .truncate';
const ACTS = 'a[href], button, input, select, textarea, summary, label, [role=option], [role^=menuitem]';

/**
 * A finger cannot rest on something: a tap shows what a pointer would be told (a title, why a control is disabled, a text that is cut off), where a tap
 * does nothing else. It goes with the next tap, and when the page is scrolled. Returns the clean-up.
 */
function showHintsOnTouch(): () => void {
  let shown: HTMLElement | undefined;
  const hide = () => {
    shown?.remove();
    shown = undefined;
  };
  const show = ({ target, pointerType }: PointerEvent) => {
    hide();
    const hinted = pointerType === 'touch' && target instanceof Element ? target.closest<HTMLElement>(HINTED) : null;
    const text = hinted && readHint(hinted, (target as Element).closest(ACTS));
    if (!text) return;
    shown = Object.assign(document.createElement('span'), { className: BUBBLE, popover: 'manual', textContent: text });
    // The description is read out with the control already.
    shown.ariaHidden = 'true';
    // In a dialog, or what is behind it would be above.
    (hinted.closest('[role=dialog], [role=alertdialog]') ?? document.body).append(shown);
    placeBubble(shown, hinted, 'bottom');
  };
  document.addEventListener('pointerup', show);
  document.addEventListener('scroll', hide, { capture: true, passive: true });
  return () => {
    hide();
    document.removeEventListener('pointerup', show);
    document.removeEventListener('scroll', hide, { capture: true });
  };
}

function readHint(element: HTMLElement, control: Element | null): string {
  if (control?.matches('[aria-disabled=true], :disabled')) return control.getAttribute('aria-description') ?? element.title;
  if (control) return '';
  if (element.title) return element.title;
  return element.scrollWidth > element.clientWidth ? element.textContent : '';
}
