/** The text without the repeated letter at its end, in one pass from there. */
export function trimEnd(text: string, letter: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === letter) end--;
  return text.slice(0, end);
}
