import { Bell } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatNumber, useText } from '../i18n/index.ts';
import { Button } from '../ui/button.tsx';
import { PopoverPanel } from '../ui/overlays/popover-panel.tsx';
import { Tooltip } from '../ui/overlays/tooltip.tsx';
import { useMarkRead, useNewestNotices } from './notice-feed.ts';
import { NoticeItem } from './notice-item.tsx';

/** Larger counts are shown as this and a plus. */
const MAX_COUNT = 99;

/** Shows the number of unread notices, and the newest ones in the browser's own popover. */
export function NoticeBell() {
  const { t } = useText();
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const { data, unread } = useNewestNotices();
  const markRead = useMarkRead();
  const label = unread > 0 ? t('inbox.bell_unread', { n: formatNumber(unread) }) : t('route.notices');
  const hide = () => panel.current?.hidePopover();
  return (
    <>
      <Tooltip text={label}>
        <button
          type="button"
          popoverTarget={id}
          aria-expanded={open}
          aria-label={label}
          className="relative inline-flex size-8 items-center justify-center rounded text-muted hover:bg-hover hover:text-text"
        >
          <Bell size={16} aria-hidden />
          {unread > 0 && (
            <span
              aria-hidden
              className="absolute -top-0.5 -right-1 min-w-4 rounded-full bg-danger-fill px-1 text-center text-[0.6875rem] leading-4 font-semibold text-on-danger tabular-nums"
            >
              {unread > MAX_COUNT ? `${MAX_COUNT}+` : unread}
            </span>
          )}
        </button>
      </Tooltip>
      <PopoverPanel
        ref={panel}
        id={id}
        role="dialog"
        aria-label={t('inbox.newest')}
        onBeforeToggle={(event) => setOpen(event.newState === 'open')}
        className="w-[min(23rem,calc(100vw-1rem))]"
      >
        <div className="flex items-center justify-between gap-2 border-b border-line py-1.5 pr-2 pl-4">
          <span className="font-semibold">{t('route.notices')}</span>
          {unread > 0 && (
            <Button variant="ghost" size="sm" loading={markRead.isPending} onClick={() => markRead.mutate({ all: true })}>
              {t('inbox.read_all')}
            </Button>
          )}
        </div>
        {data && data.data.length > 0 ? (
          <ul className="max-h-[60dvh] divide-y divide-line overflow-y-auto overscroll-contain">
            {data.data.map((notice) => (
              <NoticeItem key={notice.id} notice={notice} onOpen={hide} />
            ))}
          </ul>
        ) : (
          <p className="px-4 py-8 text-center text-muted">{t('inbox.empty')}</p>
        )}
        <Link
          to="/notices"
          onClick={hide}
          className="flex h-10 items-center justify-center rounded-b border-t border-line font-medium text-accent hover:bg-hover focus-visible:-outline-offset-2"
        >
          {t('inbox.all')}
        </Link>
      </PopoverPanel>
    </>
  );
}
