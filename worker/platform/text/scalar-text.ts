/** The text of a body's value; none of an object, which can make String() throw: `{"toString": []}`. */
export function scalarText(value: unknown): string {
  return typeof value === 'object' ? '' : String(value);
}
