import { formatNumber, formatPoint, useText } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';

export interface Points {
  result_design_point: number | null;
  result_check_point: number | null;
}

interface PointFiguresProps {
  points: Points;
  /** Other points of the same job, small below them, with the words that say which. */
  beside?: { words: string; points: Points } | null;
  /** Said above them: these are not the points that are saved. */
  unsaved?: string;
  /** They are of values that are not in the form any more. */
  isStale?: boolean;
}

/** The design and check points of a job, large. */
export function PointFigures({ points, beside, unsaved, isStale = false }: PointFiguresProps) {
  const { t } = useText();
  const figure = (key: keyof Points, label: string) => (
    <span className="flex min-w-0 flex-col">
      <span className="text-muted">{label}</span>
      <span className="text-section font-semibold tabular-nums" title={formatNumber(points[key])}>
        {formatPoint(points[key]) || '–'}
      </span>
      {beside && (
        <span className="text-legend text-muted tabular-nums">
          {beside.words} {formatPoint(beside.points[key]) || '–'}
        </span>
      )}
    </span>
  );
  return (
    <div
      aria-busy={isStale}
      className={cx(
        'flex flex-col gap-1 rounded border px-3 py-2 text-table',
        unsaved ? 'border-dashed border-line-strong bg-warning-soft' : 'border-line bg-success-soft',
        isStale && '*:opacity-60',
      )}
    >
      {unsaved && <p className="text-legend font-medium text-warning">{unsaved}</p>}
      <p className="grid grid-cols-2 gap-3">
        {figure('result_design_point', t('direct.result_design'))}
        {figure('result_check_point', t('direct.result_check'))}
      </p>
    </div>
  );
}
