import type { CalculationRun } from '#contracts/calls/answers/calculation.ts';
import { monthKey, monthRange } from '#contracts/months.ts';
import { useSession } from '../../api/session.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { TextLink } from '../../ui/link.tsx';

/**
 * What became of the jobs of the month: computed, changed, without a result (listed below) and passed over, each with a link to its jobs. What is
 * not there has no words.
 */
export function RunCounts({ run }: { run: CalculationRun }) {
  const { t } = useText();
  const { may } = useSession();
  const period = monthRange(`${monthKey(run.year, run.month)}-01`);
  const toJobs = (words: string, filters: Record<string, string>) =>
    toPage(words, `/directs?${new URLSearchParams({ ...period, ...filters })}`);
  const writes = { entity: 'directs', source: 'calculation', from: dayOf(run.started_at), to: dayOf(run.finished_at) };
  const changed = t('calculate.changed', { n: formatNumber(run.changed) });
  const { skipped_checked: checked, skipped_without_points: without, skipped_adjusted: adjusted } = run;
  const isWritten = run.status === 'done' && run.changed > 0 && may(ACTIONS.read_history);
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-table tabular-nums">
        {toJobs(t('calculate.computed', { n: formatNumber(run.total) }), {
          is_checked: '0',
          ...(!run.include_adjusted && { is_updated: '0' }),
        })}
        {isWritten ? toPage(changed, `/history?${new URLSearchParams(writes)}`) : <span>{changed}</span>}
        <span>{t('calculate.failed', { n: formatNumber(run.failed) })}</span>
        {run.kept_points > 0 && <span>{t('calculate.kept', { n: formatNumber(run.kept_points) })}</span>}
        {run.edited_meanwhile > 0 && <span>{t('calculate.edited_meanwhile', { n: formatNumber(run.edited_meanwhile) })}</span>}
      </p>
      {checked + adjusted > 0 && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-table">
          <span className="text-muted">{t('calculate.skipped', { n: formatNumber(checked + adjusted) })}</span>
          {checked > 0 && toJobs(t('calculate.skipped_checked', { n: formatNumber(checked) }), { is_checked: '1' })}
          {without > 0 &&
            toJobs(t('calculate.skipped_without_points', { n: formatNumber(without) }), {
              is_checked: '1',
              result_design_point__empty: '1',
            })}
          {adjusted > 0 && toJobs(t('calculate.skipped_adjusted', { n: formatNumber(adjusted) }), { is_updated: '1', is_checked: '0' })}
        </p>
      )}
    </>
  );
}

const toPage = (words: string, to: string) => (
  <TextLink alone to={to}>
    {words}
  </TextLink>
);

const dayOf = (time: string | null) => time?.slice(0, 10) ?? '';
