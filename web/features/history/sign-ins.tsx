import { useCallback } from 'react';
import type { SignInRow } from '#contracts/calls/answers/history.ts';
import { SIGN_IN_KINDS } from '#contracts/calls/auth.ts';
import { SIGN_IN_COLUMNS, SIGN_IN_PARAMS } from '#contracts/calls/history.ts';
import type { Lang } from '#contracts/text.ts';
import type { Row } from '../../api/client.ts';
import { DateFilter, RefFilter, SelectFilter } from '../../crud/filters/filters.tsx';
import { useText } from '../../i18n/index.ts';
import { Badge, type BadgeTone } from '../../ui/feedback/feedback.tsx';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { describeDevice } from '../users/profile/device.ts';
import { LogList } from './log-list.tsx';

const { user_id, kind, from, to } = SIGN_IN_PARAMS;
const TONES: Partial<Record<SignInRow['kind'], BadgeTone>> = {
  success: 'success',
  logout: 'neutral',
  password_change: 'info',
  password_reset: 'info',
};

/** Lists sign-ins, refusals with their reason, and ended sessions. */
export function SignInsPage() {
  const { t, lang } = useText();
  const narrow = useNarrow();
  const worded = useCallback(
    (row: SignInRow & Row): Row => ({
      ...row,
      username: row.username ?? t('history.nobody'),
      user_agent: describeDevice(row.user_agent) ?? row.user_agent,
      whole_user_agent: row.user_agent,
    }),
    [t],
  );
  const kinds = Object.entries(SIGN_IN_KINDS).map(([value, label]) => ({ value, label: label[lang] }));
  return (
    <LogList<SignInRow & Row>
      call="sign-ins"
      columns={SIGN_IN_COLUMNS}
      labels={[
        { name: 'user_id', label: user_id.label, entity: 'users' },
        { name: 'kind', label: kind.label, valueLabels: SIGN_IN_KINDS },
        { name: 'from', label: from.label, date: true },
        { name: 'to', label: to.label, date: true },
      ]}
      filters={
        <>
          <RefFilter name="user_id" label={user_id.label} entity="users" />
          <SelectFilter name="kind" label={kind.label} options={kinds} className="sm:w-72" />
          <DateFilter name="from" label={from.label} />
          <DateFilter name="to" label={to.label} />
        </>
      }
      rowOf={worded}
      // A folded row of a phone shows words, and what happened is the first of them.
      cells={narrow ? undefined : drawnCells(lang)}
      empty={t('history.nothing')}
    />
  );
}

const drawnCells = (of: Lang) => ({
  kind: (row: Row) => {
    const { kind } = row as SignInRow;
    return <Badge tone={TONES[kind] ?? 'warning'}>{SIGN_IN_KINDS[kind]?.[of] ?? kind}</Badge>;
  },
  user_agent: (row: Row) => <span title={String(row.whole_user_agent ?? '')}>{String(row.user_agent ?? '')}</span>,
});
