import { Printer } from 'lucide-react';
import type { PasswordSheet } from '#contracts/calls/answers/users.ts';
import { formatDateTime, formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { PageHeader } from '../../layout/page-header.tsx';
import { Button } from '../../ui/button.tsx';
import { QrCode } from './qr-code.tsx';

/** The links that were just made, a strip for each person to cut off; they are told this once. */
export function PasswordSheetView({ sheet: { data, refused }, onClose }: { sheet: PasswordSheet; onClose: () => void }) {
  const { t } = useText();
  const mailed = data.filter((link) => link.mailed === 1).length;
  return (
    <div className="flex min-w-0 max-w-200 flex-col gap-4">
      <div className="-mb-4 print:hidden">
        <PageHeader title={t('route.password_links')} count={data.length} />
      </div>
      <div role="status" className="flex flex-col gap-1 print:hidden">
        <strong>{t('user.links_made', { n: formatNumber(data.length) })}</strong>
        <span className="text-table text-muted">{t('user.links_once')}</span>
        {mailed > 0 && <span className="text-table">{t('user.links_mailed', { n: formatNumber(mailed) })}</span>}
        {refused.length > 0 && (
          <span className="text-table text-danger">{t('user.links_refused', { n: formatNumber(refused.length) })}</span>
        )}
      </div>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button variant="primary" icon={Printer} onClick={() => window.print()}>
          {t('user.links_print')}
        </Button>
        <Button onClick={onClose}>{t('control.close')}</Button>
      </div>
      <ul className="flex flex-col divide-y divide-dashed divide-line rounded border border-line bg-surface print:border-0">
        {data.map(({ id, name, username, url, expires_at }) => (
          <li key={id} className="flex items-center gap-4 p-4 break-inside-avoid">
            <QrCode text={new URL(url, location.origin).href} label={t('user.link_qr')} className="size-28" />
            <div className="flex min-w-0 flex-col gap-1">
              <strong>{name}</strong>
              <span className="text-table">{t('user.links_username', { username })}</span>
              <code className="text-table break-all select-all">{new URL(url, location.origin).href}</code>
              <span className="text-table text-muted">{t('user.link_slip', { until: formatDateTime(expires_at) })}</span>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
