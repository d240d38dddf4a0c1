import type { Statement, StatementFigures } from '#contracts/calls/answers/statements.ts';
import { formatFactor, formatNumber, formatPoint } from '../../../i18n/format.ts';
import { type MessageKey, useText } from '../../../i18n/index.ts';
import { cx } from '../../../ui/cx.ts';

const FIGURES: readonly (readonly [keyof Omit<StatementFigures, 'lines'>, MessageKey])[] = [
  ['total_point_2', 'points.total_2'],
  ['total_point_1', 'points.total_1'],
  ['direct_point', 'points.direct'],
  ['indirect_point_yes', 'points.indirect_yes'],
  ['indirect_point_no', 'points.indirect_no'],
  ['mistake_point_n', 'points.mistake_n'],
  ['mistake_point_t', 'points.mistake_t'],
  ['pro_index', 'points.pro'],
];

/** The confirmed figures beside the present ones; those that differ are marked. */
export function ConfirmedFigures({ before, statement: { totals } }: { before: StatementFigures; statement: Statement }) {
  const { t } = useText();
  const differing = FIGURES.filter(([key]) => before[key] !== totals[key]);
  const format = (key: string, value: number | null) => (key === 'pro_index' ? formatFactor(value) : formatPoint(value)) || '–';
  if (differing.length === 0) return <p className="mt-2 text-muted">{t('points.changed_lines_only')}</p>;
  return (
    <table aria-label={t('points.was_confirmed')} className="mt-3 w-full max-w-160 text-table tabular-nums">
      <thead>
        <tr className="border-b border-line text-muted">
          <th scope="col" className="py-1.5 text-left font-medium">
            {t('points.figure')}
          </th>
          <th scope="col" className="px-2 py-1.5 text-right font-medium">
            {t('points.was_confirmed')}
          </th>
          <th scope="col" className="py-1.5 text-right font-medium">
            {t('points.is_now')}
          </th>
        </tr>
      </thead>
      <tbody>
        {differing.map(([key, label]) => (
          <tr key={key} className={cx('border-b border-line last:border-b-0', key === 'total_point_2' && 'font-semibold')}>
            <th scope="row" className="py-1.5 text-left font-[inherit]">
              {t(label)}
            </th>
            <td className="px-2 py-1.5 text-right text-muted" title={formatNumber(before[key])}>
              <del className="no-underline">{format(key, before[key])}</del>
            </td>
            <td className="py-1.5 text-right" title={formatNumber(totals[key])}>
              <ins className="no-underline">{format(key, totals[key])}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
