import { formatNumber } from '../../i18n/format.ts';
import { TextLink } from '../link.tsx';
import { NO_VALUE } from '../no-value.tsx';

interface FigureProps {
  value: number | null | undefined;
  /** Places shown; the tooltip tells the others. */
  decimals?: number;
  /** Address of the rows that it is made of. */
  to?: string | undefined;
}

/** A number of a table half of whose numbers are zero: zero is a grey dash, and a figure leads to what it is made of. */
export function Figure({ value, decimals = 2, to }: FigureProps) {
  if (value === null || value === undefined) return null;
  if (value === 0) return NO_VALUE;
  const exact = formatNumber(value);
  const shown = formatNumber(value, decimals);
  // Where nearly every figure is a link, all of them in the accent would shout.
  const figure = (
    <span title={exact === shown ? undefined : exact} className={to && 'text-text hover:text-accent'}>
      {shown}
    </span>
  );
  return to ? <TextLink to={to}>{figure}</TextLink> : figure;
}
