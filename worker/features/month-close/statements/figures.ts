import canonicalize from 'canonicalize';
import { type SQL, sql } from 'drizzle-orm';
import type { StatementFigures } from '../../../contracts/calls/answers/statements.ts';
import type { TotalRow } from '../../../contracts/calls/answers/totals.ts';
import { COUNTED_KINDS } from '../../../contracts/calls/statements.ts';
import { sha256 } from '../../../platform/crypto.ts';
import { isWithin } from '../../../platform/db/date-ranges.ts';
import { type Query, query } from '../../../platform/db/query.ts';
import { proPoint } from '../../../platform/db/schema/reference.ts';
import { asJson, readValue } from '../../../platform/db/typed-rows.ts';
import { valueAsSealed } from '../../../platform/db/value-as-sealed.ts';
import { roundPoints } from '../../../platform/text/rounding.ts';
import type { Period } from '../../totals/period.ts';

type Kind = (typeof COUNTED_KINDS)[number];
type FigureCell = [user: number, kind: Kind, count: number, sum: number, mark: number];

/** The source of the lines of each kind: table (alias r), the date and the person that place a line, and its points. */
export const LINE_SOURCES = {
  design: { table: 'directs', date: 'henkyaku_hi', person: 'user_id', point: sql`r.result_design_point` },
  check: { table: 'directs', date: 'henkyaku_hi', person: 'chekkusha_id', point: sql`r.result_check_point` },
  mistakes: { table: 'mistakes', date: 'rate_at', person: 'user_id', point: sql`r.point` },
  indirects: { table: 'indirects', date: 'rate_at', person: 'user_id', point: sql`r.point` },
  pro: {
    table: 'pro',
    date: 'rate_at',
    person: 'user_id',
    point: valueAsSealed(proPoint.point, sql`r.pro_point_id`, sql`substr(r.rate_at, 1, 7)`),
  },
} as const satisfies Record<Kind, { table: string; date: string; person: string; point: SQL }>;

/**
 * Count and sum of every kind of line by person. `mark` adds up id × point, so that two changes that leave the sum
 * alone still make another statement.
 */
export function selectLineFigures(period: Period, people: SQL): Query<Map<number, StatementFigures['lines']>> {
  const kinds = COUNTED_KINDS.map((kind) => {
    const { table, date, person, point } = LINE_SOURCES[kind];
    const day = sql`r.${sql.identifier(date)}`;
    const user = sql`r.${sql.identifier(person)}`;
    return sql`SELECT ${user} AS person, ${kind} AS kind, COUNT(*) AS count, ifnull(SUM(${point}), 0) AS sum,
        ifnull(SUM(r.id * CAST(round(ifnull(${point}, -1) * 1000) AS INTEGER)), 0) AS mark
      FROM ${sql.identifier(table)} r WHERE ${isWithin(day, period)} AND ${user} IN (${people}) GROUP BY 1`;
  });
  const packed = sql`SELECT json_group_array(json_array(person, kind, count, sum, mark)) AS packed FROM (${sql.join(kinds, sql` UNION ALL `)})`;
  return query(query(packed, readValue(asJson<FigureCell[]>())), groupByPerson);
}

function groupByPerson(cells: readonly FigureCell[]): Map<number, StatementFigures['lines']> {
  const people = new Map<number, StatementFigures['lines']>();
  for (const [user, kind, count, sum, mark] of cells) {
    const lines = people.get(user) ?? emptyLines();
    lines[kind] = { count, sum: roundPoints(sum), mark };
    people.set(user, lines);
  }
  return people;
}

export function emptyLines(): StatementFigures['lines'] {
  const none = () => ({ count: 0, sum: 0, mark: 0 });
  return { design: none(), check: none(), mistakes: none(), indirects: none(), pro: none() };
}

/** The content of a confirmation: the points of the totals row and of the lines. */
export function toFigures(totals: TotalRow, lines: StatementFigures['lines']): StatementFigures {
  const { direct_point, mistake_point_n, mistake_point_t, indirect_point_yes, indirect_point_no, pro_index } = totals;
  const { total_point_1, total_point_2 } = totals;
  const points = { direct_point, mistake_point_n, mistake_point_t, indirect_point_yes, indirect_point_no, pro_index };
  return { ...points, total_point_1, total_point_2, lines };
}

/** SHA-256 of the canonical JSON of a person's month. */
export async function hashFigures(user: number, month: string, figures: StatementFigures): Promise<string> {
  return sha256(canonicalize({ user, month, ...figures })!);
}
