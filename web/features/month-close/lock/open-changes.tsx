import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MonthChange } from '#contracts/calls/answers/month-lock.ts';
import type { YearMonth } from '#contracts/months.ts';
import { type Page, read } from '../../../api/client.ts';
import { MONTH_LOCKS_KEY } from '../../../api/month-locks.ts';
import { formatDateTime, formatNumber, useText } from '../../../i18n/index.ts';
import { TextButton, TextLink } from '../../../ui/button.tsx';
import { recordName, recordPath } from '../../history/recorded.ts';

/** Lists the writes to a month's records after an unlock, until it was locked again. */
export function OpenChanges({ month, event }: { month: YearMonth; event: number }) {
  const { t } = useText();
  const [open, setOpen] = useState(false);
  const { data } = useQuery({
    queryKey: [...MONTH_LOCKS_KEY, 'changes', event],
    enabled: open,
    ...read<Page<MonthChange>>('lock_history/changes', { ...month, event_id: event, limit: 100 }),
  });
  return (
    <div className="mt-1">
      <TextButton aria-expanded={open} onClick={() => setOpen(!open)}>
        {t('total.open_changes')}
      </TextButton>
      {open && data && (
        <ul className="mt-1 flex flex-col gap-0.5 border-l-2 border-line pl-3 text-legend">
          {data.data.length === 0 && <li className="text-muted">{t('total.no_changes')}</li>}
          {data.data.map((change) => (
            <li key={change.id}>
              {formatDateTime(change.at)} · {change.user_name ?? t('route.system')} · {t(`page.source_${change.source}`)} ·{' '}
              {t(`page.action_${change.action}`)} <RecordLink change={change} />
            </li>
          ))}
          {data.total > data.data.length && (
            <li className="text-muted">{t('total.more_changes', { n: formatNumber(data.total - data.data.length) })}</li>
          )}
        </ul>
      )}
    </div>
  );
}

function RecordLink({ change }: { change: MonthChange }) {
  const name = recordName(change, useText().lang);
  const path = recordPath(change);
  return path ? <TextLink to={path}>{name}</TextLink> : name;
}
