import type { FormulaProblem } from '../../../../contracts/calls/formula-problems.ts';
import { foldText } from '../../../../platform/text/fold-case.ts';
import { compareValues } from './compare.ts';
import { emptyFrame, Failure, type Frame, type NumberOf, type TextOf } from './frame.ts';
import { FUNCTIONS } from './functions.ts';
import type { Node } from './node.ts';
import { ARITHMETIC, allHold, anyHolds, choose, comparisonOperation, invert, negate } from './operations.ts';
import type { Scope, Slot } from './scope.ts';
import { suggestName } from './suggest.ts';

/** A variable as it stands in the source, from `start` up to `end`. */
export interface Reference {
  readonly slot: Slot;
  readonly start: number;
  readonly end: number;
}

/** A number or a text to be read from a frame. `constant`: it needs no variable; `value` is then its number, if it has one. */
export type Operand = { constant: boolean } & ({ kind: 'number'; run: NumberOf; value?: number } | { kind: 'text'; run: TextOf });

export interface Compilation {
  readonly scope: Scope;
  readonly references: Reference[];
  readonly problems: FormulaProblem[];
}

/** Turns a tree into closures, noting names used and every problem found. Where there are problems, the closure is of no use. */
export function compileNode(node: Node, into: Compilation): Operand {
  switch (node.kind) {
    case 'number':
      return constantOperand(node.value);
    case 'text':
      return { kind: 'text', constant: true, run: () => node.value };
    case 'name':
      return compileName(node, into);
    case 'call':
      return compileCall(node, into);
    case 'minus':
      return derivedOperand(negate, compileNumber(node.argument, into));
    case 'plus':
      return compileNumber(node.argument, into);
    case 'not':
      return derivedOperand(invert, compileNumber(node.argument, into));
    case 'arithmetic':
      return compileBinary(ARITHMETIC[node.operator], compileNumber(node.left, into), compileNumber(node.right, into));
    case 'comparison':
      return compileComparison(node, into);
    case 'and':
      return derivedOperand(allHold, compileNumber(node.left, into), compileNumber(node.right, into));
    case 'or':
      return derivedOperand(anyHolds, compileNumber(node.left, into), compileNumber(node.right, into));
    case 'choice':
      return derivedOperand(choose, compileNumber(node.test, into), compileNumber(node.yes, into), compileNumber(node.no, into));
  }
}

/** Compiles a tree that must give a number; a text is reported as a problem. */
export function compileNumber(node: Node, into: Compilation): NumberOperand {
  const operand = compileNode(node, into);
  if (operand.kind === 'number') return operand;
  into.problems.push({ code: 'text_not_number', position: node.position, name: wordOf(node) });
  return constantOperand(0);
}

/** Reads a variable from a frame; a number that is empty is a Failure naming it. */
export function readSlot({ index, variable }: Slot): NumberOf | TextOf {
  if (variable.kind === 'text') return (frame: Frame) => frame.texts[index]!;
  const empty = new Failure(variable.name);
  return (frame: Frame) => {
    const value = frame.numbers[index]!;
    if (Number.isNaN(value)) throw empty;
    return value;
  };
}

type NumberOperand = Extract<Operand, { kind: 'number' }>;

const TRUTH_VALUES = new Map([
  ['true', 1],
  ['false', 0],
]);
const EMPTY_FRAME = emptyFrame(0, 0);

function constantOperand(value: number): NumberOperand {
  return { kind: 'number', constant: true, run: () => value, value };
}

/** Builds from operands; when all are constant, so is the result (a failing one, such as 1 / 0, fails when it is run). */
function derivedOperand(build: (...runs: NumberOf[]) => NumberOf, ...operands: NumberOperand[]): NumberOperand {
  const run = build(...operands.map((operand) => operand.run));
  if (!operands.every((operand) => operand.constant)) return { kind: 'number', constant: false, run };
  try {
    return constantOperand(run(EMPTY_FRAME));
  } catch {
    return { kind: 'number', constant: true, run };
  }
}

function compileBinary({ ofTwo, withConstant }: (typeof ARITHMETIC)['+'], left: NumberOperand, right: NumberOperand): NumberOperand {
  const { value } = right;
  return value === undefined ? derivedOperand(ofTwo, left, right) : derivedOperand((run) => withConstant(run, value), left, right);
}

function compileName(node: Extract<Node, { kind: 'name' }>, into: Compilation): Operand {
  const folded = foldText(node.name);
  const slot = into.scope.get(folded);
  if (!slot) {
    const word = TRUTH_VALUES.get(folded);
    if (word !== undefined) return constantOperand(word);
    const suggestion = suggestName(node.name, namesIn(into.scope));
    into.problems.push({ code: 'unknown_name', position: node.position, name: node.name, ...(suggestion && { suggestion }) });
    return constantOperand(0);
  }
  into.references.push({ slot, start: node.position, end: node.position + node.name.length });
  const run = readSlot(slot);
  return { kind: slot.variable.kind, constant: false, run } as Operand;
}

function compileCall(node: Extract<Node, { kind: 'call' }>, into: Compilation): Operand {
  const found = FUNCTIONS.get(foldText(node.name));
  const args = node.args.map((argument) => compileNumber(argument, into));
  const problem = { position: node.position, name: node.name };
  const suggestion = found ? undefined : suggestName(node.name, FUNCTIONS.keys());
  if (!found) into.problems.push({ code: 'unknown_function', ...problem, ...(suggestion && { suggestion }) });
  else if (args.length < found.minArguments || args.length > found.maxArguments) {
    const range = found.minArguments === found.maxArguments ? found.minArguments : `${found.minArguments}–${found.maxArguments}`;
    into.problems.push({
      code: 'wrong_arguments',
      ...problem,
      expected: Number.isFinite(found.maxArguments) ? range : `≥ ${found.minArguments}`,
      given: args.length,
    });
  } else return derivedOperand(found.build, ...args);
  return constantOperand(0);
}

function compileComparison({ operator, left, right }: Extract<Node, { kind: 'comparison' }>, into: Compilation): NumberOperand {
  const [a, b] = [compileNode(left, into), compileNode(right, into)];
  if (a.kind === 'text' || b.kind === 'text') {
    return {
      kind: 'number',
      constant: a.constant && b.constant,
      run: (frame) => (compareValues(operator, a.run(frame), b.run(frame)) ? 1 : 0),
    };
  }
  return compileBinary(comparisonOperation(operator), a, b);
}

/** The names of variables by which they are best known; their second names are none of them. */
const namesIn = (scope: Scope) => new Set([...scope.values()].map(({ variable }) => variable.name));

function wordOf(node: Node): string {
  return node.kind === 'name' ? node.name : node.kind === 'text' ? node.value : '';
}
