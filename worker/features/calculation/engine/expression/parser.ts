import type { FormulaProblem } from '../../../../contracts/calls/formula-problems.ts';
import type { Arithmetic, Comparison, Node } from './node.ts';

/** A Pratt parser of the formula language. `text` is the source in half-width characters; quoted texts are read as typed. */
export class Parser {
  readonly #source: string;
  readonly #text: string;
  #at = 0;
  /** Positions of the brackets that are not closed yet. */
  readonly #open: number[] = [];
  /** Operands, and choices, that are being read one inside another. */
  #operands = 0;
  #choices = 0;

  constructor(source: string, text: string) {
    this.#source = source;
    this.#text = text;
  }

  parse(): Node {
    const node = this.#expression();
    if (this.#at < this.#text.length) this.#fail();
    return node;
  }

  /** An expression up to a comma, a colon, a closing bracket or the end. `start`: of the bracket around it. */
  #expression(start?: number): Node {
    const test = this.#binary(OR);
    if (this.#next() !== '?') return '),:'.includes(this.#next()) ? test : this.#fail();
    if (++this.#choices > MAX_DEPTH) throw new ParseError('too_deep', test.position, { expected: MAX_DEPTH });
    this.#at++;
    const yes = this.#expression();
    this.#expect(':');
    const no = this.#expression();
    this.#choices--;
    return { kind: 'choice', test, yes, no, position: start ?? test.position };
  }

  /** Operands joined by operators that bind at least as tight as `least`. */
  #binary(least: number): Node {
    let left = this.#prefix(least);
    for (let compared = false; ; ) {
      const start = this.#at;
      const operator = this.#match(OPERATOR).toLowerCase();
      const binding = BINDING[operator] ?? COMPARISON;
      if (operator === '' || binding < least) {
        this.#at = start;
        return left;
      }
      const right = this.#binary(binding + 1);
      const operands = { left, right, position: left.position };
      if (binding === OR) left = { kind: 'or', ...operands };
      else if (binding === AND) left = { kind: 'and', ...operands };
      else if (binding !== COMPARISON) left = { kind: 'arithmetic', operator: operator as Arithmetic, ...operands };
      else if (compared) throw new ParseError('chained_comparison', right.position);
      else left = { kind: 'comparison', operator: COMPARISONS[operator] ?? (operator as Comparison), ...operands };
      compared = binding === COMPARISON;
    }
  }

  /**
   * An operand with the sign before it: -2^2 is -(2^2), `not a = b` is not (a = b). `!` binds tightest, as does not(a), the function
   * of spreadsheets. At the right of an operator no sign takes in what binds looser than that operator.
   */
  #prefix(least: number): Node {
    this.#next();
    const position = this.#at;
    if (++this.#operands > MAX_DEPTH + 1) throw new ParseError('too_deep', position, { expected: MAX_DEPTH });
    const sign = this.#match(PREFIX).toLowerCase() as keyof typeof PREFIXES | '';
    let node: Node;
    if (sign === '') node = this.#operand(position);
    else {
      const tight = sign === '!' || (sign === 'not' && this.#next() === '(');
      const binding = tight ? TIGHT : Math.max(sign === 'not' ? COMPARISON : POWER, least);
      node = { kind: PREFIXES[sign], argument: this.#binary(binding), position };
    }
    this.#operands--;
    return node;
  }

  #operand(position: number): Node {
    const first = this.#next();
    if (/[\d.]/.test(first)) return this.#number(position);
    let node: Node;
    if (first === '"' || first === "'") node = { kind: 'text', value: this.#quoted(first), position };
    else if (first === '(') node = this.#group(position);
    else {
      const name = this.#match(NAME);
      if (name === '') this.#fail();
      if (name === 'this') throw new ParseError('not_allowed', position);
      node = this.#next() === '(' ? { kind: 'call', name, args: this.#args(), position } : { kind: 'name', name, position };
    }
    // Neither members nor calls of anything but a name.
    const next = this.#next();
    if (next === '(') this.#group(this.#at);
    if (next === '.' || next === '(' || this.#text.startsWith('?.', this.#at)) throw new ParseError('not_allowed', position);
    return node;
  }

  #number(position: number): Node {
    const value = Number(this.#match(NUMBER));
    NAME_OR_DOT.lastIndex = this.#at;
    if (Number.isNaN(value) || NAME_OR_DOT.test(this.#text)) this.#fail();
    if (!Number.isFinite(value)) throw new ParseError('not_allowed', position);
    return { kind: 'number', value, position };
  }

  #quoted(mark: string): string {
    const start = this.#at++;
    let value = '';
    for (; this.#text[this.#at] !== mark; this.#at++) {
      const escaped = this.#source[this.#at] === '\\' ? this.#source[++this.#at] : undefined;
      if (this.#at >= this.#source.length) throw new ParseError('unclosed', start, { name: mark });
      value += escaped === undefined ? this.#source[this.#at] : (ESCAPES[escaped] ?? escaped);
    }
    this.#at++;
    return value;
  }

  #group(start: number): Node {
    this.#enter();
    const node = this.#expression(start);
    this.#leave();
    return node;
  }

  #args(): Node[] {
    const args: Node[] = [];
    this.#enter();
    while (this.#next() !== ')') {
      if (args.length > 0) this.#expect(',');
      if (this.#next() === ',') {
        this.#at++;
        this.#fail();
      }
      args.push(this.#expression());
    }
    this.#leave();
    return args;
  }

  #enter(): void {
    this.#open.push(this.#at++);
  }

  #leave(): void {
    this.#expect(')');
    this.#open.pop();
  }

  /** The sign at the next place that is no space; '' at the end. */
  #next(): string {
    while (this.#text[this.#at] === ' ') this.#at++;
    return this.#text[this.#at] ?? '';
  }

  /** Reads what the sticky expression matches at the next place; '' when it does not. */
  #match(expression: RegExp): string {
    this.#next();
    expression.lastIndex = this.#at;
    const [found = ''] = expression.exec(this.#text) ?? [];
    this.#at += found.length;
    return found;
  }

  #expect(sign: string): void {
    if (this.#next() !== sign) this.#fail();
    this.#at++;
  }

  /** Says how a number is typed where the sign is a comma between digits. */
  #refuseDecimalComma(position: number): void {
    const [, decimals] = /^,(\d+)/.exec(this.#text.slice(position)) ?? [];
    let start = position;
    while (start > 0 && /[\d.]/.test(this.#text[start - 1]!)) start--;
    const whole = this.#text.slice(start, position);
    if (decimals === undefined || !/\d$/.test(whole)) return;
    throw new ParseError('decimal_comma', start, { name: `${whole},${decimals}`, expected: `${whole}.${decimals}` });
  }

  #fail(): never {
    const position = this.#at;
    if (this.#text.slice(position).trim() !== '') {
      this.#refuseDecimalComma(position);
      ALLOWED.lastIndex = position;
      throw new ParseError(ALLOWED.test(this.#text) ? 'syntax' : 'not_allowed', position);
    }
    const bracket = this.#open.at(-1);
    throw bracket === undefined
      ? new ParseError('incomplete', this.#text.trimEnd().length)
      : new ParseError('unclosed', bracket, { name: '(' });
  }
}

/** Thrown at the first problem of a formula in reading order. */
export class ParseError {
  readonly problem: FormulaProblem;
  constructor(code: FormulaProblem['code'], position: number, more: Partial<FormulaProblem> = {}) {
    this.problem = { code, position, ...more };
  }
}

const MAX_DEPTH = 50;

/** Binding powers, as in a spreadsheet: all comparisons on one level, every operator from left to right (2^3^2 is 64). */
const [OR, AND, COMPARISON, SUM, PRODUCT, POWER, TIGHT] = [1, 2, 3, 4, 5, 6, 7] as const;
const BINDING: Readonly<Record<string, number>> = {
  or: OR,
  '||': OR,
  and: AND,
  '&&': AND,
  '+': SUM,
  '-': SUM,
  '*': PRODUCT,
  '/': PRODUCT,
  '%': PRODUCT,
  '^': POWER,
};
const COMPARISONS: Readonly<Record<string, Comparison>> = { '==': '=', '<>': '!=', '≠': '!=', '≤': '<=', '≥': '>=' };
const PREFIXES = { '-': 'minus', '+': 'plus', '!': 'not', not: 'not' } as const;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' };

const OPERATOR = /==?|!=|<[=>]?|>=?|[≠≤≥]|&&|\|\||[-+*/%^]|(?:and|or)(?![\p{L}\p{M}\p{N}_]|$)/iuy;
const PREFIX = /[-+!]|not(?![\p{L}\p{M}\p{N}_]|$)/iuy;
const NUMBER = /\d*(?:\.\d*)?(?:e[+-]?\d*)?/iy;
const NAME_OR_DOT = /[\p{L}\p{M}\p{N}_.]/uy;
const NAME = /[\p{L}\p{M}\p{N}_]+/uy;
const ALLOWED = /[\p{L}\p{M}\p{N}_ +\-*/%^()=!<>&|?:,."'≠≤≥]/uy;
