import { Lock } from 'lucide-react';
import type { LockedMonth } from '#contracts/calls/answers/month-lock.ts';
import { useSession } from '../api/session.tsx';
import { formatDateTime, useText } from '../i18n/index.ts';
import { TextLink } from '../ui/button.tsx';
import { ACTIONS } from './access.ts';

interface LockNoticeProps {
  lock: LockedMonth;
  text: string;
  /** Whether the page holds words that are not saved: the link opens beside it then, as leaving would lose them. */
  kept?: boolean;
}

/** Says what a locked month does not allow here, who locked it and when, or who may write into it until when, with the unlock link for those who may. */
export function LockNotice({ lock, text, kept = false }: LockNoticeProps) {
  const { t } = useText();
  const { may } = useSession();
  const time = formatDateTime(lock.open_until ?? lock.at);
  const said = t(lock.open_until ? 'form.open_to_one' : lock.by ? 'form.locked_by' : 'form.locked_at', { name: lock.by ?? '–', time });
  return (
    <div role="status" className="flex items-start gap-2 rounded border border-line bg-warning-soft px-3 py-2 text-table">
      <Lock size={15} className="mt-0.5 shrink-0 text-muted" aria-hidden />
      <p className="min-w-0">
        {text} <span className="text-muted">{said}</span>{' '}
        {may(ACTIONS.lock_month) && !lock.open_until && (
          <TextLink data-chrome target={kept ? '_blank' : undefined} to={`/total?year=${lock.year}&month=${lock.month}#unlock`}>
            {t('total.unlock_month')}
          </TextLink>
        )}
      </p>
    </div>
  );
}
