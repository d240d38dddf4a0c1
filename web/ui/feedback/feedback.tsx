import { type LucideIcon, X } from 'lucide-react';
import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useText } from '../../i18n/index.ts';
import { cx } from '../cx.ts';
import { whenIdle } from '../hooks/after-paint.ts';
import type { ConfirmOptions } from '../overlays/confirm-dialog.tsx';

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

export type BadgeTone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info';

/** A state or a count; the colour repeats the text and never carries meaning alone. */
export function Badge({ children, tone = 'neutral', icon: Icon }: { children: ReactNode; tone?: BadgeTone; icon?: LucideIcon }) {
  return (
    <span
      data-badge
      className={cx(
        'inline-flex h-5 items-center gap-1 rounded-sm px-1.5 text-legend font-medium whitespace-nowrap tabular-nums',
        TONES[tone],
      )}
    >
      {Icon && <Icon size={12} aria-hidden />}
      {children}
    </span>
  );
}

const TONES: Record<BadgeTone, string> = {
  neutral: 'bg-hover text-muted',
  accent: 'bg-accent-soft text-accent',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
};

/** Something chosen (an active filter, a picked item) that can be taken away. */
export function Chip({ label, onRemove }: { label: string; onRemove?: (() => void) | undefined }) {
  const { t } = useText();
  return (
    <span className="inline-flex h-6 max-w-full items-center rounded-full pointer-coarse:h-8 bg-accent-soft pl-2.5 text-legend text-text print:pr-2.5">
      <span className="truncate">{label}</span>
      {onRemove ? (
        <button
          type="button"
          data-chrome
          aria-label={t('control.remove', { label })}
          onClick={onRemove}
          className="ml-0.5 inline-flex size-6 shrink-0 items-center justify-center rounded-full text-muted pointer-coarse:size-8 hover:bg-hover hover:text-text"
        >
          <X size={14} aria-hidden />
        </button>
      ) : (
        <span className="w-2.5" />
      )}
    </span>
  );
}

/** Nothing is there: one sentence and the action that fills it. */
export function EmptyState({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-12 text-center">
      <p className="text-muted">{text}</p>
      {children}
    </div>
  );
}

/** The shape of what comes; give it its width and height by class. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('block animate-pulse rounded-sm bg-hover', className)} />;
}

/** Stands where there is nothing to show: an empty field, or a zero among figures half of which are zero. */
export const NO_VALUE = <span className="text-faint">–</span>;

type Ask = (options: ConfirmOptions) => Promise<boolean>;

const ConfirmDialog = lazy(() => import('../overlays/confirm-dialog.tsx'));
const ConfirmContext = createContext<Ask>(() => Promise.resolve(false));

/** `const ask = useConfirm(); if (await ask({…})) …`: resolves to true only when the person goes on. */
export function useConfirm(): Ask {
  return use(ConfirmContext);
}

/** Holds the open confirm dialog; a second request cancels the first, and so does another page than the one it was asked on. */
export function ConfirmProvider({ page, children }: { page?: string; children: ReactNode }) {
  const [request, setRequest] = useState<{ options: ConfirmOptions; answer: (confirmed: boolean) => void; open: boolean } | null>(null);
  const ask = useCallback<Ask>(
    (options) =>
      new Promise((resolve) => {
        setRequest((previous) => {
          previous?.answer(false);
          return { options, answer: resolve, open: true };
        });
      }),
    [],
  );
  const answer = useCallback(
    (confirmed: boolean) =>
      setRequest((now) => {
        now?.answer(confirmed);
        return now && { ...now, open: false };
      }),
    [],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: going to another page answers the question.
  useEffect(() => answer(false), [page, answer]);
  return (
    <ConfirmContext value={ask}>
      {children}
      <Suspense fallback={null}>{request && <ConfirmDialog options={request.options} open={request.open} onAnswer={answer} />}</Suspense>
    </ConfirmContext>
  );
}
