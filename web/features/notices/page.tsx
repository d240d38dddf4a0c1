import { CheckCheck } from 'lucide-react';
import { usePreference } from '../../api/preferences.ts';
import { PageNumbers } from '../../crud/list/paged-table.tsx';
import { useText } from '../../i18n/index.ts';
import { setParam, useAddressParams } from '../../layout/address-params.ts';
import { useMarkRead, useNotices } from '../../layout/notice-feed.ts';
import { NoticeItem } from '../../layout/notice-item.tsx';
import { PageHeader } from '../../layout/page-header.tsx';
import { ReadError } from '../../layout/page-parts.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState, Skeleton } from '../../ui/feedback/feedback.tsx';
import { useDelayed } from '../../ui/hooks/use-delayed.ts';
import { Checkbox } from '../../ui/inputs/checkbox.tsx';
import { Switch } from '../../ui/inputs/switch.tsx';

const DEFAULT_LIMIT = 25;

/** The user's notices, the newest first. */
export function NoticesPage() {
  const { t } = useText();
  const [params, changeAddress] = useAddressParams();
  const unread = params.get('unread') === '1';
  const page = Math.max(1, Number(params.get('page')) || 1);
  const limit = Number(params.get('limit')) || DEFAULT_LIMIT;
  const { data, error, refetch, isPlaceholderData } = useNotices({ page, limit, ...(unread && { unread: 1 }) });
  const markRead = useMarkRead();
  const waiting = useDelayed(!data);
  const stale = useDelayed(isPlaceholderData);
  const show = ({ unread, page = 1, limit }: { unread?: boolean; page?: number; limit?: number }) =>
    changeAddress((address) => {
      if (unread !== undefined) setParam(address, 'unread', unread ? '1' : null);
      if (limit !== undefined) setParam(address, 'limit', limit === DEFAULT_LIMIT ? null : String(limit));
      setParam(address, 'page', page > 1 ? String(page) : null);
    });
  return (
    <div className="flex min-w-0 max-w-200 flex-col gap-4">
      <div className="-mb-4">
        <PageHeader
          count={data?.total}
          work={
            <Button
              icon={CheckCheck}
              disabled={data?.unread === 0}
              loading={markRead.isPending}
              onClick={() => markRead.mutate({ all: true })}
            >
              {t('inbox.read_all')}
            </Button>
          }
        />
      </div>
      <Checkbox checked={unread} onChange={(on) => show({ unread: on })}>
        {t('page.notices_unread_only')}
      </Checkbox>
      {error && !data && <ReadError error={error} onRetry={refetch} />}
      {!data && !error && waiting && <Skeleton className="h-60 w-full" />}
      {data && data.data.length === 0 && (
        <div className="rounded border border-line bg-surface">
          <EmptyState text={t(unread ? 'page.notices_empty_unread' : 'inbox.empty')} />
        </div>
      )}
      {data && data.data.length > 0 && (
        <ul
          aria-busy={isPlaceholderData}
          className={cx('divide-y divide-line overflow-hidden rounded border border-line bg-surface', stale && 'opacity-55')}
        >
          {data.data.map((notice) => (
            <NoticeItem key={notice.id} notice={notice} />
          ))}
        </ul>
      )}
      {data && data.total > data.data.length && (
        <PageNumbers of={data} pages={{ page, limit, onPage: (next) => show({ page: next }), onLimit: (size) => show({ limit: size }) }} />
      )}
      {(data || error) && <MailSwitch />}
    </div>
  );
}

/** Whether one gets the daily mail about unread notices; the value false turns it off. */
function MailSwitch() {
  const { t } = useText();
  const [wanted, save, isSaving] = usePreference<boolean>('notices.mail');
  return (
    <section className="flex items-start gap-3 border-t border-line pt-4">
      <Switch
        checked={wanted !== false}
        pending={isSaving}
        disabled={wanted === undefined}
        label={t('page.notices_mail')}
        onChange={save}
      />
      <div>
        <p className="font-medium">{t('page.notices_mail')}</p>
        <p className="text-table text-muted">{t('page.notices_mail_help')}</p>
      </div>
    </section>
  );
}
