import { useEffect, useRef } from 'react';
import { readLocalStorage } from './local-storage.ts';

/** Single letters can be switched off; the others always work, Space and the arrows while nothing has the focus. */
export type Shortcut =
  | (typeof LETTERS)[number]
  | (typeof PAGE_KEYS)[number]
  | 'mod+s'
  | 'mod+Enter'
  | 'mod+k'
  | 'mod+p'
  | 'mod+z'
  | 'Escape'
  | 'alt+ArrowUp'
  | 'alt+ArrowDown';
const LETTERS = ['/', 'n', 'a', '?', 's', 'q'] as const;
const PAGE_KEYS = ['ArrowUp', 'ArrowDown', ' '] as const;

const DIALOG = '[role=dialog], [role=alertdialog], dialog';
export const LETTERS_STORAGE_KEY = 'shortcut_letters';

/** Runs the handler of a pressed shortcut; single letters are off while a text field has the focus or a dialog is open. */
export function useShortcuts(handlers: Partial<Record<Shortcut, () => void>>): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const shortcut = matchShortcut(event);
      const handler = shortcut && latest.current[shortcut];
      if (!handler) return;
      if (shortcut !== 'Escape') event.preventDefault();
      // What acts on one thing after the other acts once a press: held down, it would go through them all.
      if (!(event.repeat && shortcut === ' ')) handler();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

/** The shortcut of a key event; null when it is none or is off now. */
function matchShortcut(event: KeyboardEvent): Shortcut | null {
  if (event.defaultPrevented || isInputMethodKey(event)) return null;
  // A modal dialog saves its own form, never the one behind it.
  if (isControl(event, 's')) return isInModal(event) ? null : 'mod+s';
  if (isControl(event, 'enter')) return isInDialog(event) ? null : 'mod+Enter';
  if (isControl(event, 'k')) return isInDialog(event) ? null : 'mod+k';
  if (isControl(event, 'p') && !event.shiftKey) return 'mod+p';
  if (isControl(event, 'z') && !event.shiftKey) return isTyping(event) ? null : 'mod+z';
  if (event.ctrlKey || event.metaKey) return null;
  // A select opens its list by Alt with an arrow.
  if (event.altKey)
    return isArrow(event.key) && !isInDialog(event) && !(event.target instanceof HTMLSelectElement) ? `alt+${event.key}` : null;
  if (event.key === 'Escape') return isInDialog(event) || isTakenElsewhere(event) ? null : 'Escape';
  const pageKey = PAGE_KEYS.find((key) => key === event.key);
  if (pageKey) return !event.shiftKey && isOnPage(event) ? pageKey : null;
  const letter = LETTERS.find((key) => key === event.key);
  return isTyping(event) || !readLocalStorage(LETTERS_STORAGE_KEY, true) ? null : (letter ?? null);
}

/** Whether an event asks for saving: Ctrl+S or ⌘S. */
export const isSaveKey = (event: ControlKeys) => isControl(event, 's');

type ControlKeys = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'key'>;

const isControl = ({ ctrlKey, metaKey, altKey, key }: ControlKeys, letter: string) =>
  (ctrlKey || metaKey) && !altKey && key.toLowerCase() === letter;

/** Letters are typed there, and a field takes back its own typing. */
const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest(`input, textarea, select, [contenteditable], ${DIALOG}`) !== null;

const isArrow = (key: string): key is 'ArrowUp' | 'ArrowDown' => key === 'ArrowUp' || key === 'ArrowDown';

/** A panel above the page closes by Esc, and what is typed into a search box is removed: each press does one thing. */
function isTakenElsewhere({ target }: KeyboardEvent): boolean {
  const isSearched = target instanceof HTMLInputElement && target.type === 'search' && target.value !== '';
  return isSearched || document.querySelector('[popover=auto]:popover-open') !== null;
}

const isOnPage = ({ target }: KeyboardEvent) => target === document.body || (target as Element).id === 'content';

const isInModal = ({ target }: KeyboardEvent) => target instanceof Element && target.closest('[aria-modal=true]') !== null;

function isInDialog({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest(DIALOG) !== null;
}

/** Whether an input method takes the key, as Enter that ends a conversion. Safari tells it by the key code 229 alone, after the composition. */
export const isInputMethodKey = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === 229;
