import jsep from 'jsep';

/** The parser's tree, with the offset of each operand and whether it stood in brackets. */
export type Tree = jsep.CoreExpression & { position?: number; grouped?: true };

/** Thrown by `parseTree` at the offset that is not understood. */
export interface ParseError {
  readonly index: number;
  readonly deep: boolean;
}

export const MAX_DEPTH = 50;

/**
 * Parses a formula that `readSource` let through. The operators are those of a spreadsheet: all comparisons on one level, `^` from
 * left to right (2^3^2 is 64). A leading minus and `not` come out bound too tightly; `toNode` moves them.
 * Throws a ParseError.
 */
export function parseTree(text: string): Tree {
  try {
    return jsep(text) as Tree;
  } catch (error) {
    const { index = 0 } = error as { index?: number };
    throw { index, deep: error instanceof TooDeep || error instanceof RangeError } satisfies ParseError;
  }
}

const PRECEDENCE = {
  or: ['or', '||'],
  and: ['and', '&&'],
  comparison: ['=', '==', '!=', '<>', '<', '<=', '>', '>=', '≠', '≤', '≥'],
  sum: ['+', '-'],
  product: ['*', '/', '%'],
  power: ['^'],
};

class TooDeep extends Error {
  readonly index: number;
  constructor(index: number) {
    super('nested too deep');
    this.index = index;
  }
}

/** `And`, `AND`, …: the parser knows words letter by letter. */
function spellings(word: string): string[] {
  if (!/^[a-z]/.test(word)) return [word];
  return [...word].reduce<string[]>((made, letter) => made.flatMap((part) => [part + letter, part + letter.toUpperCase()]), ['']);
}

function setUp(parser: typeof jsep): void {
  parser.removeAllUnaryOps();
  parser.removeAllBinaryOps();
  parser.removeAllLiterals();
  parser.removeIdentifierChar('$');
  for (const operator of ['-', '+', '!', ...spellings('not')]) parser.addUnaryOp(operator);
  Object.values(PRECEDENCE).forEach((operators, level) => {
    for (const operator of operators.flatMap(spellings)) parser.addBinaryOp(operator, level + 1);
  });

  const starts = new WeakMap<jsep.HookScope, number[]>();
  parser.hooks.add('gobble-token', function noteStart(env) {
    const open = starts.get(this) ?? [];
    starts.set(this, open);
    open.push(this.index);
    if (open.length > MAX_DEPTH + 1) throw new TooDeep(this.index);
    // The parser would not call after-token for a number.
    if (/[\d.]/.test(this.char)) env.node = this.gobbleNumericLiteral();
  });
  parser.hooks.add('after-token', function keepStart(env) {
    const start = starts.get(this)!.pop()!;
    if (!env.node) return;
    env.node.position ??= start;
    if (this.expr[start] === '(') env.node.grouped = true;
  });
  // The parser takes `1 2` for two expressions; here nothing but the end, a comma or a closing sign may follow one.
  parser.hooks.add('after-expression', function refuseLeftovers(env) {
    if (env.node && this.index < this.expr.length && !'),:'.includes(this.char)) this.throwError('Unexpected');
  });
}

jsep.plugins.register({ name: 'formula-grammar', init: setUp as unknown as jsep.IPlugin['init'] });
