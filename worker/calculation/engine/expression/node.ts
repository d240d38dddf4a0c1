import type { FormulaProblem } from '../../../contracts/calls/formula-problems.ts';
import { MAX_DEPTH, type ParseError, parseTree, type Tree } from './grammar.ts';
import { readSource } from './source.ts';

export type Arithmetic = '+' | '-' | '*' | '/' | '%' | '^';
export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';

/** A formula as a tree of the only kinds there are; anything else the parser may know is refused. Positions are offsets. */
export type Node = { position: number } & (
  | { kind: 'number'; value: number }
  | { kind: 'text'; value: string }
  | { kind: 'name'; name: string }
  | { kind: 'call'; name: string; args: Node[] }
  | { kind: 'minus' | 'plus' | 'not'; argument: Node }
  | { kind: 'arithmetic'; operator: Arithmetic; left: Node; right: Node }
  | { kind: 'comparison'; operator: Comparison; left: Node; right: Node }
  | { kind: 'and' | 'or'; left: Node; right: Node }
  | { kind: 'choice'; test: Node; yes: Node; no: Node }
);

export type Parsed = { ok: true; node: Node } | { ok: false; problem: FormulaProblem };

/** Reads a formula. Never throws: what it cannot read is a problem with the offset in the source as typed. */
export function parseFormula(source: string): Parsed {
  const read = readSource(source);
  if (!read.ok) return read;
  try {
    return { ok: true, node: toNode(parseTree(read.text), 0) };
  } catch (thrown) {
    if (thrown instanceof Refusal) return { ok: false, problem: named(thrown.problem, source) };
    const { index, deep } = thrown as ParseError;
    if (deep) return { ok: false, problem: named({ code: 'too_deep', position: index, expected: MAX_DEPTH }, source) };
    const ended = read.text.slice(index).trim() === '';
    if (ended) return { ok: false, problem: { code: 'incomplete', position: read.text.trimEnd().length } };
    return { ok: false, problem: named({ code: 'syntax', position: index }, source) };
  }
}

class Refusal {
  readonly problem: FormulaProblem;
  constructor(problem: FormulaProblem) {
    this.problem = problem;
  }
}

/** Adds the word that stands at the problem's position, where there is no better name. */
function named(problem: FormulaProblem, source: string): FormulaProblem {
  const word = /^(?:[\p{L}\p{M}\p{N}_.]+|\S)/u.exec(source.slice(problem.position))?.[0];
  return problem.name === undefined && word !== undefined ? { ...problem, name: word } : problem;
}

const ARITHMETIC = new Set<string>(['+', '-', '*', '/', '%', '^'] satisfies Arithmetic[]);
const COMPARISONS: Record<string, Comparison> = {
  '=': '=',
  '==': '=',
  '!=': '!=',
  '<>': '!=',
  '≠': '!=',
  '<': '<',
  '<=': '<=',
  '≤': '<=',
  '>': '>',
  '>=': '>=',
  '≥': '>=',
};

/** `position` is where the innermost known operand around this tree starts. */
function toNode(tree: Tree, depth: number, around = 0): Node {
  const position = tree.position ?? around;
  const inside = depth + 1;
  if (depth > MAX_DEPTH) throw new Refusal({ code: 'too_deep', position, expected: MAX_DEPTH });
  switch (tree.type) {
    case 'Literal':
      if (typeof tree.value === 'string') return { kind: 'text', value: tree.value, position };
      if (typeof tree.value === 'number' && Number.isFinite(tree.value)) return { kind: 'number', value: tree.value, position };
      break;
    case 'Identifier':
      return { kind: 'name', name: tree.name, position };
    case 'CallExpression': {
      const { callee } = tree;
      // A plain name directly before the bracket; one with a position of its own stood in brackets.
      if (callee.type !== 'Identifier' || callee.position !== undefined) break;
      const args = tree.arguments.map((argument) => toNode(argument as Tree, inside, position));
      return { kind: 'call', name: String(callee.name), args, position };
    }
    case 'UnaryExpression':
      return { kind: prefixKind(tree.operator), argument: toNode(tree.argument as Tree, inside, position), position };
    case 'BinaryExpression':
      return binary(tree, depth, position);
    case 'ConditionalExpression': {
      const test = toNode(tree.test as Tree, inside, position);
      const yes = toNode(tree.consequent as Tree, inside, position);
      return { kind: 'choice', test, yes, no: toNode(tree.alternate as Tree, inside, position), position };
    }
    case 'Compound':
    case 'SequenceExpression':
      throw new Refusal({ code: 'syntax', position });
  }
  throw new Refusal({ code: 'not_allowed', position });
}

function prefixKind(operator: string): 'minus' | 'plus' | 'not' {
  return operator === '-' ? 'minus' : operator === '+' ? 'plus' : 'not';
}

type Binary = Extract<Tree, { type: 'BinaryExpression' }>;

function binary(tree: Binary, depth: number, around: number): Node {
  const prefix = lowerPrefix(tree);
  if (prefix) return toNode(prefix, depth, around);
  const left = tree.left as Tree;
  // A chain such as a + b + c hangs on the left and is not nesting.
  const leftNode = toNode(left, left.grouped ? depth + 1 : depth, around);
  const right = toNode(tree.right as Tree, (tree.right as Tree).grouped ? depth + 1 : depth, around);
  const operator = tree.operator.toLowerCase();
  const operands = { left: leftNode, right, position: leftNode.position };
  if (ARITHMETIC.has(operator)) return { kind: 'arithmetic', operator: operator as Arithmetic, ...operands };
  if (operator === 'and' || operator === '&&') return { kind: 'and', ...operands };
  if (operator === 'or' || operator === '||') return { kind: 'or', ...operands };
  if (leftNode.kind === 'comparison' && !left.grouped) throw new Refusal({ code: 'chained_comparison', position: right.position });
  return { kind: 'comparison', operator: COMPARISONS[operator]!, ...operands };
}

/**
 * -2^2 comes from the parser as (-2)^2 and `not a = b` as (not a) = b. Where an operator binds tighter than the prefix at its
 * left, the prefix belongs around the whole. `!` binds tightest, and not(a) with brackets is the function of spreadsheets.
 */
function lowerPrefix(tree: Binary): Tree | null {
  const left = tree.left as Tree;
  const lifted = left.type === 'BinaryExpression' && !left.grouped ? lowerPrefix(left) : left;
  if (lifted?.type !== 'UnaryExpression' || lifted.grouped) return null;
  const word = lifted.operator.toLowerCase() === 'not' && !(lifted.argument as Tree).grouped;
  const sign = lifted.operator === '-' || lifted.operator === '+';
  const operator = tree.operator.toLowerCase();
  const lower = (sign && operator === '^') || (word && !['and', '&&', 'or', '||'].includes(operator));
  if (!lower) return null;
  return { ...lifted, argument: { ...tree, left: lifted.argument } } as Tree;
}
