import type { FormulaProblem } from '../../../contracts/calls/formula-problems.ts';
import { foldText } from '../../../text/fold-case.ts';
import { compareValues } from './compare.ts';
import { emptyFrame, Failure, type Frame, type NumberOf, type TextOf } from './frame.ts';
import { FUNCTIONS } from './functions.ts';
import type { Node } from './node.ts';
import { ARITHMETIC, all, any, choose, compared, negative, not } from './operations.ts';
import type { Scope, Slot } from './scope.ts';

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
      return constant(node.value);
    case 'text':
      return { kind: 'text', constant: true, run: () => node.value };
    case 'name':
      return name(node, into);
    case 'call':
      return call(node, into);
    case 'minus':
      return derived(negative, numeric(node.argument, into));
    case 'plus':
      return numeric(node.argument, into);
    case 'not':
      return derived(not, numeric(node.argument, into));
    case 'arithmetic':
      return binary(ARITHMETIC[node.operator], numeric(node.left, into), numeric(node.right, into));
    case 'comparison':
      return comparison(node, into);
    case 'and':
      return derived(all, numeric(node.left, into), numeric(node.right, into));
    case 'or':
      return derived(any, numeric(node.left, into), numeric(node.right, into));
    case 'choice':
      return derived(choose, numeric(node.test, into), numeric(node.yes, into), numeric(node.no, into));
  }
}

/** Compiles a tree that must give a number; a text is reported as a problem. */
export function numeric(node: Node, into: Compilation): NumberOperand {
  const operand = compileNode(node, into);
  if (operand.kind === 'number') return operand;
  into.problems.push({ code: 'text_not_number', position: node.position, name: wordOf(node) });
  return constant(0);
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

const WORDS = new Map([
  ['true', 1],
  ['false', 0],
]);
const NOTHING = emptyFrame(0, 0);

function constant(value: number): NumberOperand {
  return { kind: 'number', constant: true, run: () => value, value };
}

/** Builds from operands; when all are constant, so is the result (a failing one, such as 1 / 0, fails when it is run). */
function derived(build: (...runs: NumberOf[]) => NumberOf, ...operands: NumberOperand[]): NumberOperand {
  const run = build(...operands.map((operand) => operand.run));
  if (!operands.every((operand) => operand.constant)) return { kind: 'number', constant: false, run };
  try {
    return constant(run(NOTHING));
  } catch {
    return { kind: 'number', constant: true, run };
  }
}

function binary({ ofTwo, withConstant }: (typeof ARITHMETIC)['+'], left: NumberOperand, right: NumberOperand): NumberOperand {
  const { value } = right;
  return value === undefined ? derived(ofTwo, left, right) : derived((run) => withConstant(run, value), left, right);
}

function name(node: Extract<Node, { kind: 'name' }>, into: Compilation): Operand {
  const folded = foldText(node.name);
  const slot = into.scope.get(folded);
  if (!slot) {
    const word = WORDS.get(folded);
    if (word !== undefined) return constant(word);
    into.problems.push({ code: 'unknown_name', position: node.position, name: node.name });
    return constant(0);
  }
  into.references.push({ slot, start: node.position, end: node.position + node.name.length });
  const run = readSlot(slot);
  return { kind: slot.variable.kind, constant: false, run } as Operand;
}

function call(node: Extract<Node, { kind: 'call' }>, into: Compilation): Operand {
  const found = FUNCTIONS.get(foldText(node.name));
  const args = node.args.map((argument) => numeric(argument, into));
  const problem = { position: node.position, name: node.name };
  if (!found) into.problems.push({ code: 'unknown_function', ...problem });
  else if (args.length < found.least || args.length > found.most) {
    const range = found.least === found.most ? found.least : `${found.least}–${found.most}`;
    into.problems.push({
      code: 'wrong_arguments',
      ...problem,
      expected: Number.isFinite(found.most) ? range : `≥ ${found.least}`,
      given: args.length,
    });
  } else return derived(found.build, ...args);
  return constant(0);
}

function comparison({ operator, left, right }: Extract<Node, { kind: 'comparison' }>, into: Compilation): NumberOperand {
  const [a, b] = [compileNode(left, into), compileNode(right, into)];
  if (a.kind === 'text' || b.kind === 'text') {
    return {
      kind: 'number',
      constant: a.constant && b.constant,
      run: (frame) => (compareValues(operator, a.run(frame), b.run(frame)) ? 1 : 0),
    };
  }
  return binary(compared(operator), a, b);
}

function wordOf(node: Node): string {
  return node.kind === 'name' ? node.name : node.kind === 'text' ? node.value : '';
}
