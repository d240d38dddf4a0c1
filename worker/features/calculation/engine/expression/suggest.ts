import { foldText } from '../../../../platform/text/fold-case.ts';

/** Of the names, the one that a wrong one is most likely meant to be: at most a third of its letters are missing, added, changed or swapped. */
export function suggestName(wrong: string, names: Iterable<string>): string | undefined {
  const typed = foldText(wrong);
  const limit = Math.max(1, Math.floor(typed.length / 3));
  let best: { name: string; distance: number } | undefined;
  for (const name of names) {
    const folded = foldText(name);
    if (Math.abs(folded.length - typed.length) > limit) continue;
    const distance = editDistance(typed, folded);
    if (distance <= limit && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { name, distance };
  }
  return best?.name;
}

/** Letters to add, remove, change or swap with their neighbour (optimal string alignment). */
function editDistance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const line = [row];
    for (let column = 1; column <= other.length; column++) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1;
      let least = Math.min(last[column]! + 1, line[column - 1]! + 1, last[column - 1]! + cost);
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        least = Math.min(least, beforeLast[column - 2]! + 1);
      line.push(least);
    }
    beforeLast = last;
    last = line;
  }
  return last[other.length]!;
}
