import { isInputMethodKey } from './shortcuts.ts';
import { FIELDS, isTabStop, listFocusable } from './tab-stops.ts';

/**
 * Holds the keys that are pressed from now on, so that none goes astray while the inputs they are meant for are on their way. Returns how to end that:
 * with `true` what was pressed is done in what has the focus then, in its order, each key after what the one before brought about.
 */
export function holdKeys(): (isReady: boolean) => void {
  const held: KeyboardEvent[] = [];
  // Also while the last of them is being done, when none is held any more.
  let hasHeld = false;
  const hold = (event: KeyboardEvent) => {
    if (!event.isTrusted || event.altKey || isInputMethodKey(event)) return;
    const isCommand = event.ctrlKey || event.metaKey;
    // What is to be saved includes what was typed before. Other commands are the browser's.
    if (isCommand && !(hasHeld && event.key.toLowerCase() === 's')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // The key that asked for the inputs, pressed once more or held down, means nothing in them.
    if (event.repeat || (!hasHeld && event.key === 'Enter')) return;
    hasHeld = true;
    held.push(event);
  };
  const stop = () => removeEventListener('keydown', hold, { capture: true });
  const pressNext = () => {
    const event = held.shift();
    if (!event) return stop();
    press(event);
    setTimeout(pressNext);
  };
  addEventListener('keydown', hold, { capture: true });
  return (isReady) => (isReady ? pressNext() : stop());
}

const LAYERS = '[role=dialog], [role=alertdialog]';
const WAIT_MS = 3000;

/** Holds the keys for the page that is being opened, until a field of it takes the focus; what asks something first, or no field in 3 s, ends it. */
export function holdKeysForField(): void {
  const release = holdKeys();
  const end = (isReady: boolean) => {
    removeEventListener('focusin', look);
    removeEventListener('pointerdown', giveUp);
    clearTimeout(timer);
    release(isReady);
  };
  const giveUp = () => end(false);
  const look = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    if (target.closest(LAYERS)) giveUp();
    else if (target.matches(FIELDS)) end(true);
  };
  const timer = setTimeout(giveUp, WAIT_MS);
  addEventListener('focusin', look);
  addEventListener('pointerdown', giveUp);
}

function press({ key, code, shiftKey, ctrlKey, metaKey }: KeyboardEvent): void {
  const target = document.activeElement ?? document.body;
  // As typed by a person, so that an input's own undo knows it.
  if (key.length === 1 && !ctrlKey && !metaKey) return void document.execCommand('insertText', false, key);
  const event = new KeyboardEvent('keydown', { key, code, shiftKey, ctrlKey, metaKey, bubbles: true, cancelable: true });
  const isTaken = !target.dispatchEvent(event);
  // The browser itself does nothing at a key that no person pressed.
  if (isTaken) return;
  if (key === 'Tab') focusNextTo(target, shiftKey ? -1 : 1);
  else if (key === 'Backspace') document.execCommand('delete');
}

/** Moves the focus as Tab does: to the next element of the page that it would reach, with the text of an input selected. */
function focusNextTo(from: Element, step: 1 | -1): void {
  const stops = listFocusable(document).filter((element) => element === from || isTabStop(element));
  const next = stops[stops.indexOf(from as HTMLElement) + step];
  next?.focus();
  if (next instanceof HTMLInputElement) next.select();
}
