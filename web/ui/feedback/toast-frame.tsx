import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { type FocusEvent, type MouseEvent, useEffect, useRef } from 'react';
import { Toaster as Sonner } from 'sonner';
import { useText } from '../../i18n/index.ts';
import { useNarrow } from '../hooks/use-narrow.ts';

export { toast } from 'sonner';

let resolveMounted: () => void;
/** Resolves once the toaster is mounted: notices shown earlier would be lost. */
export const frameMounted = new Promise<void>((resolve) => {
  resolveMounted = resolve;
});

export function ToastFrame({ theme, duration }: { theme: 'light' | 'dark' | 'system'; duration: number }) {
  const { t } = useText();
  useEffect(() => resolveMounted(), []);
  const cameFrom = useRef<EventTarget | null>(null);
  const keepWhereFrom = (event: FocusEvent) => {
    // The library would return the focus also when Tab leaves a notice.
    event.stopPropagation();
    if (!event.currentTarget.contains(event.relatedTarget)) cameFrom.current = event.relatedTarget;
  };
  const giveBack = ({ target, currentTarget }: MouseEvent) => {
    // A button takes its notice away, and the focus would be lost with it.
    const button = (target as Element).closest('button');
    if (button && currentTarget.contains(document.activeElement)) focusPage(cameFrom.current);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears of the presses of the buttons in it.
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key presses a button by a click.
    <div className="contents" onFocusCapture={keepWhereFrom} onClick={giveBack}>
      <Sonner
        theme={theme}
        // Above the foot of a list or form, whose buttons stay within reach as those of the top bar do; on a phone below the top bar.
        position={useNarrow() ? 'top-right' : 'bottom-right'}
        offset={{ bottom: '7.5rem', right: '1rem' }}
        mobileOffset={{ top: 'calc(var(--topbar) + 0.5rem)', left: 8, right: 8 }}
        gap={8}
        visibleToasts={4}
        closeButton
        duration={duration}
        toastOptions={{ closeButtonAriaLabel: t('control.close') }}
        containerAriaLabel={t('route.notices')}
        icons={{
          success: <CircleCheck size={18} />,
          error: <CircleAlert size={18} />,
          warning: <TriangleAlert size={18} />,
          info: <Info size={18} />,
        }}
      />
    </div>
  );
}

/** Gives the focus to an element, or to the page where that has gone or takes none. */
function focusPage(element: EventTarget | null): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
  if (element === null || document.activeElement !== element) document.getElementById('content')?.focus({ preventScroll: true });
}
