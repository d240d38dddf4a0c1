/** Results that are kept for each use: a column of a file mostly repeats a few short values, and what never comes again is not worth its memory. */
const MAX_REMEMBERED = 1000;
const MAX_TEXT_LENGTH = 100;

/**
 * The same function, which computes the result of a value once; the first thousand values are remembered, unless less than half as many came again
 * meanwhile: a column of codes is computed without a memory from there on. It must be pure, and its results stay as they are.
 */
export function rememberResults<Value, Result>(compute: (value: Value) => Result): (value: Value) => Result {
  const results = new Map<Value, Result>();
  let [repeats, isUseless] = [0, false];
  return (value) => {
    if (isUseless) return compute(value);
    const known = results.get(value);
    if (known !== undefined) {
      repeats += 1;
      return known;
    }
    const isShort = typeof value !== 'string' || value.length <= MAX_TEXT_LENGTH;
    if (!isShort || results.size >= MAX_REMEMBERED) return compute(value);
    const kept = typeof value === 'string' ? (copyText(value) as typeof value) : value;
    const result = compute(kept);
    results.set(kept, result);
    if (results.size === MAX_REMEMBERED && repeats < MAX_REMEMBERED / 2) {
      results.clear();
      isUseless = true;
    }
    return result;
  };
}

/** A text of its own: a part of a long text, as a cell is of its sheet, keeps all of that one in memory. */
function copyText(text: string): string {
  return ` ${text}`.slice(1);
}
