import type { FormulaProblem } from '../../../../contracts/calls/formula-problems.ts';
import type { Node } from './node.ts';
import { ParseError, Parser } from './parser.ts';

export type Parsed = { ok: true; node: Node } | { ok: false; problem: FormulaProblem };

/** Reads a formula. Never throws: what it cannot read is a problem with the offset in the source as typed. */
export function parseFormula(source: string): Parsed {
  if (source.length > MAX_LENGTH) {
    return { ok: false, problem: { code: 'too_long', position: MAX_LENGTH, expected: MAX_LENGTH, given: source.length } };
  }
  const text = source.replace(/[！-～×÷−、\s]/g, halfWidth).replace(/^( *)=/, '$1 ');
  if (text.trim() === '') return { ok: false, problem: { code: 'empty', position: 0 } };
  try {
    return { ok: true, node: new Parser(source, text).parse() };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const name = /^(?:[\p{L}\p{M}\p{N}_.]+|\S)/u.exec(source.slice(error.problem.position))?.[0];
    return { ok: false, problem: name === undefined ? error.problem : { name, ...error.problem } };
  }
}

const MAX_LENGTH = 1000;
const SIGNS: Readonly<Record<string, string>> = { '×': '*', '÷': '/', '−': '-', '、': ',' };

/** The plain form of a sign as an input method writes it （１＋２）; any space is a space. */
function halfWidth(char: string): string {
  return char >= '！' && char <= '～' ? String.fromCharCode(char.charCodeAt(0) - 0xfee0) : (SIGNS[char] ?? ' ');
}
