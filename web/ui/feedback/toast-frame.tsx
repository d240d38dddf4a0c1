import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { Toaster as Sonner } from 'sonner';
import { useText } from '../../i18n/index.ts';

export { toast } from 'sonner';

let resolveMounted: () => void;
/** Resolves once the toaster is mounted: notices shown earlier would be lost. */
export const frameMounted = new Promise<void>((resolve) => {
  resolveMounted = resolve;
});

export function ToastFrame({ theme, duration }: { theme: 'light' | 'dark' | 'system'; duration: number }) {
  const { t } = useText();
  useEffect(() => resolveMounted(), []);
  return (
    // Hides focus events from the library: it would return the focus to where it was before when Tab leaves a notice.
    <div className="contents" onFocusCapture={(event) => event.stopPropagation()}>
      <Sonner
        theme={theme}
        position="top-right"
        // Below the top bar, whose actions stay within reach.
        offset={{ top: 60, right: 16 }}
        mobileOffset={{ top: 60, left: 8, right: 8 }}
        gap={8}
        visibleToasts={4}
        closeButton
        duration={duration}
        toastOptions={{ closeButtonAriaLabel: t('control.close') }}
        containerAriaLabel={t('control.notices')}
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
