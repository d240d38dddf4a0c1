import { formatDate } from '../../i18n/index.ts';
import type { ListState } from '../list/list-state.ts';

/** The parameters of a list's period. */
export const [FIRST_DAY, LAST_DAY] = ['exc_start_time', 'exc_end_time'] as const;

/** A chip that says the value of another filter too, and takes it away with its own. */
export interface Joined {
  also?: readonly string[];
  words?: string;
}

/** The first and the last day as one chip, where both have one. */
export function joinPeriod<L extends { name: string }>(chips: readonly L[], filters: ListState['filters']): readonly (L & Joined)[] {
  if (![FIRST_DAY, LAST_DAY].every((day) => chips.some(({ name }) => name === day))) return chips;
  const words = `${formatDate(filters[FIRST_DAY])} – ${formatDate(filters[LAST_DAY])}`;
  return chips
    .filter(({ name }) => name !== LAST_DAY)
    .map((label) => (label.name === FIRST_DAY ? { ...label, also: [LAST_DAY], words } : label));
}
