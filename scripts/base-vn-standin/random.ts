export interface Random {
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  pick<T>(items: readonly T[]): T;
  chance(probability: number): boolean;
  shuffled<T>(items: readonly T[]): T[];
}

/** The same seed gives the same numbers on every machine (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    between,
    pick: (items) => items[between(0, items.length - 1)]!,
    chance: (probability) => next() < probability,
    shuffled: (items) => {
      const result = [...items];
      for (let last = result.length - 1; last > 0; last--) {
        const other = between(0, last);
        [result[last], result[other]] = [result[other]!, result[last]!];
      }
      return result;
    },
  };
}
