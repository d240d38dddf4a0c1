import type { Node } from './node.ts';

/** A tree as a formula, with the brackets that it needs. `nameOf` says how a variable is written. */
export function printNode(node: Node, nameOf: (name: string) => string): string {
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
