import { lazy, Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { whenIdle } from '../hooks/after-paint.ts';

const NOTICE_MS = 5_000;
const ERROR_MS = 10_000;

export interface Notice {
  readonly title: string;
  readonly text?: string | undefined;
  /** Notices with the same key replace each other instead of piling up. */
  readonly key?: string | undefined;
  /** How long it stays, where that is not as long as others. */
  readonly durationMs?: number | undefined;
  readonly action?: { readonly label: string; readonly onClick: () => void } | undefined;
}

type Kind = 'success' | 'info' | 'warning' | 'error';

/** Shows a notice: 5 s, failures of calls 10 s; longer while hovered or focused. */
export const notify = {
  success: (notice: Notice) => show('success', notice, NOTICE_MS),
  info: (notice: Notice) => show('info', notice, NOTICE_MS),
  warning: (notice: Notice) => show('warning', notice, ERROR_MS),
  failure: (notice: Notice) => show('error', notice, ERROR_MS),
  dismiss: (key: string) => void loadFrame().then(({ toast }) => toast.dismiss(idOf(key))),
};

/** How often the action of a notice with a key was pressed: that notice goes, and would take the next one with its id along. */
const pressed = new Map<string, number>();
const idOf = (key: string | undefined) => key && `${key} ${pressed.get(key) ?? 0}`;

/**
 * Renders the notices: at the right, at most 600 px wide. Mounted once at the root, loaded after the page. It is beside the app's element,
 * not in it: an open dialog makes everything in there unreachable.
 */
export function Toaster({ theme }: { theme: 'light' | 'dark' | 'system' }) {
  const [isPageSeen, setPageSeen] = useState(false);
  useEffect(() => whenIdle(() => setPageSeen(true)), []);
  if (!isPageSeen) return null;
  return createPortal(
    <Suspense fallback={null}>
      <Frame theme={theme} duration={NOTICE_MS} />
    </Suspense>,
    document.body,
  );
}

const loadFrame = () => import('./toast-frame.tsx');
const Frame = lazy(() => loadFrame().then((module) => ({ default: module.ToastFrame })));

function show(kind: Kind, { title, text: description, key, action, durationMs }: Notice, duration: number): void {
  const press = () => {
    if (key) pressed.set(key, (pressed.get(key) ?? 0) + 1);
    action?.onClick();
  };
  const options = {
    duration: durationMs ?? duration,
    description: description || undefined,
    id: idOf(key),
    action: action && { label: action.label, onClick: press },
  };
  void loadFrame().then(async ({ toast, frameMounted }) => {
    await frameMounted;
    toast[kind](title, options);
  });
}
