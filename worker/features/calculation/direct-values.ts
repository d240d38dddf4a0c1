import type { TryFormulaRequest } from '../../contracts/calls/try-formula.ts';
import { calculateDirect } from './engine/direct.ts';
import { createFrame, SLOTS } from './engine/expression/scope.ts';
import type { DirectRow } from './engine/rows.ts';
import type { CompiledRules } from './engine/rules.ts';

/** The variables of a direct's formulas: its own columns, and the values of its standard, scale row and base points. */
export function readFormulaValues(rules: CompiledRules, direct: DirectRow): TryFormulaRequest['values'] {
  const frame = createFrame();
  calculateDirect(rules, direct, frame);
  const values: TryFormulaRequest['values'] = {};
  for (const { variable, index } of SLOTS) {
    if (variable.origin === 'direct') values[variable.name] = (direct[variable.name] ?? null) as number | string | null;
    else if (variable.origin !== 'totals') {
      const value = frame.numbers[index]!;
      values[variable.name] = Number.isFinite(value) ? value : null;
    }
  }
  return values;
}
