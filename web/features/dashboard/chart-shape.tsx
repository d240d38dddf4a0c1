import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/feedback/feedback.tsx';

/** Room for the people of a company, or for its few departments. */
export type ChartsSize = 'many' | 'few';

/**
 * Minimum height of the charts with their frame, so that the table below them does not move when they are drawn: where they stand beside each other. Below
 * each other, each is as high as its bars.
 */
export const CHARTS_HEIGHT: Record<ChartsSize, string> = { many: 'lg:min-h-104', few: 'lg:min-h-68' };

/** As high as the bars of most companies, while it is not known how many there are. */
const EXPECTED_HEIGHT: Record<ChartsSize, string> = { many: 'h-104', few: 'h-50 lg:h-68' };

/** Placeholder of the charts: bars on the left, the year on the right. */
export function ChartShape({ size }: { size: ChartsSize }) {
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Skeleton className={cx('w-full', EXPECTED_HEIGHT[size])} />
      <Skeleton className={cx('w-full max-lg:h-76', size === 'many' ? 'lg:h-104' : 'lg:h-68')} />
    </div>
  );
}

/** Placeholder of a board while its code and rows load: its figures, its buttons, its charts. */
export function BoardShape({ size }: { size: ChartsSize }) {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-53 w-full lg:h-23.5" />
      <Skeleton className="h-8 w-80 max-w-full" />
      <ChartShape size={size} />
    </div>
  );
}
