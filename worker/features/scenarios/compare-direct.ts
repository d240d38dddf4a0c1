import type { DirectPoints } from '../../contracts/calls/answers/explanation.ts';
import { calculateDirect } from '../calculation/engine/direct.ts';
import type { DirectRow } from '../calculation/engine/rows.ts';
import type { CompiledRules } from '../calculation/engine/rules.ts';

/** A direct as it is read to try rules on it. */
export type TriedDirect = DirectRow & Partial<DirectPoints> & { henkyaku_hi: string; is_checked: 0 | 1; is_updated: 0 | 1 };
export const TRIED_COLUMNS = ['is_checked', 'is_updated', 'result_design_point', 'result_check_point'];

export interface TriedPoints {
  design: number | null;
  check: number | null;
  /** `kept`: a calculation would leave the points as they are. `failed`: the tried rules give no result. */
  state: 'computed' | 'kept' | 'failed';
  /** The points are not those of the live rules: a calculation would change them without any scenario. */
  stale: 0 | 1;
}

/**
 * The points that a direct would have. One whose result is the same by both sets of rules keeps the points it has, so that rules without a change
 * change none; in an open month a calculation gives points to one without. A checked direct of an open month is left alone, as a calculation leaves it.
 */
export function tryDirect(live: CompiledRules, tried: CompiledRules, direct: TriedDirect, isLocked: boolean): TriedPoints {
  const has = { design: direct.result_design_point ?? null, check: direct.result_check_point ?? null };
  if (direct.is_updated === 1 || (!isLocked && direct.is_checked === 1)) return { ...has, state: 'kept', stale: 0 };
  const now = calculateDirect(live, direct);
  const stale = now.ok && !isLocked && (now.result_design_point !== has.design || now.result_check_point !== has.check) ? 1 : 0;
  const then = tried === live ? now : calculateDirect(tried, direct);
  if (!then.ok) return { ...has, state: 'failed', stale };
  const { result_design_point: design, result_check_point: check } = then;
  const isKept = isLocked || has.design !== null || has.check !== null;
  const isSame = isKept && now.ok && now.result_design_point === design && now.result_check_point === check;
  return isSame ? { ...has, state: 'computed', stale } : { design, check, state: 'computed', stale };
}
