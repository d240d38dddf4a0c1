import type { ResultRule, Standard } from './compiled.ts';
import type { Frame } from './expression/frame.ts';
import { formulaAt, runFormula } from './formula.ts';
import type { ResultRow } from './rows.ts';
import { Stop } from './stop.ts';
import type { Watcher } from './watcher.ts';

export function compileResultRow(row: ResultRow): ResultRule {
  const at = (field: 'result_design_formula' | 'result_check_formula') =>
    formulaAt({ entity: 'formula-results', row_id: row.id, field }, row[field], 'result');
  return { id: row.id, design: at('result_design_formula'), check: at('result_check_formula') };
}

/** Design and check points, not yet rounded. An empty formula is an issue like a missing one: points are never 0 by omission. */
export function takeResult({ scaleCode, result }: Standard, frame: Frame, watcher?: Watcher): { design: number; check: number } {
  if (!result) throw new Stop({ code: 'no_formula', scale_code: scaleCode, reason: 'no_row', field: null });
  if (!result.design) throw empty(scaleCode, 'result_design_formula');
  if (!result.check) throw empty(scaleCode, 'result_check_formula');
  return { design: runFormula(result.design, frame, watcher), check: runFormula(result.check, frame, watcher) };
}

function empty(scaleCode: string, field: string): Stop {
  return new Stop({ code: 'no_formula', scale_code: scaleCode, reason: 'empty', field });
}
