import type { MonthDrift, SealDocument, SealedTotal } from '../../../contracts/calls/answers/month-seals.ts';
import type { DriftCause } from '../../../contracts/calls/month-seals.ts';
import { roundPoints } from '../../../platform/text/rounding.ts';
import { compileTotals, computeTotalPoints } from '../../calculation/engine/totals.ts';

const IDENTITY: { field: string; cause: DriftCause; value: (row: SealedTotal) => string | number | null }[] = [
  { field: 'name', cause: 'name', value: (row) => row.name },
  { field: 'username', cause: 'username', value: (row) => row.username },
  { field: 'code', cause: 'code', value: (row) => row.code },
  { field: 'employee_code', cause: 'employee_code', value: (row) => row.employee_code },
  { field: 'area', cause: 'area', value: (row) => row.area },
  { field: 'position_name', cause: 'position', value: (row) => row.position_name },
  { field: 'department', cause: 'department', value: (row) => row.department?.name ?? null },
  { field: 'department_group', cause: 'group', value: (row) => row.department_group?.name ?? null },
  { field: 'active', cause: 'active', value: (row) => row.active },
];
const RECORD_SUMS = ['mistake_point_n', 'mistake_point_t', 'indirect_point_yes', 'indirect_point_no'] as const;

interface Expressions {
  sealed: SealDocument['expressions'];
  now: SealDocument['expressions'];
}

/** Each field of a sealed row that would be another today, with every cause that moves it. `now` is undefined for a person who is gone. */
export function findPersonDrift(
  sealed: SealedTotal,
  now: SealedTotal | undefined,
  expressions: Expressions,
  movedByRules: number,
): MonthDrift[] {
  const { user_id, name } = sealed;
  if (!now) return [{ user_id, name, field: 'user', sealed: name, now: null, causes: ['deleted'] }];
  const drift: MonthDrift[] = [];
  const note = (field: string, before: MonthDrift['sealed'], after: MonthDrift['now'], causes: DriftCause[]) => {
    if (before !== after) drift.push({ user_id, name, field, sealed: before, now: after, causes });
  };
  for (const { field, cause, value } of IDENTITY) note(field, value(sealed), value(now), [cause]);

  const direct_point = roundPoints(now.direct_point + movedByRules);
  const recordMoved = now.direct_point !== sealed.direct_point;
  const directCauses: DriftCause[] = [...(recordMoved ? ['record' as const] : []), ...(movedByRules !== 0 ? ['rule' as const] : [])];
  note('direct_point', sealed.direct_point, direct_point, directCauses);
  for (const field of RECORD_SUMS) note(field, sealed[field], now[field], ['record']);
  const proCause: DriftCause =
    sealed.rating && sealed.rating.pro_id === now.rating?.pro_id && sealed.rating.pro_point_id === now.rating.pro_point_id
      ? 'factor'
      : 'rating';
  note('pro_index', sealed.pro_index, now.pro_index, [proCause]);

  const computed = computeTotalPoints(compileTotals(expressions.now), { ...now, direct_point });
  for (const field of ['total_point_1', 'total_point_2'] as const) {
    // A cause counts for a total if undoing nothing but it would move the sealed figure.
    const alone = (change: Partial<SealedTotal>, by = expressions.sealed) =>
      computeTotalPoints(compileTotals(by), { ...sealed, ...change })[field];
    const causes: DriftCause[] = [
      ...(alone({}, expressions.now) !== sealed[field] ? ['expression' as const] : []),
      ...(alone({ pro_index: now.pro_index }) !== sealed[field] ? [proCause] : []),
      ...(alone({ direct_point }) !== sealed[field] ? directCauses : []),
      ...(alone(Object.fromEntries(RECORD_SUMS.map((name) => [name, now[name]]))) !== sealed[field] ? ['record' as const] : []),
    ];
    note(field, sealed[field], computed[field], [...new Set(causes)]);
  }
  return drift;
}
