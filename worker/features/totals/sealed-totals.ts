import type { SealedTotal } from '../../contracts/calls/answers/month-seals.ts';
import { compileTotals } from '../calculation/engine/totals.ts';
import { computeMonthPoints, type SumsByPersonAndMonth } from './live-totals.ts';
import type { Period } from './period.ts';
import { coversWholeMonth, type SealInForce, type SealRowCell } from './seals-in-force.ts';
import type { TotalEntry, TotalPerson } from './total-entries.ts';

/**
 * Rows of sealed months as they were published. Of a part of a month, the figures of its days: the records are frozen by the lock, and
 * the person, the rating and the expressions are those of the seal.
 */
export function toSealedEntries(
  cells: readonly SealRowCell<SealedTotal>[],
  seals: readonly SealInForce[],
  period: Period,
  sums: SumsByPersonAndMonth,
): TotalEntry[] {
  const partial = new Map(
    seals.filter(({ month }) => !coversWholeMonth(period, month)).map(({ month, expressions }) => [month, compileTotals(expressions)]),
  );
  const people = new Map<string, TotalPerson>();
  return cells.flatMap(([, name_sort, row]) => {
    const person = sharedPerson(people, row);
    const entry = { person, name_sort: name_sort ?? '', month: row.month, pro_id: row.rating?.pro_id ?? null };
    const totals = partial.get(row.month);
    if (!totals) return [{ ...entry, points: publishedPoints(row) }];
    const partialSums = sums.get(`${row.user_id} ${row.month}`);
    if (row.active !== 1 && !partialSums) return [];
    return [{ ...entry, points: computeMonthPoints(totals, partialSums, row.pro_index) }];
  });
}

function publishedPoints(row: SealedTotal): TotalEntry['points'] {
  const { direct_point, mistake_point_n, mistake_point_t, indirect_point_yes, indirect_point_no, pro_index } = row;
  const { total_point_1, total_point_2 } = row;
  return {
    direct_point,
    mistake_point_n,
    mistake_point_t,
    indirect_point_yes,
    indirect_point_no,
    pro_index,
    total_point_1,
    total_point_2,
  };
}

/** One object for a person who is the same in many months: five years of everybody stay small in memory. */
function sharedPerson(people: Map<string, TotalPerson>, row: SealedTotal): TotalPerson {
  const { user_id, username, code, name, employee_code, area, position_name } = row;
  const key = JSON.stringify([user_id, username, code, name, employee_code, area, position_name]);
  const known = people.get(key);
  if (known) return known;
  const person = { user_id, username, code, name, employee_code, area, position_name };
  people.set(key, person);
  return person;
}
