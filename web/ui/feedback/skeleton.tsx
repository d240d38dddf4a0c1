import { cx } from '../cx.ts';

/** The shape of what comes; give it its width and height by class. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('block animate-pulse rounded-sm bg-hover', className)} />;
}
