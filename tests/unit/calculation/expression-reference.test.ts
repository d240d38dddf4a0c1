import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tryFormula } from '../../../worker/features/calculation/engine/try-formula.ts';
import { remainderDecimal } from '../../../worker/platform/text/rounding.ts';
import { runs } from '../../support/property-runs.ts';
import { evaluate } from './evaluate.ts';

/** A second, slow and plain reading of the language: trees are written out with as few brackets as its rules allow, and computed directly. */
type Tree =
  | { kind: 'number'; value: number }
  | { kind: 'variable'; name: keyof typeof VALUES }
  | { kind: 'minus' | 'not'; argument: Tree }
  | { kind: 'binary'; operator: string; left: Tree; right: Tree }
  | { kind: 'choice'; spelling: 'if' | '?'; test: Tree; yes: Tree; no: Tree }
  | { kind: 'call'; name: string; args: Tree[] };

const VALUES = { tsubosuu: 35.5, complex_factor: 1.25, kaisuu: 0, menseki: -3, hosawariai: null };

const LEVELS: Record<string, number> = {
  or: 1,
  '||': 1,
  and: 2,
  '&&': 2,
  '=': 4,
  '==': 4,
  '<>': 4,
  '!=': 4,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
};
Object.assign(LEVELS, { '+': 5, '-': 5, '*': 6, '/': 6, '%': 6, '^': 8 });
const CHOICE = 0;
const NOT = 3;
const COMPARISON = 4;
const MINUS = 7;
const OPERAND = 9;

class NoValue {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

function write(tree: Tree, least = CHOICE): string {
  const [level, text] = written(tree);
  return level < least ? `(${text})` : text;
}

function written(tree: Tree): [level: number, text: string] {
  switch (tree.kind) {
    case 'number':
      return [OPERAND, String(tree.value)];
    case 'variable':
      return [OPERAND, tree.name];
    case 'minus':
      return [MINUS, `-${write(tree.argument, MINUS)}`];
    case 'not': {
      const argument = write(tree.argument, NOT);
      return [NOT, argument.startsWith('(') ? `not (${argument})` : `not ${argument}`];
    }
    case 'binary': {
      const level = LEVELS[tree.operator]!;
      const left = write(tree.left, level === COMPARISON ? level + 1 : level);
      return [level, `${left} ${tree.operator} ${write(tree.right, level + 1)}`];
    }
    case 'choice':
      return tree.spelling === 'if'
        ? [OPERAND, `IF(${write(tree.test)}, ${write(tree.yes)}, ${write(tree.no)})`]
        : [CHOICE, `${write(tree.test, CHOICE + 1)} ? ${write(tree.yes)} : ${write(tree.no)}`];
    case 'call':
      return [OPERAND, `${tree.name}(${tree.args.map((argument) => write(argument)).join(', ')})`];
  }
}

function compute(tree: Tree): number {
  switch (tree.kind) {
    case 'number':
      return tree.value;
    case 'variable': {
      const value = VALUES[tree.name];
      if (value === null) throw new NoValue(`empty_variable ${tree.name}`);
      return value;
    }
    case 'minus':
      return -compute(tree.argument);
    case 'not':
      return compute(tree.argument) === 0 ? 1 : 0;
    case 'binary':
      return computeBinary(tree.operator, tree.left, tree.right);
    case 'choice':
      return compute(compute(tree.test) !== 0 ? tree.yes : tree.no);
    case 'call': {
      const values = tree.args.map(compute);
      if (tree.name === 'min') return Math.min(...values);
      if (tree.name === 'max') return Math.max(...values);
      if (tree.name === 'abs') return Math.abs(values[0]!);
      return values.reduce((sum, value) => known(sum + value));
    }
  }
}

function computeBinary(operator: string, left: Tree, right: Tree): number {
  const a = compute(left);
  if (operator === 'and' || operator === '&&') return a !== 0 && compute(right) !== 0 ? 1 : 0;
  if (operator === 'or' || operator === '||') return a !== 0 || compute(right) !== 0 ? 1 : 0;
  const b = compute(right);
  const equal = Math.abs(a - b) <= Math.max(Math.abs(a), Math.abs(b)) / 1e12;
  switch (operator) {
    case '=':
    case '==':
      return Number(equal);
    case '<>':
    case '!=':
      return Number(!equal);
    case '<':
      return Number(!equal && a < b);
    case '<=':
      return Number(equal || a < b);
    case '>':
      return Number(!equal && a > b);
    case '>=':
      return Number(equal || a > b);
    case '+':
      return known(a + b);
    case '-':
      return known(a - b);
    case '*':
      return known(a * b);
    case '/':
      return known(a / b);
    case '%':
      return known(remainderDecimal(a, b));
    default:
      return known(a ** b);
  }
}

function known(value: number): number {
  if (Math.abs(value) < Number.POSITIVE_INFINITY) return value;
  throw new NoValue('not_finite');
}

const { tree } = fc.letrec<{ tree: Tree }>((tie) => {
  const some = tie('tree');
  return {
    tree: fc.oneof(
      { depthSize: 'medium', maxDepth: 6, withCrossShrink: true },
      fc.record({ kind: fc.constant('number' as const), value: fc.constantFrom(0, 1, 2, 3, 0.5, 0.1, 12.25, 100) }),
      fc.record({ kind: fc.constant('variable' as const), name: fc.constantFrom(...(Object.keys(VALUES) as (keyof typeof VALUES)[])) }),
      fc.record({ kind: fc.constantFrom('minus' as const, 'not' as const), argument: some }),
      {
        weight: 6,
        arbitrary: fc.record({
          kind: fc.constant('binary' as const),
          operator: fc.constantFrom(...Object.keys(LEVELS)),
          left: some,
          right: some,
        }),
      },
      fc.record({
        kind: fc.constant('choice' as const),
        spelling: fc.constantFrom('if' as const, '?' as const),
        test: some,
        yes: some,
        no: some,
      }),
      fc.record({
        kind: fc.constant('call' as const),
        name: fc.constantFrom('min', 'max', 'sum'),
        args: fc.array(some, { minLength: 1, maxLength: 3 }),
      }),
      fc.record({ kind: fc.constant('call' as const), name: fc.constant('abs'), args: fc.tuple(some).map(([one]) => [one]) }),
    ),
  };
});

it('gives what a plain reading of the same tree gives, for any formula', () => {
  let compared = 0;
  fc.assert(
    fc.property(tree, (one) => {
      const source = write(one);
      if (source.length > 900) return;
      let expected: number | string;
      try {
        expected = compute(one) + 0;
      } catch (reason) {
        if (!(reason instanceof NoValue)) throw reason;
        expected = reason.reason;
      }
      const value = evaluate(source, VALUES);
      expect(typeof value === 'number' ? value + 0 : value, source).toBe(expected);
      compared++;
    }),
    { numRuns: runs(4000) },
  );
  expect(compared).toBeGreaterThan(runs(3500));
});

it('shows steps that are formulas themselves, each with the value that it gives alone, the whole last', () => {
  let compared = 0;
  fc.assert(
    fc.property(tree, (one) => {
      const source = write(one);
      const { steps, value } = tryFormula({ scope: 'result', source, values: VALUES });
      if (source.length > 400 || value === null || steps.length === 0 || steps.length > 38) return;
      expect(steps.at(-1)!.value).toBe(value);
      for (const step of steps) {
        const alone = tryFormula({ scope: 'result', source: step.text, values: VALUES });
        expect({ problem: alone.problem, value: alone.value }, `${step.text}`).toEqual({ problem: null, value: step.value });
      }
      compared++;
    }),
    { numRuns: runs(1000) },
  );
  expect(compared).toBeGreaterThan(runs(300));
});
