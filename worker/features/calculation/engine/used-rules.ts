import { calculateDirect } from './direct.ts';
import type { DirectRow } from './rows.ts';
import type { CompiledRules } from './rules.ts';

/** Ids of the rules that a direct's points come from, as far as its calculation goes, and its scale code. */
export interface UsedRules {
  scaleCode: string;
  standard?: number;
  scale?: number;
  basePoint?: number;
  result?: number;
}

/** A small part of what `explainDirect` says, for very many directs. */
export function findUsedRules(rules: CompiledRules, direct: DirectRow): UsedRules {
  const used: UsedRules = { scaleCode: '' };
  calculateDirect(rules, direct, rules.workspace, {
    standardFound(standard) {
      used.standard = standard.id;
      used.scaleCode = standard.scaleCode;
    },
    scaleSelected(row) {
      if (row) used.scale = row.id;
    },
    basePointSelected(row) {
      if (row) used.basePoint = row.id;
    },
    formulaStarts({ place }) {
      if (place.entity === 'formula-results') used.result ??= place.row_id;
    },
    scaleTried() {},
    basePointTried() {},
    conditionEvaluated() {},
    formulaEnds() {},
  });
  return used;
}
