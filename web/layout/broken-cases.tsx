import type { BrokenCase } from '#contracts/calls/answers/rule-cases.ts';
import { formatMonthKey } from '#contracts/months.ts';
import { formatNumber, useText } from '../i18n/index.ts';
import { ColumnHeads, Table } from '../ui/table/table.tsx';

/** Worked examples with the points that they must come to beside those that they would. */
export function BrokenCases({ cases }: { cases: readonly BrokenCase[] }) {
  const { t } = useText();
  const points = (given: BrokenCase['actual']) =>
    given ? `${formatNumber(given.result_design_point, 2, 3)} / ${formatNumber(given.result_check_point, 2, 3)}` : t('notice.case_none');
  return (
    <Table label={t('notice.broken_example')} className="max-h-80 rounded border border-line">
      <ColumnHeads heads={[t('notice.broken_example'), { right: t('notice.case_expected') }, { right: t('notice.case_actual') }]} />
      <tbody>
        {cases.map((each) => (
          <tr key={each.id}>
            <td data-wrap>
              {each.name} <span className="text-muted">{formatMonthKey(each.month)}</span>
              {!each.actual && each.reason && <p className="text-legend text-danger">{each.reason}</p>}
            </td>
            <td data-align="right">{points(each.expected)}</td>
            <td data-align="right" className="font-semibold">
              {points(each.actual)}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
