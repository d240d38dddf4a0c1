import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listQuery, type Page } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { formatNumber, useText } from '../../i18n/index.ts';
import { whenIdle } from '../../ui/hooks/after-paint.ts';
import { jobsToCheck } from './jobs-to-check.ts';

const STALE_MS = 60_000;

/** How many jobs of this month are left to check. Read once the page is idle, and again when a page is opened after a minute or a check. */
export function ChecksLeft() {
  const { t } = useText();
  const { state } = useSession();
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  const { data: left } = useQuery({
    ...listQuery<{ id: number }>('directs_techousei', { ...jobsToCheck(), limit: 1 }),
    select: ({ total }: Page<{ id: number }>) => total,
    // The menu is drawn before the server has said who it is for.
    enabled: isIdle && state.status === 'signed-in',
    staleTime: STALE_MS,
    refetchOnWindowFocus: false,
    meta: { silent: true },
  });
  if (!left) return null;
  return (
    <span className="ml-auto text-legend text-muted tabular-nums">
      <span aria-hidden>{formatNumber(left)}</span>
      <span className="sr-only">{t('app.nav_check_left', { n: formatNumber(left) })}</span>
    </span>
  );
}
