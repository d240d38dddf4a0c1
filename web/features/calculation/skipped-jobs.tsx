import type { CalculationRun } from '#contracts/calls/answers/calculation.ts';
import { monthKey, monthRange } from '#contracts/months.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { TextLink } from '../../ui/link.tsx';

/** The jobs of the month that a calculation passed over, each reason with a link to its jobs; nothing where there are none. */
export function SkippedJobs({ run }: { run: CalculationRun }) {
  const { t } = useText();
  const period = monthRange(`${monthKey(run.year, run.month)}-01`);
  const link = (words: string, filters: Record<string, string>) => (
    <TextLink alone to={`/directs?${new URLSearchParams({ ...period, ...filters })}`}>
      {words}
    </TextLink>
  );
  const { skipped_checked: checked, skipped_without_points: without, skipped_adjusted: adjusted } = run;
  return (
    checked + adjusted > 0 && (
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-table">
        <span className="text-muted">{t('calculate.skipped', { n: formatNumber(checked + adjusted) })}</span>
        {checked > 0 && link(t('calculate.skipped_checked', { n: formatNumber(checked) }), { is_checked: '1' })}
        {without > 0 &&
          link(t('calculate.skipped_without_points', { n: formatNumber(without) }), { is_checked: '1', result_design_point__empty: '1' })}
        {adjusted > 0 && link(t('calculate.skipped_adjusted', { n: formatNumber(adjusted) }), { is_updated: '1', is_checked: '0' })}
      </p>
    )
  );
}
