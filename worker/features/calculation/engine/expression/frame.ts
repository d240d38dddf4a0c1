/** Values of the variables by their place in the list of variables: numbers (NaN is empty) and texts as they are ('' is empty). */
export interface Frame {
  readonly numbers: Float64Array;
  readonly texts: string[];
}

/** A frame of `numbers` empty numbers and `texts` empty texts. */
export function emptyFrame(numbers: number, texts: number): Frame {
  return { numbers: new Float64Array(numbers).fill(Number.NaN), texts: new Array<string>(texts).fill('') };
}

export type NumberOf = (frame: Frame) => number;
export type TextOf = (frame: Frame) => string;

/** Thrown while a formula runs: it has no value because a variable is empty, or because nothing finite comes out. */
export class Failure {
  /** The empty variable; null when the value is not finite. */
  readonly variable: string | null;
  constructor(variable: string | null) {
    this.variable = variable;
  }
}

const NOT_FINITE = new Failure(null);

/** The value itself, or a Failure thrown when it is infinite or no number. */
export function requireFinite(value: number): number {
  if (Number.isFinite(value)) return value;
  throw NOT_FINITE;
}
