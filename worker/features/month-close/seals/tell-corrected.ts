import { type SQL, sql } from 'drizzle-orm';
import type { SealDocument } from '../../../contracts/calls/answers/month-seals.ts';
import type { MovedFigure, NoticeKind } from '../../../contracts/calls/notices.ts';
import { SUMMED } from '../../../contracts/calls/totals.ts';
import { NOW } from '../../../platform/db/client.ts';

const KIND: NoticeKind = 'month_corrected';

/** Tells each person whose figures differ between two seals of a month what moved, in the transaction of the second. */
export function tellCorrected(before: SealDocument, after: SealDocument): SQL {
  const earlier = new Map(before.totals.map((row) => [row.user_id, row]));
  const later = new Map(after.totals.map((row) => [row.user_id, row]));
  const told = [...new Set([...earlier.keys(), ...later.keys()])].flatMap((user) => {
    const [from, to] = [earlier.get(user), later.get(user)];
    const moved = ([...SUMMED, 'pro_index'] as const)
      .map((key): MovedFigure => [key, from?.[key] ?? null, to?.[key] ?? null])
      .filter(([, was, is]) => was !== is);
    return moved.length === 0 ? [] : [[user, JSON.stringify({ month: after.month, moved: JSON.stringify(moved) })]];
  });
  return sql`INSERT INTO notices (user_id, event, kind, params, at)
    SELECT u.id, ${`${KIND}:${after.month}:${after.version}`}, ${KIND}, j.value ->> 1, ${NOW} FROM json_each(${JSON.stringify(told)}) j
    JOIN users u ON u.id = j.value ->> 0 AND u.active = 1 WHERE true ON CONFLICT DO NOTHING`;
}
