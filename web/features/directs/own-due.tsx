import { useQuery } from '@tanstack/react-query';
import { DUE_PARTS, type DuePart } from '#contracts/calls/directs-due.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { TextLink } from '../../ui/link.tsx';
import { dueQuery } from './due-parts.ts';

const TOLD = ['late', 'today', 'week', 'returned'] as const satisfies DuePart[];

/** What a designer has in hand that is due, in a line that leads to the jobs; nothing where nothing is. */
export function OwnDue({ user }: { user: number }) {
  const { lang, t } = useText();
  const { data } = useQuery({ ...dueQuery({ user_id: user }), meta: { silent: true } });
  const counts = data ? TOLD.filter((part) => data[part].total > 0) : [];
  if (!data || counts.length === 0) return null;
  return (
    <TextLink to={`/directs/due?user_id=${user}`}>
      {t('route.due')}: {counts.map((part) => `${DUE_PARTS[part][lang].toLowerCase()} ${formatNumber(data[part].total)}`).join(' · ')}
    </TextLink>
  );
}
