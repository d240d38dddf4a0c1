import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Mail, Printer } from 'lucide-react';
import { useState } from 'react';
import type { NewAccount, PasswordSheet } from '#contracts/calls/answers/users.ts';
import { MAX_PASSWORD_LINKS } from '#contracts/calls/users.ts';
import { api, readData } from '../../api/client.ts';
import { formatDateTime, formatNumber, useText } from '../../i18n/index.ts';
import { PageHeader } from '../../layout/page-header.tsx';
import { ReadError } from '../../layout/page-parts.tsx';
import { Button, TextLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/feedback.tsx';
import { Checkbox } from '../../ui/inputs/checkbox.tsx';
import { QrCode } from './qr-code.tsx';

const KEY = ['password_links'];

/** Accounts that have no password yet: a link for each, on one sheet to print or by mail. For Admins. */
export function PasswordLinksPage() {
  const { t } = useText();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({ queryKey: KEY, ...readData<NewAccount[]>('password_links') });
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const make = useMutation({
    mutationFn: (mail: boolean) => api.post<PasswordSheet>('password_links', { ids: chosen.map(({ id }) => id), mail }),
    onSettled: () => Promise.all([KEY, ['users'], ['first_steps']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
  const ready = (data ?? []).filter(({ has_role }) => has_role === 1);
  const chosen = ready.filter(({ id }) => !left.has(id)).slice(0, MAX_PASSWORD_LINKS);
  if (make.data) return <PasswordSheetView sheet={make.data} onClose={make.reset} />;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="-mb-4">
        <PageHeader title={t('route.password_links')} count={data?.length} />
      </div>
      <p className="max-w-200 text-table text-muted">{t('user.links_hint')}</p>
      {error && !data && <ReadError error={error} onRetry={refetch} />}
      {data && data.length === 0 && (
        <div className="rounded border border-line bg-surface">
          <EmptyState text={t('user.no_new_accounts')} />
        </div>
      )}
      {data && data.length > 0 && (
        <>
          <div className="flex flex-wrap gap-2">
            <Button
              variant="primary"
              icon={Printer}
              disabled={chosen.length === 0}
              loading={make.isPending && !make.variables}
              onClick={() => make.mutate(false)}
            >
              {t('user.links_sheet', { n: formatNumber(chosen.length) })}
            </Button>
            <Button icon={Mail} disabled={chosen.length === 0} loading={make.isPending && make.variables} onClick={() => make.mutate(true)}>
              {t('user.links_mail', { n: formatNumber(chosen.length) })}
            </Button>
          </div>
          <ul className="divide-y divide-line rounded border border-line bg-surface">
            <li className="bg-sunken px-4 py-2">
              <Checkbox
                checked={chosen.length > 0}
                partial={chosen.length > 0 && chosen.length < ready.length}
                onChange={(on) => setLeft(new Set(on ? [] : ready.map(({ id }) => id)))}
              >
                {t('user.links_all')}
              </Checkbox>
            </li>
            {data.map((account) => (
              <li key={account.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
                <Checkbox
                  className="mr-auto"
                  checked={chosen.includes(account)}
                  disabled={account.has_role === 0}
                  onChange={(on) => setLeft((before) => toggle(before, account.id, !on))}
                >
                  <span className="flex flex-wrap gap-x-2">
                    <span className="font-medium">{account.name}</span>
                    <span className="text-muted">{[account.username, account.department, account.email].filter(Boolean).join(' · ')}</span>
                  </span>
                </Checkbox>
                {account.has_role === 0 && <TextLink to={`/users/${account.id}/view`}>{t('user.link_no_role')}</TextLink>}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function toggle(ids: ReadonlySet<number>, id: number, on: boolean): ReadonlySet<number> {
  const next = new Set(ids);
  if (on) next.add(id);
  else next.delete(id);
  return next;
}

/** The links that were just made, a strip for each person to cut off; they are told this once. */
function PasswordSheetView({ sheet: { data, refused }, onClose }: { sheet: PasswordSheet; onClose: () => void }) {
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
