import { useEffect, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { useDelayed } from '../hooks/use-delayed.ts';

const FORCE_HIDE_MS = 30_000;

/** Covers the screen while nothing else can be done; hides after 30 s in any case. */
export function Loader() {
  const { t } = useText();
  const shown = useDelayed(true);
  const [expired, setExpired] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setExpired(true), FORCE_HIDE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!shown || expired) return null;
  return (
    <div role="status" className="fixed inset-0 z-50 flex flex-col items-center justify-center gap-3 bg-page/80">
      <span className="block h-0.5 w-40 overflow-hidden rounded-full bg-line">
        <span className="progress-run block h-full w-1/3 bg-accent" />
      </span>
      <span className="text-muted">{t('control.loading')}</span>
    </div>
  );
}
