import { Skeleton } from '../../ui/feedback/skeleton.tsx';

/** As high as the four charts that come, so that the table below them does not move. */
export function ChartShape() {
  return <Skeleton className="h-154 w-full" />;
}

/** Skeleton of a board while its code and rows load: the line of buttons, then the charts. */
export function BoardShape() {
  return (
    <div className="mt-12 rounded border border-line bg-surface p-3">
      <ChartShape />
    </div>
  );
}
