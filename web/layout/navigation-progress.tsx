import { useNavigation } from 'react-router';
import { useText } from '../i18n/index.ts';
import { useDelayed } from '../ui/hooks/use-delayed.ts';

/** A thin line at the top while the next page's code is fetched; the old page stays meanwhile. */
export function NavigationProgress() {
  const busy = useDelayed(useNavigation().state !== 'idle');
  const { t } = useText();
  if (!busy) return null;
  return (
    <div role="status" aria-label={t('app.loading')} className="fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden bg-accent/20">
      <div className="progress-run h-full w-1/3 bg-accent" />
    </div>
  );
}
