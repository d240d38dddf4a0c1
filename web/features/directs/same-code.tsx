import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { SEARCH } from '#contracts/field-filters.ts';
import { exactNameKey } from '#text/match-name.ts';
import { listQuery } from '../../api/queries.ts';
import { cellValue, type Row } from '../../crud/list/cell.tsx';
import { formatDate } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { useSettled } from '../../ui/hooks/use-settled.ts';

const TYPING_PAUSE_MS = 300;
/** A shorter text is hardly a whole code. */
const MIN_LENGTH = 3;
const MAX_READ = 20;

/** Names a job that has the code of a new one already, so that none is entered twice; a house may have several works under one code. */
export function SameCodeNote() {
  const { t } = useText();
  const typed = String(useWatch({ name: 'name' }) ?? '').trim();
  const settled = useSettled(typed, TYPING_PAUSE_MS);
  const isAsked = settled === typed && typed.length >= MIN_LENGTH;
  const { data } = useQuery({
    ...listQuery<Row>('directs', { [SEARCH]: settled, limit: MAX_READ }),
    enabled: isAsked,
    meta: { silent: true },
  });
  const same = isAsked ? (data?.data.filter(({ name }) => exactNameKey(String(name)) === exactNameKey(typed)) ?? []) : [];
  const [first] = same;
  if (!first) return null;
  const job = [first.bukkenmei, cellValue(first, 'work_categories.work_name'), formatDate(first.henkyaku_hi as string | null)];
  const text = t('direct.same_code', { job: job.filter(Boolean).join(' · '), n: same.length });
  return (
    <p role="status" title={text} className="absolute inset-x-0 top-full truncate pt-0.5 text-legend text-warning">
      {text}
    </p>
  );
}
