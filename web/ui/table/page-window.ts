/** The page numbers to offer: at most `size` neighbouring ones with the current one in the middle where possible. */
export function pageWindow(current: number, last: number, size = 5): number[] {
  const count = Math.min(size, last);
  const first = Math.max(1, Math.min(current - Math.floor(size / 2), last - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}

/** How many numbers a pager offers: on a phone as many as a finger can tell apart. */
export const countPageNumbers = (narrow: boolean): number => (narrow ? 3 : 5);

export const PAGE_SIZES = [5, 10, 25, 50, 100] as const;
