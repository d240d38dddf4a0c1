import { type FormulaScope, VARIABLES, type Variable, variablesIn } from '../../../../contracts/calls/formula-language.ts';
import { foldText } from '../../../../platform/text/fold-case.ts';
import { emptyFrame, type Frame } from './frame.ts';

/** Where a variable's value lies in the frame: an index into its numbers or its texts. */
export interface Slot {
  readonly variable: Variable;
  readonly index: number;
}

/** The names a formula may use, folded. */
export type Scope = ReadonlyMap<string, Slot>;

const COUNTS = { number: 0, text: 0 };

/** One slot per variable, the same in every scope. */
export const SLOTS: readonly Slot[] = VARIABLES.map((variable) => ({ variable, index: COUNTS[variable.kind]++ }));

export const NUMBER_SLOTS = COUNTS.number;

/** A frame with a place for every variable. */
export function createFrame(): Frame {
  return emptyFrame(COUNTS.number, COUNTS.text);
}

/** The scope of a formula by its place: column names and, where they differ, Japanese labels. */
export function scopeOf(place: FormulaScope): Scope {
  const known = scopes.get(place);
  if (known) return known;
  const scope = namesOf(variablesIn(place));
  scopes.set(place, scope);
  return scope;
}

export function namesOf(variables: readonly Variable[]): Scope {
  const slots = SLOTS.filter(({ variable }) => variables.includes(variable));
  const labelled = slots.filter(({ variable }) => variable.label.ja);
  return new Map([
    ...labelled.map((slot): [string, Slot] => [foldText(slot.variable.label.ja!), slot]),
    ...slots.map((slot): [string, Slot] => [foldText(slot.variable.name), slot]),
  ]);
}

/** Index of a number in the frame, by the variable's name. */
export function numberSlot(name: string): number {
  return SLOTS.find(({ variable }) => variable.name === name && variable.kind === 'number')!.index;
}

const scopes = new Map<FormulaScope, Scope>();
