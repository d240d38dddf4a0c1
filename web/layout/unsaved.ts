import { type RefObject, useEffect, useId, useRef } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';
import { useText } from '../i18n/index.ts';
import { useConfirm } from '../ui/feedback/feedback.tsx';

type Save = () => Promise<boolean>;

interface UnsavedInput {
  inTab?: boolean;
  save?: Save;
}

/** By form. */
const unsaved = new Map<string, UnsavedInput>();

/** Whether any form on screen has unsaved input. */
export function hasUnsaved(): boolean {
  return unsaved.size > 0;
}

/** The lock that every form with unsaved input shares, in all windows of the browser, so that each window can find the others'. */
const UNSAVED_LOCK = 'tensu.unsaved';

function holdUnsavedLock(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  // Browsers have no locks on pages without TLS, but for the machine's own.
  void navigator.locks?.request(UNSAVED_LOCK, { mode: 'shared' }, () => promise);
  return resolve;
}

/** Whether a form of any window of this browser has unsaved input. */
export async function hasUnsavedAnywhere(): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return hasUnsaved() || held.some(({ name }) => name === UNSAVED_LOCK);
}

/**
 * Guards a form's unsaved input: asks before leaving the page, and keeps the page when the session ends. `inTab`: other
 * parameters of the address may show another tab instead of the form, so that it asks before they change, too. `save` is offered
 * as a third way; it answers whether all is saved.
 */
export function useUnsaved(isDirty: boolean, { inTab = false, save }: UnsavedInput = {}): void {
  const id = useId();
  const latestSave = useRef(save);
  latestSave.current = save;
  const canSave = save !== undefined;
  useEffect(() => {
    if (!isDirty) return;
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    unsaved.set(id, { inTab, ...(canSave && { save: () => latestSave.current?.() ?? Promise.resolve(false) }) });
    const release = holdUnsavedLock();
    addEventListener('beforeunload', onLeave);
    return () => {
      unsaved.delete(id);
      release();
      removeEventListener('beforeunload', onLeave);
    };
  }, [id, isDirty, inTab, canSave]);
}

/** Asks before a page with unsaved input is left: once for all of its forms, as the router asks one only. */
export function UnsavedQuestion(): null {
  const ask = useConfirm();
  const { t } = useText();
  const blocker = useBlocker(wouldLoseInput);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    // What one of several forms would save is not all that would be lost.
    const [only, ...others] = unsaved.values();
    const save = others.length === 0 ? only?.save : undefined;
    let saving: Promise<boolean> | undefined;
    const startSaving = () => {
      saving = save?.();
    };
    const question = {
      title: t(save ? 'app.unsaved_save_title' : 'app.unsaved_title'),
      text: t('app.unsaved_text'),
      confirmLabel: t('app.unsaved_leave'),
      cancelLabel: t('app.unsaved_stay'),
      danger: true,
      alternative: save && { label: t('control.save'), onChoose: startSaving },
    };
    void ask(question).then(async (leave) => (leave || (await saving) ? blocker.proceed() : blocker.reset()));
  }, [blocker, ask, t]);
  return null;
}

const wouldLoseInput: BlockerFunction = ({ currentLocation, nextLocation }) =>
  unsaved.size > 0 &&
  (currentLocation.pathname !== nextLocation.pathname ||
    (currentLocation.search !== nextLocation.search && [...unsaved.values()].some(({ inTab }) => inTab)));

/** Keys that change no field: they move the focus, close a panel or are the browser's own. */
const LEAVING_KEYS = /^(?:Tab|Escape|F\d+|Control|Meta|Shift|Alt)$/;

/**
 * Takes no input in a form while what it holds is being saved: typed after that, it would be lost with the page. The focus stays where it is.
 */
export function useInputPaused(form: RefObject<HTMLFormElement | null>, isPaused: boolean): void {
  useEffect(() => {
    const element = form.current;
    if (!isPaused || !element) return;
    const stop = (event: Event) => {
      if (event instanceof KeyboardEvent && LEAVING_KEYS.test(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const kinds = ['beforeinput', 'keydown', 'click', 'paste', 'cut', 'drop', 'mousedown'];
    for (const kind of kinds) element.addEventListener(kind, stop, { capture: true });
    return () => {
      for (const kind of kinds) element.removeEventListener(kind, stop, { capture: true });
    };
  }, [form, isPaused]);
}
