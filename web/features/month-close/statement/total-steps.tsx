import type { Statement } from '#contracts/calls/answers/statements.ts';
import { formatExactPoint, formatFactor } from '../../../i18n/format.ts';
import { type MessageKey, useText } from '../../../i18n/index.ts';
import { replaceVariables } from './replace-variables.ts';

type Totals = Statement['totals'];

const NAMES: Readonly<Record<string, MessageKey>> = {
  direct_point: 'points.direct',
  indirect_point_yes: 'points.indirect_yes',
  indirect_point_no: 'points.indirect_no',
  mistake_point_n: 'points.mistake_n',
  mistake_point_t: 'points.mistake_t',
  pro_index: 'points.pro',
  total_point_1: 'points.total_1',
};

/**
 * The two steps from the figures to the total, each in words and with this month's figures, by the expressions in force. The figures have all their
 * places, and all points as many: of rounded ones 46.43 − 0.68 = 45.76.
 */
export function TotalSteps({ statement }: { statement: Statement }) {
  const { t } = useText();
  const { totals, expressions } = statement;
  const beside = pointsOfWorking(statement);
  const step = { totals, beside };
  return (
    <div>
      <h3 className="mb-1.5 text-table font-medium text-muted">{t('points.how_total')}</h3>
      <ol className="flex flex-col gap-2 text-table">
        <Step label={t('points.total_1')} expression={expressions.total_point_1} value={totals.total_point_1} {...step} />
        <Step label={t('points.total_2')} expression={expressions.total_point_2} value={totals.total_point_2} {...step} />
      </ol>
    </div>
  );
}

/** The points that a statement's total is worked out with, step by step. */
export const pointsOfWorking = ({ totals, lines }: Statement): unknown[] => [
  ...Object.keys(NAMES).flatMap((name) => (name === 'pro_index' ? [] : [totals[name as keyof Totals]])),
  ...[totals.total_point_2, lines.design.sum, lines.check.sum],
];

interface StepProps {
  label: string;
  expression: string;
  value: number | null;
  totals: Totals;
  beside: readonly unknown[];
}

function Step({ label, expression, value, totals, beside }: StepProps) {
  const { t } = useText();
  const labelOf = (name: string) => (NAMES[name] ? t(NAMES[name]) : undefined);
  const formatVariable = (name: string) => {
    if (!NAMES[name]) return undefined;
    const value = totals[name as keyof Totals];
    return name === 'pro_index' ? formatFactor(value) : formatExactPoint(value, beside);
  };
  return (
    <li className="border-l-2 border-line pl-3">
      <span className="font-medium">{label}</span> = {replaceVariables(expression, labelOf)}
      <span className="block text-muted tabular-nums">
        = {replaceVariables(expression, formatVariable)} ={' '}
        <strong className="font-semibold text-text">{formatExactPoint(value, beside) || t('points.no_value')}</strong>
      </span>
    </li>
  );
}
