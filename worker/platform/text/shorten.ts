/** A text of at most `max` characters, the last one an ellipsis where it was cut. Counts whole characters, not UTF-16 units. */
export function shorten(text: string, max: number): string {
  const characters = [...text.trim()];
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : characters.join('');
}
