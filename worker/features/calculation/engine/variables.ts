import { readDecimal } from '../../../platform/text/read-number.ts';
import type { Frame } from './expression/frame.ts';
import { numberSlot, SLOTS, type Slot } from './expression/scope.ts';
import type { DirectRow, StandardRow } from './rows.ts';

/** Two columns for one thing: where one is empty, the other is read. */
const ALIASES = [
  ['complex_factor', 'nani_keisuu'],
  ['complex_point', 'naniten'],
] as const;

/** Of these slots, the direct's own, each once, with the aliases of each. */
export function directSlots(used: readonly Slot[]): Slot[] {
  const names = new Set(used.map(({ variable }) => variable.name));
  for (const pair of ALIASES) if (pair.some((name) => names.has(name))) for (const name of pair) names.add(name);
  return SLOTS.filter(({ variable }) => variable.origin === 'direct' && names.has(variable.name));
}

/** Puts a direct's columns into the frame. */
export function readDirect(direct: DirectRow, slots: readonly Slot[], { numbers, texts }: Frame): void {
  for (const { index, variable } of slots) {
    const cell = direct[variable.name];
    if (variable.kind === 'number') numbers[index] = readDecimal(cell) ?? Number.NaN;
    else texts[index] = typeof cell === 'string' ? cell : cell === null || cell === undefined ? '' : String(cell);
  }
  for (const { one, other } of ALIAS_SLOTS) {
    if (Number.isNaN(numbers[one])) numbers[one] = numbers[other]!;
    else if (Number.isNaN(numbers[other])) numbers[other] = numbers[one]!;
  }
}

/** A standard's numbers, in the order of their slots. */
export function standardNumbers(row: StandardRow): number[] {
  return STANDARD_SLOTS.map(({ variable }) => readDecimal(row[variable.name as keyof StandardRow]) ?? Number.NaN);
}

/** Puts a standard's numbers into the frame. */
export function readStandard(values: readonly number[], { numbers }: Frame): void {
  for (let at = 0; at < STANDARD_SLOTS.length; at++) numbers[STANDARD_SLOTS[at]!.index] = values[at]!;
}

const STANDARD_SLOTS = SLOTS.filter(({ variable }) => variable.origin === 'standard');
const ALIAS_SLOTS = ALIASES.map(([one, other]) => ({ one: numberSlot(one), other: numberSlot(other) }));
