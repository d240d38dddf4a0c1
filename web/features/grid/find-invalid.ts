import type { Contract } from '#contracts/contract.ts';
import type { Lang } from '#contracts/text.ts';
import { findCellProblem } from './cell-value.ts';
import type { Edits, RejectedRow } from './edit-store.ts';

/** Rows whose edits no record can hold, each with its first problem. */
export function findInvalidEdits({ fields }: Pick<Contract, 'fields'>, edits: Edits, lang: Lang): RejectedRow[] {
  return Object.entries(edits).flatMap(([id, { values }]) => {
    const problems = Object.entries(values).map(([name, value]) => findCellProblem(fields[name]!, value, lang));
    const message = problems.find((problem) => problem !== undefined);
    return message === undefined ? [] : [{ id: Number(id), message }];
  });
}

/** Cells that no record can hold. */
export function countInvalid({ fields }: Pick<Contract, 'fields'>, edits: Edits, lang: Lang): number {
  const cells = Object.values(edits).flatMap(({ values }) => Object.entries(values));
  return cells.filter(([name, value]) => findCellProblem(fields[name]!, value, lang) !== undefined).length;
}
