import { foldLookalikes } from './fold-lookalikes.ts';

/** One form for names, codes and texts of formulas that people mean to be the same: case, look-alikes of a sign and outer spaces are ignored. */
export function foldText(text: string): string {
  const known = folded.get(text);
  if (known !== undefined) return known;
  const result = foldLookalikes(text).normalize('NFKC').toLowerCase().trim();
  if (folded.size >= REMEMBERED) folded.clear();
  if (text.length <= 64) folded.set(text, result);
  return result;
}

// A month's directs repeat the same few words; folding each again is a large part of a calculation.
const REMEMBERED = 5000;
const folded = new Map<string, string>();
