import { useEffect, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { useDelayed } from '../hooks/use-delayed.ts';

const FORCE_HIDE_MS = 30_000;

/** Covers the screen while nothing else can be done; hides after 30 s in any case. */
export function Loader({ on = true }: { on?: boolean }) {
  const { t } = useText();
  const shown = useDelayed(on);
  const [expired, setExpired] = useState(false);
  useEffect(() => {
    setExpired(false);
    if (!on) return;
    const timer = setTimeout(() => setExpired(true), FORCE_HIDE_MS);
    return () => clearTimeout(timer);
  }, [on]);
  if (!shown || expired) return null;
  return (
    <div role="status" className="fixed inset-0 z-50 flex flex-col items-center justify-center gap-3 bg-page/80">
      <span className="block h-0.5 w-40 overflow-hidden rounded-full bg-line">
        <span className="progress-run block h-full w-1/3 bg-accent" />
      </span>
      <span className="text-muted">{t('app.loading')}</span>
    </div>
  );
}
