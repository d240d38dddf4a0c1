import type { FormulaProblem } from '../../../contracts/calls/formula-problems.ts';
import { type Compilation, compileNode, compileNumber, type Operand, type Reference } from './expression/compile.ts';
import type { Frame, NumberOf } from './expression/frame.ts';
import { parseFormula } from './expression/parse.ts';
import type { Scope } from './expression/scope.ts';

/** A compiled formula: `run` gives its number for a frame or throws a Failure. */
export interface Program {
  readonly source: string;
  readonly run: NumberOf;
  readonly references: readonly Reference[];
}

export type Compiled<T> = { ok: true; program: T } | { ok: false; problems: FormulaProblem[] };

/**
 * Compiles a formula against the names it may use. Problems carry the 0-based offset in the source as typed, a leading `=`
 * included, in the order of the source. Never throws.
 */
export function compileExpression(source: string, scope: Scope): Compiled<Program> {
  return compileWith(source, scope, compileNumber);
}

/** Like `compileExpression`, for a value that may also be a text: the right side of a condition. */
export function compileOperand(source: string, scope: Scope): Compiled<OperandProgram> {
  return compileWith(source, scope, compileNode);
}

export interface OperandProgram {
  readonly source: string;
  readonly run: Operand['run'];
  readonly references: readonly Reference[];
}

/** The source with each variable replaced by its value; an empty one keeps its name. */
export function substitute(source: string, references: readonly Reference[], frame: Frame): string {
  let text = '';
  let from = 0;
  for (const { slot, start, end } of [...references].sort((a, b) => a.start - b.start)) {
    const { kind } = slot.variable;
    const value = kind === 'text' ? JSON.stringify(frame.texts[slot.index]) : formatSubstituted(frame.numbers[slot.index]!);
    text += source.slice(from, start) + (value ?? source.slice(start, end));
    from = end;
  }
  return text + source.slice(from);
}

function formatSubstituted(value: number): string | null {
  if (Number.isNaN(value)) return null;
  // Twelve digits: what is left beyond them is the noise of binary fractions, as in 0.45 × 1.1.
  const shown = Number(value.toPrecision(12));
  return shown < 0 ? `(${shown})` : String(shown);
}

function compileWith<O extends Operand>(
  source: string,
  scope: Scope,
  compile: (node: Parameters<typeof compileNode>[0], into: Compilation) => O,
) {
  const parsed = parseFormula(source);
  if (!parsed.ok) return { ok: false as const, problems: [parsed.problem] };
  const into: Compilation = { scope, references: [], problems: [] };
  const { run } = compile(parsed.node, into) as { run: O['run'] };
  if (into.problems.length > 0) return { ok: false as const, problems: into.problems.sort((a, b) => a.position - b.position) };
  return { ok: true as const, program: { source, run, references: into.references } };
}
