import type { ReactNode } from 'react';
import { formatFactor, formatNumber } from '../../i18n/index.ts';
import { TextLink } from '../button.tsx';
import { NO_VALUE } from '../feedback/feedback.tsx';

interface FigureProps {
  value: number | null | undefined;
  /** Places shown; the tooltip tells the others. */
  decimals?: number;
  /** Address of the rows that it is made of. */
  to?: string | undefined;
  /** What the tooltip says besides: why it leads nowhere. */
  note?: string | undefined;
}

/** A number of a table half of whose numbers are zero: zero is a grey dash, and a figure leads to what it is made of. */
export function Figure({ value, decimals = 2, to, note }: FigureProps) {
  if (value === null || value === undefined) return null;
  if (value === 0) return NO_VALUE;
  const exact = formatNumber(value);
  const shown = formatNumber(value, decimals);
  return (
    <LinkedFigure to={to}>
      <span title={[...(exact === shown ? [] : [exact]), ...(note ? [note] : [])].join('\n') || undefined}>{shown}</span>
    </LinkedFigure>
  );
}

/** A factor with all its places, which leads to what gave it; `note` as of a figure. */
export function Factor({ value, to, note }: { value: unknown } & Pick<FigureProps, 'to' | 'note'>) {
  return (
    <LinkedFigure to={to}>
      <span title={note}>{formatFactor(value)}</span>
    </LinkedFigure>
  );
}

/** A figure and the way to what it is made of. Where nearly every figure is a link, all of them in the accent would shout. */
export function LinkedFigure({ to, children }: { to: string | undefined; children: ReactNode }): ReactNode {
  if (!to) return children;
  return (
    <TextLink to={to}>
      <span className="text-text hover:text-accent">{children}</span>
    </TextLink>
  );
}
