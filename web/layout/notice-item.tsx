import { Link } from 'react-router';
import type { Notice } from '#contracts/calls/answers/notices.ts';
import { formatDateTime, useText } from '../i18n/index.ts';
import { cx } from '../ui/cx.ts';
import { useMarkRead } from './notice-feed.ts';

const ROW = 'flex w-full items-start gap-2.5 px-4 py-2.5 text-left';

/** A notice in a list: opening it marks it as read; without access to its subject it has no link. */
export function NoticeItem({ notice: { id, text, link, at, read_at }, onOpen }: { notice: Notice; onOpen?: () => void }) {
  const { t } = useText();
  const markRead = useMarkRead();
  const open = () => {
    if (read_at === null) markRead.mutate({ ids: [id] });
    onOpen?.();
  };
  const content = (
    <>
      <span aria-hidden className={cx('mt-1.5 size-2 shrink-0 rounded-full', read_at === null ? 'bg-accent' : 'bg-transparent')} />
      <span className="min-w-0 flex-1">
        <span className={cx('block break-words', read_at === null && 'font-medium')}>{text}</span>
        <span className="block text-legend text-muted tabular-nums">
          {formatDateTime(at)}
          {read_at === null && <span className="sr-only"> · {t('inbox.unread')}</span>}
        </span>
      </span>
    </>
  );
  return (
    <li data-unread={read_at === null || undefined}>
      {link ? (
        <Link to={link} onClick={open} className={cx(ROW, 'hover:bg-hover focus-visible:-outline-offset-2')}>
          {content}
        </Link>
      ) : (
        <div className={cx(ROW, 'text-muted')}>{content}</div>
      )}
    </li>
  );
}
