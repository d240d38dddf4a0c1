import type { FormulaPlace } from '../../../contracts/calls/answers/calculation-issues.ts';
import { CONDITION_OPERATORS, type ConditionOperator } from '../../../contracts/calls/formula-language.ts';
import type { FormulaProblem } from '../../../contracts/calls/formula-problems.ts';
import { foldText } from '../../../platform/text/fold-case.ts';
import { readDecimal } from '../../../platform/text/read-number.ts';
import { runAt } from './calculation-issue.ts';
import type { Condition } from './compiled.ts';
import { compareValues } from './expression/compare.ts';
import { readSlot } from './expression/compile.ts';
import type { Frame } from './expression/frame.ts';
import type { Comparison } from './expression/node.ts';
import { scopeOf } from './expression/scope.ts';
import { compileExpression, compileOperand } from './expression.ts';
import { isBlank } from './formula.ts';
import type { TraceListener } from './trace-listener.ts';

export interface ConditionSource {
  variable: string | null | undefined;
  operator: string | null | undefined;
  param: string | null | undefined;
}

export type ConditionPart = keyof ConditionSource;
export type ConditionCompiled = { ok: true; condition: Condition | null } | { ok: false; part: ConditionPart; problem: FormulaProblem };

/**
 * Compiles a condition; one without a variable is null and always holds. For a number the parameter is an expression (35,
 * base * 2). For a text it is a text as it stands or in quotes, a number, or after a leading `=` an expression.
 * `in` takes several, separated by commas.
 */
export function compileCondition({ variable, operator, param }: ConditionSource): ConditionCompiled {
  if (isBlank(variable)) return { ok: true, condition: null };
  const scope = scopeOf('condition');
  const slot = scope.get(foldText(variable));
  if (!slot) return conditionProblem('variable', { code: 'unknown_name', position: 0, name: variable.trim() });
  if (isBlank(operator)) return conditionProblem('operator', { code: 'incomplete_condition', position: 0 });
  const canonical = OPERATORS.get(foldText(operator));
  if (!canonical) {
    return conditionProblem('operator', {
      code: 'unknown_operator',
      position: 0,
      name: operator.trim(),
      expected: CONDITION_OPERATORS.join(' '),
    });
  }
  if (isBlank(param)) return conditionProblem('param', { code: 'incomplete_condition', position: 0 });

  const items = canonical === 'in' ? splitList(param) : [{ item: param, offset: 0 }];
  if (items.length === 0) return conditionProblem('param', { code: 'incomplete_condition', position: 0 });
  const ofText = slot.variable.kind === 'text';
  const params: Condition['params'][number][] = [];
  const slots = [slot];
  for (const { item, offset } of items) {
    const literal = ofText ? literalOf(item) : null;
    if (literal !== null) {
      params.push(() => literal);
      continue;
    }
    const compiled = ofText ? compileOperand(item, scope) : compileExpression(item, scope);
    if (!compiled.ok) return conditionProblem('param', { ...compiled.problems[0]!, position: compiled.problems[0]!.position + offset });
    params.push(compiled.program.run);
    slots.push(...compiled.program.references.map((reference) => reference.slot));
  }
  return { ok: true, condition: { variable: slot.variable, operator: canonical, param, value: readSlot(slot), params, slots } };
}

/** Whether a condition holds; throws a CalculationIssue where a number it needs is empty. */
export function evaluateCondition(
  condition: Condition,
  places: Record<'variable' | 'param', FormulaPlace>,
  frame: Frame,
  listener?: TraceListener,
): boolean {
  const value = runAt(places.variable, condition.value, frame);
  const values: (number | string)[] | null = listener ? [] : null;
  const comparison = COMPARISONS[condition.operator];
  let holds = false;
  for (const param of condition.params) {
    const against = runAt(places.param, param, frame);
    values?.push(against);
    holds = compareValues(comparison, value, against);
    if (holds) break;
  }
  listener?.conditionEvaluated(condition, { value, values: values!, holds });
  return holds;
}

const COMPARISONS: Record<ConditionOperator, Comparison> = {
  '=': '=',
  '==': '=',
  in: '=',
  '!=': '!=',
  '<>': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};

const OPERATORS = new Map<string, ConditionOperator>([
  ...CONDITION_OPERATORS.map((operator): [string, ConditionOperator] => [operator, operator]),
  ['≠', '!='],
  ['≤', '<='],
  ['≥', '>='],
]);

function conditionProblem(part: ConditionPart, problem: FormulaProblem): ConditionCompiled {
  return { ok: false, part, problem };
}

/** The number or text that a text's parameter stands for; null when it is an expression. */
function literalOf(item: string): number | string | null {
  const text = item.trim();
  if (/^[=＝]/.test(text)) return null;
  const quoted = /^(["'])(.*)\1$/s.exec(text);
  return quoted ? quoted[2]! : (readDecimal(text) ?? text);
}

/** Items between commas that stand outside quotes and brackets; empty ones are left out. */
function splitList(list: string): { item: string; offset: number }[] {
  const items: { item: string; offset: number }[] = [];
  let from = 0;
  let depth = 0;
  let quote = '';
  for (let at = 0; at <= list.length; at++) {
    const char = list[at];
    if (quote) quote = char === quote ? '' : quote;
    else if ((char === '"' || char === "'") && list.slice(from, at).trim() === '') quote = char;
    else if (char === '(' || char === '（') depth++;
    else if (char === ')' || char === '）') depth--;
    if (char !== undefined && (quote || depth > 0 || !',，、'.includes(char))) continue;
    const item = list.slice(from, at);
    if (item.trim() !== '') items.push({ item, offset: from });
    from = at + 1;
  }
  return items;
}
