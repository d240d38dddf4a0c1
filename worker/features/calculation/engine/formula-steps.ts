import type { FormulaStep } from '../../../contracts/calls/answers/try-formula.ts';
import { foldText } from '../../../platform/text/fold-case.ts';
import { compileNode } from './expression/compile.ts';
import { Failure, type Frame } from './expression/frame.ts';
import type { Node } from './expression/node.ts';
import { parseFormula } from './expression/parse.ts';
import type { Scope } from './expression/scope.ts';

/** Longer formulas are shown up to here: what comes later stands in the result. */
const MAX_STEPS = 40;

/**
 * The parts of a formula that is right, in the order in which they are computed, each with its value: the sums, products, comparisons and functions
 * that it is made of, the whole last. Of a condition only the part that counts.
 */
export function listSteps(source: string, scope: Scope, frame: Frame): FormulaStep[] {
  const parsed = parseFormula(source);
  if (!parsed.ok) return [];
  const steps: FormulaStep[] = [];
  const seen = new Set<string>();
  const evaluate = (node: Node): number | string | null => {
    try {
      return compileNode(node, { scope, references: [], problems: [] }).run(frame);
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      return null;
    }
  };
  const visit = (node: Node): void => {
    for (const part of countingParts(node, evaluate)) visit(part);
    const text = printNode(node, (name) => scope.get(foldText(name))?.variable.name ?? name);
    if (isLeaf(node) || seen.has(text)) return;
    seen.add(text);
    const value = evaluate(node);
    steps.push({ text, substituted: printNode(node, (name) => shownValue(name, scope, frame)), value });
  };
  visit(parsed.node);
  return steps.length > MAX_STEPS ? [...steps.slice(0, MAX_STEPS - 1), steps.at(-1)!] : steps;
}

const isLeaf = ({ kind }: Node) => kind === 'number' || kind === 'text' || kind === 'name' || kind === 'plus';

/** What a node is computed from: of a choice its condition and the branch that it takes. */
function countingParts(node: Node, evaluate: (node: Node) => number | string | null): readonly Node[] {
  switch (node.kind) {
    case 'call':
      return foldText(node.name) === 'if' && node.args.length === 3
        ? [node.args[0]!, evaluate(node.args[0]!) ? node.args[1]! : node.args[2]!]
        : node.args;
    case 'choice':
      return [node.test, evaluate(node.test) ? node.yes : node.no];
    case 'minus':
    case 'plus':
    case 'not':
      return [node.argument];
    case 'number':
    case 'text':
    case 'name':
      return [];
    default:
      return [node.left, node.right];
  }
}

/** A variable's value as it stands in a formula; an empty one keeps its name. */
function shownValue(name: string, scope: Scope, { numbers, texts }: Frame): string {
  const slot = scope.get(foldText(name));
  if (!slot) return name;
  if (slot.variable.kind === 'text') return JSON.stringify(texts[slot.index]);
  const value = numbers[slot.index]!;
  if (Number.isNaN(value)) return name;
  const shown = Number(value.toPrecision(12));
  return shown < 0 ? `(${shown})` : String(shown);
}

/** A tree as a formula, with the brackets that it needs. `nameOf` says how a variable is written. */
function printNode(node: Node, nameOf: (name: string) => string): string {
  const print = (inner: Node, least: number) => (bindingOf(inner) < least ? `(${printNode(inner, nameOf)})` : printNode(inner, nameOf));
  switch (node.kind) {
    case 'number':
      return String(node.value);
    case 'text':
      return JSON.stringify(node.value);
    case 'name':
      return nameOf(node.name);
    case 'call':
      return `${node.name}(${node.args.map((argument) => printNode(argument, nameOf)).join(', ')})`;
    case 'minus':
      return `-${print(node.argument, BINDING['^'])}`;
    case 'plus':
      return print(node.argument, BINDING['^']);
    case 'not':
      return `not(${printNode(node.argument, nameOf)})`;
    case 'choice':
      return `${print(node.test, BINDING.or)} ? ${printNode(node.yes, nameOf)} : ${printNode(node.no, nameOf)}`;
    default: {
      const operator = 'operator' in node ? node.operator : node.kind;
      const binding = bindingOf(node);
      // Two comparisons in a row are refused.
      const isComparison = node.kind === 'comparison';
      return `${print(node.left, isComparison ? binding + 1 : binding)} ${operator} ${print(node.right, binding + 1)}`;
    }
  }
}

/** How tight a node holds together, as the parser reads it. */
function bindingOf(node: Node): number {
  if (node.kind === 'arithmetic') return BINDING[node.operator];
  if (node.kind in BINDING) return BINDING[node.kind as keyof typeof BINDING];
  return node.kind === 'choice' ? 0 : OPERAND;
}

const OPERAND = 9;
const BINDING = { or: 1, and: 2, comparison: 4, '+': 5, '-': 5, '*': 6, '/': 6, '%': 6, minus: 7, '^': 8 } as const;
