import type { MonthSealMark, SealMark } from '#contracts/calls/answers/month-seals.ts';
import type { YearMonth } from '#contracts/months.ts';
import { useSession } from '../../api/session.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { TextLink } from '../../ui/link.tsx';

/** Names the version of a locked month that is shown, its time and the first characters of its hash; staff get to its seals. */
export function SealNote({ sealed, month: { year, month } }: { sealed: SealMark | null | undefined | MonthSealMark[]; month: YearMonth }) {
  const { t } = useText();
  const { may } = useSession();
  if (!sealed || Array.isArray(sealed)) return null;
  const note = t('calculate.sealed_as', { n: sealed.version, time: formatDateTime(sealed.sealed_at) });
  return (
    <span className="text-legend text-muted" title={sealed.sha256}>
      {may(ACTIONS.lock_month) ? <TextLink to={`/calculate?year=${year}&month=${month}&tab=seals`}>{note}</TextLink> : note} ·{' '}
      <code>{sealed.sha256.slice(0, 8)}</code>
    </span>
  );
}
